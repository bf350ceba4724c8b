import { dataField, dataFields, type DataNode } from '../../shared/cms/fields.ts'
import type { Collection } from '../../shared/cms/schema-model.ts'

/** Fields that tell what a file is: list cells of uploads show them whatever the columns are. */
const UPLOAD_FIELDS = ['filename', 'mimeType', 'filesize', 'width', 'height', 'url', 'thumbnailURL', 'alt']
const SHORT: ReadonlySet<DataNode['type']> = new Set([
  'text',
  'textarea',
  'email',
  'number',
  'checkbox',
  'date',
  'select',
  'radio',
  'relationship',
  'upload',
])

/**
 * The top-level fields that a list asks the server for: those that may be its columns. Short fields all come along, so
 * that changing columns needs no question; long ones (rich text, blocks, JSON) only where they are columns, of
 * the site or chosen, or the list is sorted by them. `select` by these makes 100 rows 8 ms instead of 37 (DESIGN.md, Bars).
 */
export function listColumns(collection: Collection, sort: string, chosen: readonly string[] = []): string[] {
  const names = new Set<string>(['id'])
  if (collection.timestamps) for (const name of ['updatedAt', 'createdAt']) names.add(name)
  if (collection.versions?.drafts) names.add('_status')
  if (collection.trash) names.add('deletedAt')
  for (const node of dataFields(collection.fields)) if (SHORT.has(node.type)) names.add(node.name)
  const wanted = [
    collection.useAsTitle,
    sort.replace(/^-/, ''),
    ...(collection.defaultColumns ?? []),
    ...chosen,
    ...(collection.listSearchableFields ?? []),
    ...(collection.upload ? UPLOAD_FIELDS : []),
  ]
  for (const path of wanted) {
    const name = path.split('.')[0] ?? ''
    if (dataField(collection.fields, name)) names.add(name)
  }
  return [...names]
}

/** Whether the order by this path depends on the locale. */
export function sortsByLocale(collection: Collection, sort: string): boolean {
  let fields = collection.fields
  for (const name of sort.replace(/^-/, '').split('.')) {
    const node = dataField(fields, name)
    if (!node) return false
    if ('localized' in node && node.localized) return true
    if (node.type !== 'nested') return false
    fields = node.fields
  }
  return false
}
