import type { Change } from '../../../shared/document/change.ts'
import type { Field } from '../../../shared/cms/schema-model.ts'
import { dataField, fieldAtPath, isRows, rowFields, type DataNode } from '../../../shared/cms/fields.ts'
import { isJsonObject, type Json, type JsonObject } from '../../../shared/json.ts'
import { cellText, richTextPlain, type CellWords } from '../list/cell-text.ts'

/** One change as two texts; null where there was or will be nothing. */
export type ChangeText = { from: string | null; to: string | null }

/** The field that a path names, or null where the schema and the data do not tell. */
export function nodeAt(fields: Field[] | null, path: string, data: Json): DataNode | null {
  if (fields === null) return null
  return fieldAtPath(fields, path, isJsonObject(data) ? data : undefined)?.field ?? null
}

/** A value in full, as a reader would say it; null for no value. */
export function valueText(node: DataNode | null, value: Json, words: CellWords): string | null {
  if (value === null || value === '' || (Array.isArray(value) && value.length === 0)) return null
  switch (node?.type) {
    case 'richText':
      return richTextPlain(value).replaceAll(/\s+/g, ' ').trim() || JSON.stringify(value)
    case 'date':
    case 'select':
    case 'radio':
    case 'relationship':
    case 'upload':
      return cellText(node, value, words).text
    case 'array':
    case 'blocks':
    case 'nested':
    case 'json':
    case undefined:
      return plain(value)
    default:
      return plain(value)
  }
}

function plain(value: Json): string {
  if (typeof value === 'string') return value
  if (Array.isArray(value) && value.every((one) => typeof one !== 'object')) return value.join(', ')
  return typeof value === 'object' ? JSON.stringify(value, null, 2) : String(value)
}

export function changeText(change: Change, node: DataNode | null, words: CellWords): ChangeText {
  if (change.kind === 'set')
    return { from: valueText(node, change.from, words), to: valueText(node, change.to, words) }
  const count = (number: number) => words.t('galley:sync.rows', { count: number, number })
  const kept = change.from.filter((id) => change.to.includes(id))
  const added = change.to.length - change.to.filter((id) => change.from.includes(id)).length
  const removed = change.from.length - kept.length
  const moved = kept.join() !== change.to.filter((id) => change.from.includes(id)).join()
  const parts = [
    added > 0 ? words.t('galley:sync.rowsAdded', { number: added }) : null,
    removed > 0 ? words.t('galley:sync.rowsRemoved', { number: removed }) : null,
    moved ? words.t('galley:sync.rowsMoved') : null,
  ].filter((part) => part !== null)
  const content = Object.values(change.added)
    .map((row) => rowText(node, row, words))
    .filter((text) => text !== '')
  const to = [`${count(change.to.length)}${parts.length > 0 ? `: ${parts.join(', ')}` : ''}`, ...content]
  return { from: count(change.from.length), to: to.join('\n') }
}

/** What a new row holds, field by field, without its ids. */
function rowText(node: DataNode | null, row: JsonObject, words: CellWords): string {
  const fields = node !== null && isRows(node) ? rowFields(node, row) : null
  const block =
    node?.type === 'blocks' ? node.blocks.find(({ slug }) => slug === row['blockType']) : undefined
  const lines = Object.entries(row).flatMap(([key, value]) => {
    if (key === 'id' || key === 'blockType') return []
    const field = fields === null ? null : dataField(fields, key)
    const text = valueText(field, value, words)
    return text === null ? [] : [`${words.label(field?.label ?? null) || key}: ${text}`]
  })
  return [...(block === undefined ? [] : [words.label(block.labels.singular) || block.slug]), ...lines].join(
    '\n',
  )
}
