import { dataField, isRows, rowFields, rowId } from '../cms/fields.ts'
import type { DataNode } from '../cms/fields.ts'
import type { Field, RowsField } from '../cms/schema-model.ts'
import { absorbRichText, innerLocalesOf, projectRichText } from '../fields/richText/inner-locales.ts'
import type { FieldLocales, InnerLocales } from '../fields/richText/inner-locales.ts'
import { isPlainJson, own } from '../json.ts'
import type { Json, JsonObject } from '../json.ts'
import { withKey } from './plain-path.ts'

/** The one-locale view of all-locales data, without fallback. Keys that are not in the schema stay as they are. */
export function projectLocale(fields: Field[], data: JsonObject, locale: string | null): JsonObject {
  const entries: [string, Json][] = []
  for (const [key, value] of Object.entries(data)) {
    const node = dataField(fields, key)
    const seen = node === null ? value : projectNode(node, slotOf(node, value, locale), locale)
    if (seen !== undefined) entries.push([key, seen])
  }
  return Object.fromEntries(entries)
}

/** The one-locale view of a field's value. `slot`: the value of that locale if the field is localized. */
export function projectNode(node: DataNode, slot: Json | undefined, locale: string | null): Json | undefined {
  if (node.type === 'nested') return isPlainJson(slot) ? projectLocale(node.fields, slot, locale) : slot
  if (isRows(node) && Array.isArray(slot)) return projectRows(node, slot, locale)
  const inner = innerLocales(node)
  if (inner !== null && slot !== undefined && locale !== null) return projectRichText(inner, slot, locale)
  return slot
}

type SeenRows = { node: RowsField; locale: string | null; view: Json[] }

/** Cache of row views. Data is never mutated, so the same array means the same rows. */
const seenRows = new WeakMap<Json[], SeenRows>()

function projectRows(node: RowsField, rows: Json[], locale: string | null): Json[] {
  const seen = seenRows.get(rows)
  if (seen?.node === node && seen.locale === locale) return seen.view
  const view = rows.map((row) => projectRow(node, row, locale))
  seenRows.set(rows, { node, locale, view })
  return view
}

/** Describes the localized parts inside a value that is not localized itself; null: there are none. */
export function innerLocales(node: DataNode): InnerLocales | null {
  return innerLocalesOf(node, ofFields)
}

const ofFields: FieldLocales = { project: projectLocale, absorb: absorbAnswer }

/** True if a value that is not localized itself differs by locale inside. */
export function hasInnerLocales(node: DataNode): boolean {
  return innerLocales(node) !== null
}

/** The one-locale view of a row. */
export function projectRow(node: RowsField, row: Json, locale: string | null): Json {
  if (!isPlainJson(row)) return row
  const fields = rowFields(node, row)
  return fields === null ? row : projectLocale(fields, row, locale)
}

/** The value of one locale in a field's all-locales value. */
export function slotOf(node: DataNode, value: Json | undefined, locale: string | null): Json | undefined {
  if (!node.localized || locale === null || !isPlainJson(value)) return value
  return own(value, locale)
}

/** A field's all-locales value with a new value for one locale; undefined removes it. */
export function withSlot(
  node: DataNode,
  value: Json | undefined,
  locale: string | null,
  slot: Json | undefined,
): Json | undefined {
  if (!node.localized || locale === null) return slot
  const slots = withKey(isPlainJson(value) ? value : {}, locale, slot)
  return Object.keys(slots).length === 0 ? undefined : slots
}

/** Keys that a read of a global has and the answer to a write lacks. */
const OMITTED_FROM_ANSWERS: ReadonlySet<string> = new Set(['id', 'globalType'])

/**
 * The new all-locales base from the old one and an answer in one locale (depth 0, no fallback): localized fields keep
 * their other locales, the rest is as in the answer. Rows are matched by id.
 */
export function absorbAnswer(
  fields: Field[],
  base: JsonObject,
  answer: JsonObject,
  locale: string | null,
): JsonObject {
  const entries: [string, Json][] = []
  const keys = new Set([...Object.keys(answer), ...Object.keys(base)])
  for (const key of keys) {
    const node = dataField(fields, key)
    const received = own(answer, key) ?? (OMITTED_FROM_ANSWERS.has(key) ? own(base, key) : undefined)
    const next = node === null ? received : absorbStored(node, own(base, key), received, locale)
    if (next !== undefined) entries.push([key, next])
  }
  return Object.fromEntries(entries)
}

function absorbStored(
  node: DataNode,
  stored: Json | undefined,
  received: Json | undefined,
  locale: string | null,
): Json | undefined {
  const slot = absorbNode(node, slotOf(node, stored, locale), received, locale)
  const missing = slot === null && node.localized && locale !== null
  return withSlot(node, stored, locale, missing ? undefined : slot)
}

/** A field's slot with a one-locale value merged in: values of other locales inside stay (rows by id). */
export function absorbNode(
  node: DataNode,
  slot: Json | undefined,
  received: Json | undefined,
  locale: string | null,
): Json | undefined {
  if (node.type === 'nested') {
    const before = isPlainJson(slot) ? slot : {}
    if (isPlainJson(received)) return absorbAnswer(node.fields, before, received, locale)
    const rest = absorbAnswer(node.fields, before, {}, locale)
    return Object.keys(rest).length > 0 ? rest : received
  }
  const inner = innerLocales(node)
  if (inner !== null && received !== undefined && locale !== null)
    return absorbRichText(inner, slot, received, locale)
  if (!isRows(node) || !Array.isArray(received)) return received
  const byId = new Map<string, JsonObject>()
  for (const row of Array.isArray(slot) ? slot : []) {
    const id = rowId(row)
    if (id !== null && isPlainJson(row)) byId.set(id, row)
  }
  return received.map((row) => absorbRow(node, byId.get(rowId(row) ?? ''), row, locale))
}

/** A stored row (undefined: a new one) with its one-locale value merged in. */
export function absorbRow(
  node: RowsField,
  stored: JsonObject | undefined,
  received: Json,
  locale: string | null,
): Json {
  if (!isPlainJson(received)) return received
  const fields = rowFields(node, received)
  if (fields === null) return received
  const sameBlock = stored !== undefined && own(stored, 'blockType') === own(received, 'blockType')
  return absorbAnswer(fields, sameBlock ? stored : {}, received, locale)
}

/** Locale code for data of a single locale that is treated as data of all locales; no site has it. */
const ONE = ' '

/** Converts data of one locale, such as the fields of a text node, to the all-locales shape. */
export function asStored(fields: Field[], data: JsonObject): JsonObject {
  return absorbAnswer(fields, {}, data, ONE)
}

/** The inverse of asStored. */
export function asSeen(fields: Field[], stored: JsonObject): JsonObject {
  return projectLocale(fields, stored, ONE)
}
