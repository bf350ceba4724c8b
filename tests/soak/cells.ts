import { dataFields, isRows, rowFields, rowId } from '../../shared/cms/fields.ts'
import type { Field } from '../../shared/cms/schema-model.ts'
import { isWithin, joinPath } from '../../shared/document/path.ts'
import { projectLocale } from '../../shared/document/project.ts'
import { isPlainJson, own, type Json, type JsonObject } from '../../shared/json.ts'
import { canonical } from './canonical.ts'
import { LOCALES } from './kinds.ts'
import { wordsOfText } from './words.ts'

/**
 * A document as a flat table: `practical.costs.<row>.what@*` → value, `list:layout@*` → ids of the rows in order.
 * `@` names the locale, `*` where the field has one value for all.
 */
export type Cells = Map<string, Json>

/** One locale's view, or the body of a write, as far as it names fields. */
export function cellsOf(fields: Field[], view: JsonObject, locale: string | null): Cells {
  const cells: Cells = new Map()
  collect(fields, view, '', false, locale, cells)
  return cells
}

/** A whole document in all locales. */
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
    // What refers to the document is not its own.
    if (node.type === 'join') continue
    const path = joinPath(prefix, node.name)
    const here = localized || node.localized
    if (node.type === 'nested') {
      if (isPlainJson(value)) collect(node.fields, value, path, here, locale, into)
      continue
    }
    if (node.type === 'richText') {
      // A text is its paragraphs.
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

/** `locale` null: all locales share it. */
export const cellKey = (path: string, locale: string | null): string => `${path}@${locale ?? '*'}`
export const listKey = (path: string, locale: string | null): string => `list:${cellKey(path, locale)}`

export const isListKey = (key: string): boolean => key.startsWith('list:')

/** The field or list that a key names, and its locale. */
export function placeOfKey(key: string): { path: string; locale: string | null } {
  const at = key.lastIndexOf('@')
  const locale = key.slice(at + 1)
  return { path: key.slice(isListKey(key) ? 5 : 0, at), locale: locale === '*' ? null : locale }
}

/** The ids of a list, or the items of a field with several values, each as text. */
export const itemsOf = (value: Json | undefined): string[] =>
  Array.isArray(value) ? value.map(canonical) : []

/**
 * The body of a write in which rows that came without an id have the one that the server gave them: the answer has them
 * in the same places.
 */
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

/** What a write makes of a document: cells of rows that it leaves out are gone. */
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
