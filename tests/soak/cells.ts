import { dataFields, isRows, rowFields, rowId } from '../../shared/cms/fields.ts'
import type { Field } from '../../shared/cms/schema-model.ts'
import { joinPath } from '../../shared/document/path.ts'
import { projectLocale } from '../../shared/document/project.ts'
import { isPlainJson, own, type Json, type JsonObject } from '../../shared/json.ts'
import { LOCALES } from './kinds.ts'

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
    if (!isRows(node)) {
      into.set(cellKey(path, here, locale), value)
      continue
    }
    const rows = Array.isArray(value) ? value.filter(isPlainJson) : []
    into.set(
      listKey(path, here, locale),
      rows.map((row) => rowId(row) ?? '?'),
    )
    for (const row of rows) {
      const inRow = rowFields(node, row)
      if (inRow !== null) collect(inRow, row, joinPath(path, rowId(row) ?? '?'), here, locale, into)
    }
  }
}

export const cellKey = (path: string, localized: boolean, locale: string | null): string =>
  `${path}@${localized ? (locale ?? '*') : '*'}`
export const listKey = (path: string, localized: boolean, locale: string | null): string =>
  `list:${cellKey(path, localized, locale)}`

/** Whether the field of an edit holds one value per locale, seen over the rows on the way. */
export function isLocalized(fields: Field[], path: string): boolean {
  let inside = fields
  let localized = false
  const parts = path.split('.')
  for (let index = 0; index < parts.length; index += 1) {
    const node = dataFields(inside).find(({ name }) => name === parts[index])
    if (!node) {
      // Of blocks any may have the field; in a row the id comes first.
      return localized
    }
    localized ||= node.localized
    if (node.type === 'nested') inside = node.fields
    else if (isRows(node)) {
      index += 1
      inside = node.type === 'array' ? node.fields : node.blocks.flatMap((block) => block.fields)
    } else return localized
  }
  return localized
}

/** Absent, null and empty are the same; ids are the same as text and as numbers. */
export function canonical(value: Json | undefined): string {
  if (value === undefined || value === null || value === '') return 'null'
  if (Array.isArray(value)) return value.length === 0 ? 'null' : `[${value.map(canonical).join()}]`
  if (isPlainJson(value)) {
    const parts = Object.entries(value)
      .filter(([, item]) => canonical(item) !== 'null')
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, item]) => `${key}:${canonical(item)}`)
    return `{${parts.join()}}`
  }
  return String(value)
}

/** What a write makes of a document: cells of rows that it leaves out are gone. */
export function applyCells(cells: Cells, write: Cells): Cells {
  const next = new Map(cells)
  for (const [key, value] of write) {
    if (key.startsWith('list:') && Array.isArray(value)) {
      const before = next.get(key)
      const path = key.slice('list:'.length, key.lastIndexOf('@'))
      for (const id of Array.isArray(before) ? before : []) {
        if (value.includes(id)) continue
        const row = `${path}.${canonical(id)}.`
        for (const other of next.keys())
          if (other.startsWith(row) || other.startsWith(`list:${row}`)) next.delete(other)
      }
    }
    next.set(key, value)
  }
  return next
}
