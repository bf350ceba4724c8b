import { dataField, dataFields, isRows, rowFields } from '../cms/fields.ts'
import type { DataNode } from '../cms/fields.ts'
import type { Field, Localization } from '../cms/schema-model.ts'
import { applyChanges } from '../document/apply.ts'
import type { Change } from '../document/change.ts'
import { isWithin, splitPath } from '../document/path.ts'
import { hasInnerLocales, slotOf } from '../document/project.ts'
import { findRow, isNamedRow } from '../document/row-index.ts'
import { ROW_NAMES } from '../document/sparse-body.ts'
import { takeOutUnknown } from '../document/unknown-fields.ts'
import type { Inside } from '../fields/field-type.ts'
import { fieldsInText } from '../fields/richText/node-fields.ts'
import { VALUE_SHAPES } from '../fields/value-shapes.ts'
import { isPlainJson, own, sameJson } from '../json.ts'
import type { Json, JsonObject } from '../json.ts'
import { isOfWhole, type OutboxEntry, type ProblemCode } from './entry.ts'

/**
 * The reason why an entry does not fit the present schema (SY13):
 * - locale-gone: the site does not have its locale
 * - field-gone: the site does not have its field, or its block
 * - field-changed: the field was localized and is shared now, or the other way round; or its type has no such
 *   values
 */
export type Misfit = Extract<ProblemCode, 'locale-gone' | 'field-gone' | 'field-changed'>

/**
 * An entry split by the schema. `goes`: the changes that can be sent; null: the whole entry stays. `stays`:
 * the rest, by reason.
 */
export type Fitting = { goes: Change[] | null; stays: Staying[] }
export type Staying = { code: Misfit; locale: string | null; changes: Change[]; paths: string[] }

type FitEntry = Pick<OutboxEntry, 'mode' | 'locale' | 'create'> & { changes: readonly Change[] }

type Schema = { fields: Field[]; localization: Localization | null }

/**
 * Splits an entry by the present schema. Edits below a change that does not fit stay with it, and values of
 * unknown fields in new content stay. A creation that does not fit otherwise, or an entry of a deleted
 * locale, stays whole. `base`: all locales, below the entry.
 */
export function fitToSchema(
  schema: Schema,
  base: JsonObject,
  { mode, locale, create, changes }: FitEntry,
): Fitting {
  // Neither a deletion nor a restore is about content.
  if (isOfWhole(mode)) return { goes: [...changes], stays: [] }
  if (locale !== null && !codesOf(schema).includes(locale))
    return { goes: null, stays: [{ code: 'locale-gone', locale, changes: [...changes], paths: [] }] }
  const data = applyChanges(schema.fields, base, changes)
  const inside = create ? misfitIn(schema, schema.fields, data) : null
  if (inside !== null) return { goes: null, stays: [{ ...inside, locale, changes: [...changes] }] }
  const misfits = changes.flatMap((change) => {
    const code = misfitOf(schema, data, change)
    return code === null ? [] : [{ code, path: change.path }]
  })
  const goes: Change[] = []
  const stays: Staying[] = []
  const stay = (code: Misfit, of: string | null, change: Change): void => {
    const found = stays.find((one) => one.code === code && one.locale === of)
    if (found) {
      found.changes.push(change)
      found.paths.push(change.path)
    } else stays.push({ code, locale: of, changes: [change], paths: [change.path] })
  }
  for (const change of changes) {
    const code = misfits.find(({ path }) => isWithin(change.path, path))?.code
    if (code !== undefined) {
      stay(code, locale, change)
      continue
    }
    const { known, unknown } = takeOutUnknown(schema.fields, codesOf(schema), data, change)
    goes.push(known)
    for (const one of unknown) stay('field-gone', one.locale ?? locale, one)
  }
  return { goes, stays }
}

function codesOf({ localization }: Schema): string[] {
  return localization?.locales.map(({ code }) => code) ?? []
}

/** The reason why a change does not fit the schema, or null. `data`: all locales, with the change made. */
function misfitOf(schema: Schema, data: JsonObject, change: Change): Misfit | null {
  const { locale } = change
  let level = schema.fields
  let under: Json | undefined = data
  let isInRow = false
  let localized = false
  const asShared = (isEither = false): Misfit | null =>
    schema.localization === null || isEither || localized === (locale !== null) ? null : 'field-changed'
  const segments = splitPath(change.path)
  for (let at = 0; at < segments.length; at += 1) {
    const name = segments[at] ?? ''
    const node = dataField(level, name)
    if (node === null) return isInRow && ROW_NAMES.has(name) ? asShared() : 'field-gone'
    localized ||= node.localized
    const slot = slotOf(node, isPlainJson(under) ? own(under, name) : undefined, locale)
    // The list was read with one value per locale.
    if (isRows(node) && isPlainJson(slot)) return 'field-changed'
    if (hasUnnamedUnknown(node, slot)) return 'field-gone'
    if (at === segments.length - 1) {
      const isEither = node.type === 'nested' || (!localized && hasInnerLocales(node))
      return asShared(isEither) ?? misfitOfContent(schema, node, change)
    }
    if (node.type === 'nested') {
      level = node.fields
      under = slot
      isInRow = false
      continue
    }
    // A path inside JSON or rich text names no field.
    if (!isRows(node)) return VALUE_SHAPES[node.type].hasPaths ? asShared() : 'field-changed'
    at += 1
    const row = findRow(slot, segments[at] ?? '')
    // The row was removed, or the path ends at the row itself.
    if (row === undefined || at === segments.length - 1) return asShared(row === undefined && !localized)
    const inRow = rowFields(node, row)
    if (inRow === null) return 'field-gone'
    level = inRow
    under = row
    isInRow = true
  }
  return null
}

function misfitOfContent(schema: Schema, node: DataNode, change: Change): Misfit | null {
  if (change.kind === 'rows')
    return isRows(node) ? misfitOfSlot(schema, node, Object.values(change.added)) : 'field-changed'
  if (!isOfType(node, change.to)) return 'field-changed'
  // Nodes that the text had before are not checked: the document is read again (see isOfOtherShape).
  const before = fieldsInText(node, change.from)
  const isNew = (one: Inside): boolean => !before.some(({ holder }) => sameJson(holder, one.holder))
  return misfitOfSlot(schema, node, change.to, isNew)
}

function misfitInside(schema: Schema, inside: readonly Inside[]): Misfit | null {
  return inside
    .map(({ fields, data }) => misfitIn(schema, fields, data)?.code ?? null)
    .reduce((found, code) => found ?? code, null)
}

/** True if a value can belong to the field, which may have been of another type before. */
export function isOfType(node: DataNode, value: Json): boolean {
  if (value === null) return true
  const { json } = VALUE_SHAPES[node.type]
  const values = 'hasMany' in node && node.hasMany && json !== 'any' ? value : [value]
  return Array.isArray(values) && values.every((one) => isOfShape(json, one))
}

function isOfShape(json: (typeof VALUE_SHAPES)[DataNode['type']]['json'], value: Json): boolean {
  if (json === 'any') return true
  if (json === 'array') return Array.isArray(value)
  if (json === 'tree') return typeof value === 'object'
  return json === 'object' ? isPlainJson(value) : typeof value === json
}

/** True if a row of an unknown block has no id: such a row can neither be named in a list nor be sent whole. */
function hasUnnamedUnknown(node: DataNode, slot: Json | undefined): boolean {
  if (!isRows(node) || !Array.isArray(slot)) return false
  return slot.some((row, at) => isPlainJson(row) && rowFields(node, row) === null && !isNamedRow(slot, at))
}

/** The first misfit in new content at any depth, with the name of its field at the top; null if all fits. */
function misfitIn(
  schema: Schema,
  fields: Field[],
  data: JsonObject,
): { code: Misfit; paths: string[] } | null {
  for (const node of dataFields(fields)) {
    const code = misfitOfStored(schema, node, own(data, node.name))
    if (code !== null) return { code, paths: [node.name] }
  }
  return null
}

function misfitOfStored(schema: Schema, node: DataNode, value: Json | undefined): Misfit | null {
  if (!isPerLocale(schema, node, value)) return misfitOfSlot(schema, node, value)
  if (!node.localized) return 'field-changed'
  return Object.values(value)
    .map((slot) => misfitOfSlot(schema, node, slot))
    .reduce((found, code) => found ?? code, null)
}

/** The misfit of one value. `isAsked`: picks the nodes of a rich text that are checked. */
function misfitOfSlot(
  schema: Schema,
  node: DataNode,
  slot: Json | undefined,
  isAsked: (inside: Inside) => boolean = () => true,
): Misfit | null {
  if (node.type === 'nested')
    return isPlainJson(slot) ? (misfitIn(schema, node.fields, slot)?.code ?? null) : null
  if (!isRows(node)) return misfitInside(schema, fieldsInText(node, slot).filter(isAsked))
  if (!Array.isArray(slot)) return null
  for (const row of slot.filter(isPlainJson)) {
    const inRow = rowFields(node, row)
    const code = inRow === null ? 'field-gone' : (misfitIn(schema, inRow, row)?.code ?? null)
    if (code !== null) return code
  }
  return null
}

/**
 * True if the base has another shape than the schema at a changed path, as after a field became localized:
 * lists would be sent with rows that do not exist. `base`: all locales.
 */
export function isOfOtherShape(schema: Schema, base: JsonObject, changes: readonly Change[]): boolean {
  return changes.some(({ path, locale }) => {
    let level = schema.fields
    let under: Json | undefined = base
    const segments = splitPath(path)
    for (let at = 0; at < segments.length; at += 1) {
      const node = dataField(level, segments[at] ?? '')
      const value = isPlainJson(under) && node !== null ? own(under, node.name) : undefined
      if (node === null || value === undefined || value === null) return false
      if (isOther(schema, node, value)) return true
      const slot = slotOf(node, value, locale)
      if (fieldsInText(node, slot).some(({ fields, data }) => isOtherInside(schema, fields, data)))
        return true
      if (isRows(node)) at += 1
      const row: Json | undefined = isRows(node) ? findRow(slot, segments[at] ?? '') : slot
      level =
        node.type === 'nested'
          ? node.fields
          : isRows(node) && isPlainJson(row)
            ? (rowFields(node, row) ?? [])
            : []
      under = row
    }
    return false
  })
}

/** True if a stored value does not have the shape of its field in the present schema. */
function isOther(schema: Schema, node: DataNode, value: Json): boolean {
  if (node.localized && schema.localization !== null) return !isPlainJson(value) || isOneLevel(node, value)
  // The keys do not matter: they may be locales that the site no longer has.
  if (isRows(node)) return isPlainJson(value)
  return isPerLocale(schema, node, value)
}

function isOtherInside(schema: Schema, fields: Field[], data: JsonObject): boolean {
  return dataFields(fields).some((node) => {
    const value = own(data, node.name)
    return value !== undefined && value !== null && isOther(schema, node, value)
  })
}

/** True if a value is the object of a group, not one value per locale. */
function isOneLevel(node: DataNode, value: JsonObject): boolean {
  return node.type === 'nested' && Object.keys(value).some((name) => dataField(node.fields, name) !== null)
}

/** True if an object holds one value per locale, judged by its keys, unless the field itself could have such keys. */
function isPerLocale(schema: Schema, node: DataNode, value: Json | undefined): value is JsonObject {
  if (!isPlainJson(value) || node.type === 'json' || node.type === 'unknown') return false
  const codes = codesOf(schema)
  const keys = Object.keys(value)
  if (keys.length === 0 || !keys.every((key) => codes.includes(key))) return false
  return node.localized || node.type !== 'nested' || keys.every((key) => dataField(node.fields, key) === null)
}
