import { fieldAtPath, dataFields, type DataNode } from '../../../shared/cms/fields.ts'
import type { Collection, LocalizedText } from '../../../shared/cms/schema-model.ts'

/** A column of the list. `path` is what the value is read by and, where it can be, sorted by. */
export type Column =
  | { kind: 'field'; path: string; node: DataNode; label: LocalizedText | null; sortable: boolean }
  | { kind: 'id'; path: 'id'; sortable: boolean }
  | { kind: 'status'; path: '_status'; sortable: boolean }
  | { kind: 'created' | 'updated'; path: 'createdAt' | 'updatedAt'; sortable: boolean }

/** How many columns are chosen besides the title where the site says nothing (A.4). */
const CHOSEN = 3

/**
 * The columns of a collection: the site's own, or the title and the next three fields that can be shown; Status and
 * Updated At are always there where the collection has them. The first column leads to the document.
 */
export function listColumns(collection: Collection): Column[] {
  const names = collection.defaultColumns ?? [collection.useAsTitle, ...nextFields(collection)]
  const columns: Column[] = []
  for (const path of new Set(names)) {
    const column = columnAt(collection, path)
    if (column !== null) columns.push(column)
  }
  if (columns.length === 0) columns.push({ kind: 'id', path: 'id', sortable: true })
  if (collection.versions?.drafts === true && !columns.some((column) => column.kind === 'status'))
    columns.splice(1, 0, { kind: 'status', path: '_status', sortable: true })
  if (collection.timestamps && !columns.some((column) => column.kind === 'updated'))
    columns.push({ kind: 'updated', path: 'updatedAt', sortable: true })
  return columns
}

function nextFields(collection: Collection): string[] {
  return dataFields(collection.fields)
    .filter((node) => node.name !== collection.useAsTitle && canBeShown(node))
    .slice(0, CHOSEN)
    .map((node) => node.name)
}

function columnAt(collection: Collection, path: string): Column | null {
  if (path === 'id') return { kind: 'id', path, sortable: true }
  if (path === '_status')
    return collection.versions?.drafts === true ? { kind: 'status', path, sortable: true } : null
  if (path === 'updatedAt') return collection.timestamps ? { kind: 'updated', path, sortable: true } : null
  if (path === 'createdAt') return collection.timestamps ? { kind: 'created', path, sortable: true } : null
  const node = fieldAtPath(collection.fields, path)?.field
  if (node === undefined || !isShowable(node)) return null
  return { kind: 'field', path, node, label: node.label, sortable: isSortable(node) }
}

const OWN_COLUMNS = new Set(['id', '_status', 'createdAt', 'updatedAt', 'deletedAt'])

/** Whether a field that the site did not name makes a good column: a short text can say what it holds. */
function canBeShown(node: DataNode): boolean {
  return isShowable(node) && !OWN_COLUMNS.has(node.name) && node.type !== 'richText' && node.type !== 'json'
}

function isShowable(node: DataNode): boolean {
  if (node.type === 'nested') return false
  if (node.type === 'join' || node.type === 'unknown' || node.type === 'point') return false
  return !node.hidden && !node.disabled
}

function isSortable(node: DataNode): boolean {
  switch (node.type) {
    case 'text':
    case 'number':
    case 'select':
      return !node.hasMany
    case 'textarea':
    case 'email':
    case 'radio':
    case 'checkbox':
    case 'date':
      return true
    default:
      return false
  }
}
