import { blockOf, dataFields, isRows, rowFields } from '../../cms/fields.ts'
import type { Field, LocalizedText, RowsField } from '../../cms/schema-model.ts'
import type { FieldWithValue } from '../../fields/field-type.ts'
import { FILE_FIELD } from '../../fields/file/pending-file.ts'
import { withServerFile } from '../../fields/file/server-file.ts'
import { isBlank, plainText } from '../../fields/value-rules.ts'
import { isPlainJson, own, sameJson, type Json, type JsonObject } from '../../json.ts'
import { LIMITS } from '../../limits.ts'
import { joinPath } from '../path.ts'
import { hasInnerLocales, projectNode } from '../project.ts'
import { ROW_NAMES } from '../sparse-body.ts'
import { changedIn, type ComparedPart, type ComparedRow, type ComparedValue } from './compared.ts'
import { localeSides, unknownSides, type ComparedLocales, type Sides } from './locale-sides.ts'
import { pairRows } from './pair-rows.ts'

export type Comparison = {
  fields: Field[]
  locales: ComparedLocales
  /** True if the user may read a field, by the schema's names on the path (see canDoField). */
  mayRead: (names: string) => boolean
}

/** The two objects of one level of the data. */
type Level = { before: JsonObject; after: JsonObject }
/** A position in the documents. `locale`: set if something around it is localized. */
type At = { path: string; names: string; locale: string | null; key: string; isRow: boolean }

/** Columns of a document that are no fields; the header shows them. */
const DOCUMENT_NAMES: ReadonlySet<string> = new Set([
  'id',
  'createdAt',
  'updatedAt',
  'deletedAt',
  'globalType',
])

/** One comparison. `takesRows`: counts the rows of a list; false: too many of the documents are compared already. */
type DocumentComparison = Pick<Comparison, 'locales' | 'mayRead'> & { takesRows: (count: number) => boolean }

/**
 * Compares two stored documents field by field in schema order, equal fields included. Values without a field come
 * last at their level; a list with too many rows is shown as it is stored.
 */
export function compareDocuments(
  { fields, locales, mayRead }: Comparison,
  older: JsonObject,
  newer: JsonObject,
): ComparedPart[] {
  let rowsLeft: number = LIMITS.comparedRows
  const takesRows = (count: number): boolean => {
    if (count > rowsLeft) return false
    rowsLeft -= count
    return true
  }
  const level = { before: withServerFile(fields, older), after: withServerFile(fields, newer) }
  const at = { path: '', names: '', locale: null, key: '', isRow: false }
  return compareLevel({ locales, mayRead, takesRows }, fields, level, at)
}

function compareLevel(run: DocumentComparison, inside: Field[], two: Level, at: At): ComparedPart[] {
  const seen = new Set<string>()
  return [
    ...inside.flatMap((field) => compareField(run, field, two, at, seen)),
    ...rest(run, inside, two, at),
  ]
}

/** Compares one field. `seen`: names at this level; if several fields have one name, the first counts. */
function compareField(
  run: DocumentComparison,
  field: Field,
  two: Level,
  at: At,
  seen: Set<string>,
): ComparedPart[] {
  if (field.hidden || field.disabled) return []
  const inside = (fieldsOf: Field[]): ComparedPart[] =>
    fieldsOf.flatMap((one) => compareField(run, one, two, at, seen))
  switch (field.type) {
    case 'ui':
    case 'join':
      return []
    case 'row':
      return inside(field.fields)
    case 'collapsible':
      return groupOf('collapsible', field, null, at, inside(field.fields))
    case 'tabs':
      return field.tabs.flatMap((tab) =>
        tab.name === null
          ? groupOf('tab', tab, null, at, inside(tab.fields))
          : nested(run, 'tab', { ...tab, name: tab.name }, two, at, seen),
      )
    case 'group':
      return field.name === null
        ? groupOf('group', field, null, at, inside(field.fields))
        : nested(run, 'group', { ...field, name: field.name }, two, at, seen)
    default:
      return named(run, field, two, at, seen, (sides, place) =>
        isRows(field) ? rowsOf(run, field, sides, place) : valuesOf(run, field, sides, place),
      )
  }
}

function nested(
  run: DocumentComparison,
  type: 'group' | 'tab',
  group: {
    name: string
    label: LocalizedText | null
    schemaPath: string
    localized: boolean
    fields: Field[]
  },
  two: Level,
  at: At,
  seen: Set<string>,
): ComparedPart[] {
  return named(run, group, two, at, seen, (sides, place) =>
    isObjectOrNothing(sides.before) && isObjectOrNothing(sides.after)
      ? groupOf(
          type,
          group,
          group.name,
          place,
          compareLevel(run, group.fields, { before: sides.before ?? {}, after: sides.after ?? {} }, place),
        )
      : [valueOf(null, group, sides, place)],
  )
}

/** Compares a field with a key of its own, once per locale if it is localized. */
function named(
  run: DocumentComparison,
  field: { name: string; localized: boolean },
  { before: old, after: now }: Level,
  at: At,
  seen: Set<string>,
  compare: (sides: Sides, place: At) => ComparedPart[],
): ComparedPart[] {
  const names = joinPath(at.names, field.name)
  // The server has no field for the file itself; it is readable if its name is.
  const isPermitted = run.mayRead(names === FILE_FIELD ? 'filename' : names)
  const isOwn = at.isRow ? ROW_NAMES.has(field.name) : field.name === 'id'
  if (seen.has(field.name) || isOwn || !isPermitted) return []
  seen.add(field.name)
  const [before, after] = [own(old, field.name), own(now, field.name)]
  const all = field.localized
    ? localeSides(before, after, run.locales)
    : [{ locale: at.locale, before, after }]
  return all.flatMap((sides) => compare(sides, placeOf(field.name, sides.locale, at)))
}

function valuesOf(run: DocumentComparison, field: FieldWithValue, sides: Sides, place: At): ComparedPart[] {
  if (place.locale !== null || !hasInnerLocales(field)) return [valueOf(field, field, sides, place)]
  const inLocale = (value: Json | undefined, code: string) => projectNode(field, value, code)
  const isOne = [sides.before, sides.after].every((value) =>
    run.locales.all.every((code) => inLocale(value, code) === value),
  )
  if (isOne) return [valueOf(field, field, sides, place)]
  return run.locales.shown.map((locale) => {
    const [before, after] = [inLocale(sides.before, locale), inLocale(sides.after, locale)]
    const there = { ...place, locale, key: `${place.key}@${locale}` }
    return valueOf(field, field, { before, after }, there)
  })
}

function rowsOf(run: DocumentComparison, field: RowsField, sides: Sides, place: At): ComparedPart[] {
  const { before, after } = sides
  if (!isListOrNothing(before) || !isListOrNothing(after)) return [valueOf(null, field, sides, place)]
  const [old, now] = [before ?? [], after ?? []]
  if (!run.takesRows(old.length + now.length)) return [valueOf(null, field, sides, place)]
  const rows = pairRows(old, now).map(({ key, id, was, is, isMoved }): ComparedRow => {
    const [oldRow, newRow] = [was === null ? undefined : old[was], is === null ? undefined : now[is]]
    const row = isPlainJson(newRow) ? newRow : isPlainJson(oldRow) ? oldRow : {}
    const blockType = field.type === 'blocks' ? plainText(own(row, 'blockType')) : null
    const at: At = {
      path: joinPath(place.path, id ?? ''),
      names: joinPath(place.names, blockType ?? ''),
      locale: place.locale,
      key: `${place.key}/${key}`,
      isRow: true,
    }
    const parts =
      isObjectOrNothing(oldRow) && isObjectOrNothing(newRow)
        ? compareLevel(run, rowFields(field, row) ?? [], { before: oldRow ?? {}, after: newRow ?? {} }, at)
        : [valueOf(null, { name: '', label: null }, { before: oldRow, after: newRow }, at)]
    const differsItself = was === null || is === null || isMoved
    return {
      kind: 'row',
      key: at.key,
      path: at.path,
      locale: at.locale,
      field,
      id,
      was: was === null ? null : was + 1,
      is: is === null ? null : is + 1,
      isMoved,
      before: isPlainJson(oldRow) ? oldRow : null,
      after: isPlainJson(newRow) ? newRow : null,
      blockType,
      block: field.type === 'blocks' ? blockOf(field, row) : null,
      parts,
      changed: changedIn(parts) || (differsItself ? 1 : 0),
    }
  })
  const differing = rows.filter((row) => row.changed > 0).length
  const { path, locale, key } = place
  const counts = { total: rows.length, differing, changed: changedIn(rows) }
  return [{ kind: 'rows', key, path, locale, field, rows, ...counts }]
}

/** Values of one level that the schema does not have. */
function rest(run: DocumentComparison, inside: Field[], { before, after }: Level, at: At): ComparedPart[] {
  const known = new Set(dataFields(inside).map(({ name }) => name))
  const isOwn = (name: string): boolean =>
    at.isRow
      ? name === 'id' || name === 'blockType'
      : at.path === '' && (DOCUMENT_NAMES.has(name) || name.startsWith('_'))
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => !known.has(name) || (at.isRow && name === 'blockName'),
  )
  return names.flatMap((name) => {
    const [old, now] = [own(before, name), own(after, name)]
    if (isOwn(name) || (isBlank(old) && isBlank(now))) return []
    const all =
      at.locale === null
        ? unknownSides(old, now, run.locales)
        : [{ locale: at.locale, before: old, after: now }]
    return all.map((sides) => valueOf(null, { name, label: null }, sides, placeOf(name, sides.locale, at)))
  })
}

function placeOf(name: string, locale: string | null, at: At): At {
  const inLocale = locale !== null && at.locale === null ? `@${locale}` : ''
  return {
    path: joinPath(at.path, name),
    names: joinPath(at.names, name),
    locale,
    key: `${at.key}/${name}${inLocale}`,
    isRow: false,
  }
}

function valueOf(
  field: FieldWithValue | null,
  { name, label }: { name: string; label: LocalizedText | null },
  { before = null, after = null }: Pick<Sides, 'before' | 'after'>,
  { key, path, locale }: At,
): ComparedValue {
  const said = (value: Json) => (field?.type === 'json' ? value : withoutEmpty(value))
  const changed = sameJson(said(before), said(after)) ? 0 : 1
  return { kind: 'value', key, path, locale, field, name, label, before, after, changed }
}

/** Turns an empty list into null, as both mean nothing; not for JSON fields, where they differ. */
function withoutEmpty(value: Json): Json {
  return Array.isArray(value) && value.length === 0 ? null : value
}

function groupOf(
  type: 'group' | 'tab' | 'collapsible',
  { label, schemaPath }: { label: LocalizedText | null; schemaPath: string },
  name: string | null,
  { path, locale, key }: At,
  parts: ComparedPart[],
): ComparedPart[] {
  // A group without any visible field is left out.
  if (parts.length === 0) return []
  const ownKey = name === null ? `${key}(${type} ${schemaPath})` : key
  return [{ kind: 'group', type, key: ownKey, path, locale, name, label, parts, changed: changedIn(parts) }]
}

function isObjectOrNothing(value: Json | undefined): value is JsonObject | null | undefined {
  return value === undefined || value === null || isPlainJson(value)
}

function isListOrNothing(value: Json | undefined): value is Json[] | null | undefined {
  return value === undefined || value === null || Array.isArray(value)
}
