import { dataField, isRows } from '../../../shared/cms/fields.ts'
import type { Collection, Field } from '../../../shared/cms/schema-model.ts'
import { isPlainJson, type Json, type JsonObject } from '../../../shared/json.ts'
import { rulesIn } from '../../../shared/cms/where.ts'
import { narrowed } from '../../../shared/lists/base-filter.ts'
import { isCompared } from './list-filter.ts'

/** Names that are known in every document, even if the schema has no such field. */
const OF_EVERY_DOCUMENT = new Set(['id', 'createdAt', 'updatedAt', 'deletedAt', '_status'])

/**
 * True if local values can evaluate the base filter. They cannot if it uses a related document, an unknown field, or
 * a localized one without a locale.
 */
export function canJudgeHere(
  collection: Collection | null,
  base: JsonObject,
  locale: string | null,
): boolean {
  const fields = collection?.fields ?? []
  return rulesIn(narrowed(null, base) ?? {}).every(
    ([path, rule]) => isComparable(rule) && isKnown(fields, path, locale),
  )
}

function isComparable(rule: Json): boolean {
  if (!isPlainJson(rule)) return false
  return Object.entries(rule).every(
    // `contains` with an object filters by related documents.
    ([operator, operand]) => isCompared(operator) && !(operator === 'contains' && isPlainJson(operand)),
  )
}

function isKnown(fields: Field[], path: string, locale: string | null): boolean {
  return OF_EVERY_DOCUMENT.has(path) || isSent(fields, path.replaceAll('__', '.').split('.'), locale)
}

function isSent(fields: Field[], [name = '', ...rest]: string[], locale: string | null): boolean {
  const node = dataField(fields, name)
  if (node === null || node.type === 'join') return false
  if ('localized' in node && node.localized && locale === null) return false
  if (node.type === 'nested') return rest.length > 0 && isSent(node.fields, rest, locale)
  if (rest.length === 0) return true
  if (isRows(node)) {
    if (node.type === 'array') return isSent(node.fields, rest, locale)
    const block = node.blocks.find((each) => dataField(each.fields, rest[0] ?? '') !== null)
    return block !== undefined && isSent(block.fields, rest, locale)
  }
  if (node.type === 'relationship' || node.type === 'upload')
    return node.polymorphic && rest.length === 1 && (rest[0] === 'value' || rest[0] === 'relationTo')
  return node.type === 'json'
}
