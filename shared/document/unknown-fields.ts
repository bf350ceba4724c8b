import { dataField, isRows, rowFields, rowId } from '../cms/fields.ts'
import type { DataNode } from '../cms/fields.ts'
import type { Field } from '../cms/schema-model.ts'
import { isBlank } from '../fields/value-rules.ts'
import { isPlainJson } from '../json.ts'
import type { Json, JsonObject } from '../json.ts'
import type { Change, SetChange } from './change.ts'
import { fieldNodeAt, joinPath } from './path.ts'
import { ROW_NAMES } from './sparse-body.ts'

/** The position of a level of data. `isRow`: it also has the keys of ROW_NAMES. */
type At = { path: string; locale: string | null; isRow: boolean }

/**
 * Takes the values of fields that the schema lacks out of new content (rows, or a whole group), as edits of
 * their own: no request may contain them (SY13). `codes`: the site's locales; `data`: all locales, with the
 * change.
 */
export function takeOutUnknown(
  fields: Field[],
  codes: readonly string[],
  data: JsonObject,
  change: Change,
): { known: Change; unknown: SetChange[] } {
  const unknown: SetChange[] = []
  const { path, locale } = change
  const node = fieldNodeAt(fields, data, path, locale)
  if (node === null) return { known: change, unknown }
  if (change.kind === 'set') {
    const to = inSlot(node, change.to, { path, locale })
    return { known: to === change.to ? change : { ...change, to }, unknown }
  }
  if (!isRows(node)) return { known: change, unknown }
  const rows = Object.entries(change.added).map(([id, row]): [string, JsonObject] => {
    const level = rowFields(node, row)
    return [id, level === null ? row : inLevel(level, row, { path: joinPath(path, id), locale, isRow: true })]
  })
  return { known: unknown.length === 0 ? change : { ...change, added: Object.fromEntries(rows) }, unknown }

  function inLevel(level: Field[], values: JsonObject, at: At): JsonObject {
    const before = unknown.length
    const kept = Object.entries(values).flatMap(([name, value]): [string, Json][] => {
      const inside = { path: joinPath(at.path, name), locale: at.locale }
      const field = dataField(level, name)
      if (field !== null) return [[name, inField(field, value, inside)]]
      if ((at.isRow && ROW_NAMES.has(name)) || isBlank(value)) return [[name, value]]
      for (const edit of edits(value, inside)) unknown.push(edit)
      return []
    })
    return unknown.length === before ? values : Object.fromEntries(kept)
  }

  function inField(field: DataNode, value: Json, at: Omit<At, 'isRow'>): Json {
    if (!field.localized || at.locale !== null || !isPlainJson(value)) return inSlot(field, value, at)
    const slots = Object.entries(value).map(([code, slot]) => [
      code,
      inSlot(field, slot, { ...at, locale: code }),
    ])
    return Object.fromEntries(slots)
  }

  function inSlot(field: DataNode, slot: Json, at: Omit<At, 'isRow'>): Json {
    if (field.type === 'nested')
      return isPlainJson(slot) ? inLevel(field.fields, slot, { ...at, isRow: false }) : slot
    if (!isRows(field) || !Array.isArray(slot)) return slot
    return slot.map((row) => {
      const id = rowId(row)
      const level = isPlainJson(row) && id !== null ? rowFields(field, row) : null
      if (level === null || !isPlainJson(row) || id === null) return row
      return inLevel(level, row, { ...at, path: joinPath(at.path, id), isRow: true })
    })
  }

  /**
   * The edits of one value. The schema does not say whether the field was localized, so it is judged by the value's
   * shape.
   */
  function edits(value: Json, at: Omit<At, 'isRow'>): SetChange[] {
    const names = at.locale === null && isPlainJson(value) ? Object.keys(value) : []
    const isPerLocale = names.length > 0 && names.every((name) => codes.includes(name))
    const slots = isPerLocale && isPlainJson(value) ? Object.entries(value) : [[at.locale, value] as const]
    return slots.map(([code, to]) => ({ kind: 'set', locale: code, path: at.path, from: null, to }))
  }
}
