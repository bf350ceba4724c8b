import { dataField, isRows, rowFields } from '../cms/fields.ts'
import type { DataNode } from '../cms/fields.ts'
import type { Field } from '../cms/schema-model.ts'
import { isPlainJson, own } from '../json.ts'
import type { Json, JsonObject } from '../json.ts'
import { getPlain, setPlain, withKey } from './plain-path.ts'
import {
  absorbNode,
  hasInnerLocales,
  projectLocale,
  projectNode,
  projectRow,
  slotOf,
  withSlot,
} from './project.ts'
import { findRow, rowIndex, withRowAt } from './row-index.ts'

/** A dotted path of names and row ids; empty parts are left out. */
export function joinPath(...parts: string[]): string {
  return parts.filter((part) => part !== '').join('.')
}

export function splitPath(path: string): string[] {
  return path === '' ? [] : path.split('.')
}

/** Splits a path into the path of its parent and its own name. */
export function parentPath(path: string): { parent: string; name: string } {
  const dot = path.lastIndexOf('.')
  return { parent: path.slice(0, Math.max(0, dot)), name: path.slice(dot + 1) }
}

/** True if `path` is `ancestor` or lies below it. */
export function isWithin(path: string, ancestor: string): boolean {
  return path === ancestor || path.startsWith(`${ancestor}.`)
}

/** The target of a path in all-locales data: a field's slot for the locale, or a row of a list. */
type PathTarget =
  | { kind: 'level'; fields: Field[]; data: JsonObject }
  | { kind: 'field'; node: DataNode; slot: Json | undefined }
  | { kind: 'row'; list: DataNode; row: JsonObject }
  /** The schema does not have it (SY13). */
  | { kind: 'plain'; value: Json | undefined }

function placeAt(
  fields: Field[],
  data: JsonObject,
  segments: readonly string[],
  locale: string | null,
): PathTarget | null {
  const [name, ...rest] = segments
  if (name === undefined) return { kind: 'level', fields, data }
  const node = dataField(fields, name)
  if (node === null) return { kind: 'plain', value: getPlain(data, segments) }
  const slot = slotOf(node, own(data, name), locale)
  if (rest.length === 0) return { kind: 'field', node, slot }
  if (node.type === 'nested') return placeAt(node.fields, isPlainJson(slot) ? slot : {}, rest, locale)
  if (!isRows(node)) return { kind: 'plain', value: getPlain(slot, rest) }
  const [id = '', ...below] = rest
  const row = findRow(slot, id)
  if (row === undefined) return null
  if (below.length === 0) return { kind: 'row', list: node, row }
  const inRow = rowFields(node, row)
  return inRow === null ? { kind: 'plain', value: getPlain(row, below) } : placeAt(inRow, row, below, locale)
}

/**
 * The value at a path of all-locales data, seen in one locale: a leaf as it is, groups and rows in their one-locale
 * view. Null: no value, or no such path.
 */
export function getValue(fields: Field[], data: JsonObject, path: string, locale: string | null): Json {
  const place = placeAt(fields, data, splitPath(path), locale)
  switch (place?.kind) {
    case undefined:
      return null
    case 'level':
      return projectLocale(place.fields, place.data, locale)
    case 'field':
      return projectNode(place.node, place.slot, locale) ?? null
    case 'row':
      return isRows(place.list) ? projectRow(place.list, place.row, locale) : place.row
    case 'plain':
      return place.value ?? null
  }
}

/** The value at a path in stored shape: rows and groups with all their locales. Nothing is copied. */
export function getStored(fields: Field[], data: JsonObject, path: string, locale: string | null): Json {
  const place = placeAt(fields, data, splitPath(path), locale)
  switch (place?.kind) {
    case undefined:
      return null
    case 'level':
      return place.data
    case 'field':
      return place.slot ?? null
    case 'row':
      return place.row
    case 'plain':
      return place.value ?? null
  }
}

/** The field at a path through the rows of this data; null: there is none. */
export function fieldNodeAt(
  fields: Field[],
  data: JsonObject,
  path: string,
  locale: string | null,
): DataNode | null {
  const place = placeAt(fields, data, splitPath(path), locale)
  return place?.kind === 'field' ? place.node : null
}

/**
 * The locale of a cell: null if neither the field nor anything around it is localized, otherwise the given one. Rich
 * text with localized nodes differs by locale.
 */
export function cellLocale(
  fields: Field[],
  data: JsonObject,
  path: string,
  locale: string | null,
): string | null {
  const walk = (inside: Field[], from: JsonObject, segments: readonly string[]): boolean => {
    const [name, ...rest] = segments
    const node = name === undefined ? null : dataField(inside, name)
    if (node === null) return false
    if (node.localized || (rest.length === 0 && hasInnerLocales(node))) return true
    const slot = own(from, node.name)
    if (node.type === 'nested') return walk(node.fields, isPlainJson(slot) ? slot : {}, rest)
    const [id = '', ...below] = rest
    const row = isRows(node) && below.length > 0 ? findRow(slot, id) : undefined
    return row !== undefined && isRows(node) && walk(rowFields(node, row) ?? [], row, below)
  }
  return locale !== null && walk(fields, data, splitPath(path)) ? locale : null
}

/**
 * All-locales data with one slot replaced; the rest is shared, and a missing row changes nothing. `update` gets the
 * field and its slot; `plain` the rest of a path that the schema does not describe.
 */
export function updateSlot(
  fields: Field[],
  data: JsonObject,
  segments: readonly string[],
  locale: string | null,
  update: (node: DataNode, slot: Json | undefined) => Json | undefined,
  plain: (value: Json | undefined, rest: readonly string[]) => Json | undefined,
): JsonObject {
  const [name = '', ...rest] = segments
  const node = dataField(fields, name)
  if (node === null) {
    const next = plain(data, segments)
    return isPlainJson(next) ? next : data
  }
  const stored = own(data, name)
  const slot = slotOf(node, stored, locale)
  const next = below(node, slot)
  return next === slot ? data : withKey(data, name, withSlot(node, stored, locale, next))

  function below(at: DataNode, value: Json | undefined): Json | undefined {
    if (rest.length === 0) return update(at, value)
    if (at.type === 'nested')
      return updateSlot(at.fields, isPlainJson(value) ? value : {}, rest, locale, update, plain)
    if (!isRows(at)) return plain(value, rest)
    const [id = '', ...inside] = rest
    const row = findRow(value, id)
    if (row === undefined || !Array.isArray(value) || inside.length === 0) return value
    const inRow = rowFields(at, row)
    const changed =
      inRow === null ? (plain(row, inside) ?? row) : updateSlot(inRow, row, inside, locale, update, plain)
    return changed === row ? value : withRowAt(value, rowIndex(value).get(id) ?? 0, changed)
  }
}

/**
 * Sets the one-locale value at a path in all-locales data; null empties it. Other locales stay, unchanged
 * parts are shared with the input, and a path into a missing row changes nothing.
 */
export function setValue(
  fields: Field[],
  data: JsonObject,
  path: string,
  locale: string | null,
  value: Json,
): JsonObject {
  const segments = splitPath(path)
  if (segments.length === 0) return data
  return updateSlot(
    fields,
    data,
    segments,
    locale,
    (node, slot) => absorbNode(node, slot, value, locale),
    (under, rest) => setPlain(under, rest, value),
  )
}

/**
 * The path of the first missing row on the way to a path, the row at its end included; null: none is missing.
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
