import { dataFields, isRows, rowFields } from '../cms/fields.ts'
import type { DataNode } from '../cms/fields.ts'
import type { Field } from '../cms/schema-model.ts'
import { isPlainJson, own } from '../json.ts'
import type { Json, JsonObject } from '../json.ts'
import { withSlot } from './project.ts'
import { newRowId } from './row-id.ts'

/**
 * The data of a new document, or of a new row: static default values in all-locales shape, for one locale. Fields
 * without a default are absent; rows in defaults get new ids.
 */
export function initialData(
  fields: Field[],
  locale: string | null,
  newId: () => string = newRowId,
): JsonObject {
  return fill(fields, {}, locale, newId)
}

function fill(fields: Field[], given: JsonObject, locale: string | null, newId: () => string): JsonObject {
  const entries = dataFields(fields).flatMap((node): [string, Json][] => {
    if (node.name === 'id') return []
    const slot = slotOfDefault(node, own(given, node.name), locale, newId)
    const stored = slot === undefined ? undefined : withSlot(node, undefined, locale, slot)
    return stored === undefined ? [] : [[node.name, stored]]
  })
  return Object.fromEntries(entries)
}

function slotOfDefault(
  node: DataNode,
  given: Json | undefined,
  locale: string | null,
  newId: () => string,
): Json | undefined {
  if (node.type === 'nested') {
    const nested = fill(node.fields, isPlainJson(given) ? given : {}, locale, newId)
    return Object.keys(nested).length > 0 ? nested : undefined
  }
  const value = given ?? node.defaultValue
  if (value === null) return undefined
  if (!isRows(node)) return value
  if (!Array.isArray(value)) return undefined
  return value.filter(isPlainJson).flatMap((row) => {
    const inRow = rowFields(node, row)
    if (inRow === null) return []
    const blockType = node.type === 'blocks' ? { blockType: own(row, 'blockType') ?? null } : {}
    return [{ id: newId(), ...blockType, ...fill(inRow, row, locale, newId) }]
  })
}
