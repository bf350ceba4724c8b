import { dataFields, isRows, rowFields, rowId } from '../../shared/cms/fields.ts'
import type { Field } from '../../shared/cms/schema-model.ts'
import { isWithin, joinPath } from '../../shared/document/path.ts'
import { projectLocale } from '../../shared/document/project.ts'
import { isPlainJson, own, type Json, type JsonObject } from '../../shared/json.ts'
import { canonical } from './canonical.ts'
import { LOCALES } from './kinds.ts'
import { wordsOfText } from './words.ts'

/**
 * A document as a flat table: the key `practical.costs.<row>.what@*` holds a value, `list:layout@*` the row ids in
 * order. `@` names the locale, `*` a value shared by all.
 */
export type Cells = Map<string, Json>

/** Returns the cells of one locale's view, or of a write's body. */
export function cellsOf(fields: Field[], view: JsonObject, locale: string | null): Cells {
  const cells: Cells = new Map()
  collect(fields, view, '', false, locale, cells)
  return cells
}

/** Returns the cells of a whole document in all locales. */
export function cellsOfAll(fields: Field[], data: JsonObject): Cells {
  const cells: Cells = new Map()
  for (const locale of LOCALES)
    for (const [key, value] of cellsOf(fields, projectLocale(fields, data, locale), locale))
      cells.set(key, value)
  return cells
}

function collect(
  fields: Field[],
  view: JsonObject,
  prefix: string,
  localized: boolean,
  locale: string | null,
  into: Cells,
): void {
  for (const node of dataFields(fields)) {
    const value = own(view, node.name)
    if (value === undefined || node.name === 'id') continue
    // Joins hold references from other documents.
    if (node.type === 'join') continue
    const path = joinPath(prefix, node.name)
    const here = localized || node.localized
    if (node.type === 'nested') {
      if (isPlainJson(value)) collect(node.fields, value, path, here, locale, into)
      continue
    }
    if (node.type === 'richText') {
      // A rich text counts as its paragraphs.
      into.set(cellKey(path, here ? locale : null), wordsOfText(value))
      continue
    }
    if (!isRows(node)) {
      into.set(cellKey(path, here ? locale : null), value)
      continue
    }
    const rows = Array.isArray(value) ? value.filter(isPlainJson) : []
    into.set(
      listKey(path, here ? locale : null),
      rows.map((row) => rowId(row) ?? '?'),
    )
    for (const row of rows) {
      const inRow = rowFields(node, row)
      if (inRow !== null) collect(inRow, row, joinPath(path, rowId(row) ?? '?'), here, locale, into)
    }
  }
}

/** `locale` null: shared by all locales. */
export const cellKey = (path: string, locale: string | null): string => `${path}@${locale ?? '*'}`
export const listKey = (path: string, locale: string | null): string => `list:${cellKey(path, locale)}`

export const isListKey = (key: string): boolean => key.startsWith('list:')

/** Returns the path and locale of a key. */
export function placeOfKey(key: string): { path: string; locale: string | null } {
  const at = key.lastIndexOf('@')
  const locale = key.slice(at + 1)
  return { path: key.slice(isListKey(key) ? 5 : 0, at), locale: locale === '*' ? null : locale }
}

/** Returns the ids of a list, or the items of a field with several values, as strings. */
export const itemsOf = (value: Json | undefined): string[] =>
  Array.isArray(value) ? value.map(canonical) : []

/** Gives rows of a body that had no id the server's ids, which the answer has at the same positions. */
export function withAnswerIds(fields: Field[], body: JsonObject, answer: JsonObject): JsonObject {
  const next: JsonObject = { ...body }
  for (const node of dataFields(fields)) {
    const [value, given] = [own(body, node.name), own(answer, node.name)]
    if (node.type === 'nested') {
      if (isPlainJson(value) && isPlainJson(given)) next[node.name] = withAnswerIds(node.fields, value, given)
    } else if (isRows(node) && Array.isArray(value) && Array.isArray(given)) {
      next[node.name] = value.map((row, index): Json => {
        const stored = given[index]
        if (!isPlainJson(row) || !isPlainJson(stored)) return row
        const inRow = rowFields(node, row)
        const filled = inRow === null ? row : withAnswerIds(inRow, row, stored)
        return rowId(row) === null ? { ...filled, id: own(stored, 'id') ?? null } : filled
      })
    }
  }
  return next
}

/** Applies a write to cells; those of omitted rows are removed. */
export function applyCells(cells: Cells, write: Cells): Cells {
  const next = new Map(cells)
  for (const [key, value] of write) {
    if (isListKey(key)) {
      const stay = itemsOf(value)
      const { path } = placeOfKey(key)
      for (const id of itemsOf(next.get(key))) {
        if (stay.includes(id)) continue
        const row = joinPath(path, id)
        for (const other of next.keys()) if (isWithin(placeOfKey(other).path, row)) next.delete(other)
      }
    }
    next.set(key, value)
  }
  return next
}
