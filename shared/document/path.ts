import { dataField, isRows, rowFields, rowId } from '../cms/fields.ts'
import type { DataNode } from '../cms/fields.ts'
import type { Field, RowsField } from '../cms/schema-model.ts'
import { isPlainJson, own } from '../json.ts'
import type { Json, JsonObject } from '../json.ts'
import { getPlain, setPlain, withKey } from './plain-path.ts'
import { absorbNode, absorbRow, projectLocale, projectNode, slotOf, withSlot } from './project.ts'

/** A dotted path of names and row ids; empty parts are left out. */
export function joinPath(...parts: string[]): string {
  return parts.filter((part) => part !== '').join('.')
}

export function splitPath(path: string): string[] {
  return path === '' ? [] : path.split('.')
}

/** True when `path` is `ancestor` or lies below it. */
export function isWithin(path: string, ancestor: string): boolean {
  return path === ancestor || path.startsWith(`${ancestor}.`)
}

/**
 * What all-locales data holds at a path, as seen in one locale: a leaf as it is, groups and rows as their one-locale
 * view. null where there is no value or no such place.
 */
export function getValue(fields: Field[], data: JsonObject, path: string, locale: string | null): Json {
  return getAt(fields, data, splitPath(path), locale) ?? null
}

function getAt(
  fields: Field[],
  data: JsonObject,
  segments: string[],
  locale: string | null,
): Json | undefined {
  const [name, ...rest] = segments
  if (name === undefined) return projectLocale(fields, data, locale)
  const node = dataField(fields, name)
  if (node === null) return getPlain(data, segments)
  const slot = slotOf(node, own(data, name), locale)
  if (rest.length === 0) return projectNode(node, slot, locale)
  if (node.type === 'nested') return isPlainJson(slot) ? getAt(node.fields, slot, rest, locale) : undefined
  if (!isRows(node)) return getPlain(slot, rest)
  const [id = '', ...below] = rest
  const row = findRow(slot, id)
  const inRow = row === undefined ? null : rowFields(node, row)
  if (row === undefined) return undefined
  return inRow === null ? getPlain(row, below) : getAt(inRow, row, below, locale)
}

/**
 * All-locales data with the one-locale value at a path; other locales stay. null empties it. The input is not
 * changed; what did not change is shared. A path into a row that is not there changes nothing.
 */
export function setValue(
  fields: Field[],
  data: JsonObject,
  path: string,
  locale: string | null,
  value: Json,
): JsonObject {
  const segments = splitPath(path)
  return segments.length === 0 ? data : setAt(fields, data, segments, locale, value)
}

function setAt(
  fields: Field[],
  data: JsonObject,
  segments: string[],
  locale: string | null,
  value: Json,
): JsonObject {
  const [name = '', ...rest] = segments
  const node = dataField(fields, name)
  if (node === null) {
    const next = setPlain(data, segments, value)
    return isPlainJson(next) ? next : data
  }
  const stored = own(data, name)
  const slot = slotOf(node, stored, locale)
  const next =
    rest.length === 0 ? absorbNode(node, slot, value, locale) : setBelow(node, slot, rest, locale, value)
  return next === slot ? data : withKey(data, name, withSlot(node, stored, locale, next))
}

function setBelow(
  node: DataNode,
  slot: Json | undefined,
  segments: string[],
  locale: string | null,
  value: Json,
): Json | undefined {
  if (node.type === 'nested')
    return setAt(node.fields, isPlainJson(slot) ? slot : {}, segments, locale, value)
  if (!isRows(node)) return setPlain(slot, segments, value)
  const [id = '', ...below] = segments
  const row = findRow(slot, id)
  if (row === undefined || !Array.isArray(slot)) return slot
  if (below.length === 0 && value === null) return slot.filter((item) => item !== row)
  const next = setInRow(node, row, below, locale, value)
  return next === row ? slot : slot.map((item) => (item === row ? next : item))
}

function setInRow(
  node: RowsField,
  row: JsonObject,
  below: string[],
  locale: string | null,
  value: Json,
): Json {
  if (below.length === 0) return absorbRow(node, row, value, locale)
  const fields = rowFields(node, row)
  return fields === null ? (setPlain(row, below, value) ?? row) : setAt(fields, row, below, locale, value)
}

/** The row of that id in a list of rows, or undefined. */
export function findRow(rows: Json | undefined, id: string): JsonObject | undefined {
  if (!Array.isArray(rows)) return undefined
  return rows.filter(isPlainJson).find((row) => rowId(row) === id)
}

/** The ids of a list of rows, in order. */
export function rowIds(rows: Json | undefined): string[] {
  if (!Array.isArray(rows)) return []
  return rows.map((row) => rowId(row)).filter((id) => id !== null)
}

/**
 * The first row on the way to a path that is not there, as the path of that row; null where all are. The row that
 * the path itself names counts too.
 */
export function missingRow(
  fields: Field[],
  data: JsonObject,
  path: string,
  locale: string | null,
): string | null {
  const walked: string[] = []
  const walk = (inside: Field[], from: JsonObject, segments: string[]): string | null => {
    const [name, ...rest] = segments
    if (name === undefined) return null
    walked.push(name)
    const node = dataField(inside, name)
    if (node === null || rest.length === 0) return null
    const slot = slotOf(node, own(from, name), locale)
    if (node.type === 'nested') return walk(node.fields, isPlainJson(slot) ? slot : {}, rest)
    if (!isRows(node)) return null
    const [id = '', ...below] = rest
    walked.push(id)
    const row = findRow(slot, id)
    if (row === undefined) return walked.join('.')
    const inRow = rowFields(node, row)
    return inRow === null ? null : walk(inRow, row, below)
  }
  return walk(fields, data, splitPath(path))
}
