import { dataField, isRows, rowFields, rowId, type DataNode } from '../../cms/fields.ts'
import type { Collection, Field, Global, RowsField } from '../../cms/schema-model.ts'
import { plainText } from '../../fields/value-rules.ts'
import { isPlainJson, own, sameJson, type Json, type JsonObject } from '../../json.ts'
import type { Change, RowsChange } from '../change.ts'
import { changesBetween, isOfContent } from '../diff.ts'
import {
  cellLocale,
  fieldNodeAt,
  getStored,
  getValue,
  joinPath,
  missingRow,
  parentPath,
  updateSlot,
  splitPath,
} from '../path.ts'
import { resolveField } from '../resolve-field.ts'
import { hasInnerLocales } from '../project.ts'
import { findRow, rowIds } from '../row-index.ts'
import { isKnownRow, removeRows, type ListPlace } from '../row-operations.ts'
import { isOfType } from '../../sync/schema-fit.ts'
import type { ComparedRow, ComparedRows, ComparedValue } from './compared.ts'
import type { ComparedLocales } from './locale-sides.ts'

/** The version that something is taken from into the document: one of the two compared. */
export type TakenFrom = {
  entity: Collection | Global
  locales: ComparedLocales
  /** The version's side in the comparison, and its whole content. */
  side: 'before' | 'after'
  version: JsonObject
  /** True if the person may write a field of the document, by its path there. */
  mayWrite: (path: string, locale: string | null) => boolean
}

/** A part that can be taken: a field, a whole list of rows, or one row. */
export type TakenPart = ComparedValue | ComparedRows | ComparedRow

/**
 * The edits that take one part of the version into the document `now`, in the shown locales. Empty if the document is
 * equal, lacks the row or field, or the person may not write it.
 */
export function takePart(from: TakenFrom, now: JsonObject, part: TakenPart): Change[] {
  const { entity, locales } = from
  if (part.locale !== null && !locales.all.includes(part.locale)) return []
  // A value stored before the field was localized has no locale.
  if (part.locale === null && isPerLocale(from, now, part)) return []
  const { parent } = parentPath(part.path)
  // A field in a row that the version lacks is taken with its row.
  const isGone = [now, from.version].some(
    (data) => missingRow(entity.fields, data, parent, part.locale) !== null,
  )
  if (isGone) return []
  const changes =
    part.kind === 'value'
      ? takeValue(from, now, part)
      : part.kind === 'rows'
        ? takeList(from, now, part)
        : takeRow(from, now, part)
  const isShown = ({ locale }: Change): boolean =>
    locale === null || locale === part.locale || locales.shown.includes(locale)
  const shown = changes.filter(isShown)
  const made = shown.flatMap((change) => permitted(from, now, change))
  // If some rows may not be added or removed, the list would match neither version, so nothing is taken.
  const rowsOf = (all: readonly Change[]): number => all.filter(({ kind }) => kind === 'rows').length
  return part.kind !== 'value' && rowsOf(made) < rowsOf(shown) ? [] : made
}

function isPerLocale({ entity, locales }: TakenFrom, now: JsonObject, part: TakenPart): boolean {
  const isText = part.kind === 'value' && part.field !== null && hasInnerLocales(part.field)
  const [any = null] = locales.all
  return !isText && cellLocale(entity.fields, now, part.path, any) !== null
}

function takeValue({ entity, side }: TakenFrom, now: JsonObject, part: ComparedValue): Change[] {
  const { path, locale } = part
  const [was, is] = [getValue(entity.fields, now, path, locale), part[side]]
  return sameJson(said(was, part), said(is, part)) ? [] : [{ kind: 'set', path, locale, from: was, to: is }]
}

/** Turns an empty list into undefined, as both mean nothing, like in a comparison. */
function said(value: Json, { field }: ComparedValue): Json | undefined {
  const isNothing = value === null || (Array.isArray(value) && value.length === 0 && field?.type !== 'json')
  return isNothing ? undefined : value
}

function takeList({ entity, version }: TakenFrom, now: JsonObject, { path, locale }: ComparedRows): Change[] {
  const list = getStored(entity.fields, version, path, locale)
  const then = updateSlot(
    entity.fields,
    now,
    splitPath(path),
    locale,
    () => (Array.isArray(list) ? list : []),
    (value) => value,
  )
  return changesBetween(entity.fields, now, then)
}

function takeRow(from: TakenFrom, now: JsonObject, row: ComparedRow): Change[] {
  const { entity, side, version } = from
  const { field, id, locale, path: rowPath } = row
  if (id === null) return []
  const place = { path: parentPath(rowPath).parent, locale }
  const list = { place, rows: getStored(entity.fields, now, place.path, locale) }
  const here = findRow(list.rows, id)
  const there = row[side]
  // A row is never replaced by one of another block under the same id.
  const isOther =
    here !== undefined && own(here, 'blockType') !== own(row.before ?? row.after ?? {}, 'blockType')
  if (isOther) return []
  if (there === null) return here === undefined ? [] : [removeRows(list, [id])]
  const order = rowIds(getStored(entity.fields, version, place.path, locale))
  const ids = rowIds(list.rows)
  if (here === undefined) return [reordered(place, ids, placed(ids, id, order), { [id]: there })]
  const to = row.isMoved && field.isSortable ? placed(ids, id, order) : ids
  const moved = sameJson(ids, to) ? [] : [reordered(place, ids, to)]
  return [...moved, ...changesBetween(rowFields(field, here) ?? [], here, there, { path: rowPath, locale })]
}

function reordered(
  { path, locale }: ListPlace,
  from: string[],
  to: string[],
  added: RowsChange['added'] = {},
): RowsChange {
  return { kind: 'rows', path, locale, from, to, added, removed: {} }
}

/**
 * The ids with one of them moved to its position in `order`: after the nearest earlier id that is present, otherwise
 * before the next.
 */
function placed(ids: readonly string[], id: string, order: readonly string[]): string[] {
  const others = ids.filter((one) => one !== id)
  const at = order.indexOf(id)
  const before = order.slice(0, at).findLast((one) => others.includes(one))
  const after = order.slice(at + 1).find((one) => others.includes(one))
  const index =
    before !== undefined
      ? others.indexOf(before) + 1
      : after !== undefined
        ? others.indexOf(after)
        : others.length
  return others.toSpliced(index, 0, id)
}

/** The parts of a change that the person may write. */
function permitted(from: TakenFrom, now: JsonObject, change: Change): Change[] {
  const { entity, mayWrite } = from
  const { path, locale } = change
  if (!mayWrite(path, locale)) return []
  if (isBlockName(from, now, change)) return [change]
  const resolved = resolveField(entity.fields, now, path, locale)
  // Virtual fields are computed by the server, so they cannot be written.
  const isFixed = resolved === null || resolved.readOnly || resolved.hidden || !resolved.field.canSort
  if (isFixed || !isOfContent(entity, now, change)) return []
  const { field } = resolved
  // The field may have had another type then, or its list was too long to be compared row by row.
  if (change.kind === 'set')
    return change.to === null || (!isRows(field) && isOfType(field, change.to)) ? [change] : []
  const added = Object.entries(change.added)
  // In a block that the schema does not have, it is unknown which values are localized (SY13).
  if (!isRows(field) || !added.every(([, row]) => isKnownRow(field, row))) return []
  const writable = added.map(([id, row]) => [id, writableRow(field, row, path)] as const)
  return [{ ...change, added: Object.fromEntries(writable) }]

  function writableRow(list: RowsField, row: JsonObject, at: string): JsonObject {
    // A row that does not exist yet is named by the slug of its block.
    const name = list.type === 'blocks' ? plainText(own(row, 'blockType')) : (rowId(row) ?? '')
    return writableLevel(rowFields(list, row) ?? [], row, joinPath(at, name))
  }

  function writableLevel(fields: Field[], data: JsonObject, at: string): JsonObject {
    const entries = Object.entries(data).flatMap(([name, value]): [string, Json][] => {
      const node = dataField(fields, name)
      if (node === null || name === 'id') return [[name, value]]
      const inside = joinPath(at, name)
      if (!mayWrite(inside, locale)) return []
      const slot = (one: Json): Json => writableSlot(node, one, inside)
      const isLocales = node.localized && isPlainJson(value)
      return [[name, isLocales ? mapValues(value, slot) : slot(value)]]
    })
    return Object.fromEntries(entries)
  }

  function writableSlot(node: DataNode, value: Json, at: string): Json {
    if (node.type === 'nested') return isPlainJson(value) ? writableLevel(node.fields, value, at) : value
    if (!isRows(node) || !Array.isArray(value)) return value
    return value.map((row) => (isPlainJson(row) ? writableRow(node, row, at) : row))
  }
}

/** True for the name of a block, which is no field of the schema, although the server stores it. */
function isBlockName({ entity }: TakenFrom, now: JsonObject, { path, locale }: Change): boolean {
  const { parent, name } = parentPath(path)
  const list = fieldNodeAt(entity.fields, now, parentPath(parent).parent, locale)
  return name === 'blockName' && list?.type === 'blocks'
}

function mapValues(data: JsonObject, become: (value: Json) => Json): JsonObject {
  return Object.fromEntries(Object.entries(data).map(([key, value]) => [key, become(value)]))
}
