import { dataFields } from '../cms/fields.ts'
import type { Collection, Field } from '../cms/schema-model.ts'
import { isPerLocale, statusIn } from '../document/locale-status.ts'
import { fieldNodeAt, getValue } from '../document/path.ts'
import { setPlain } from '../document/plain-path.ts'
import { projectLocale } from '../document/project.ts'
import { valueType, type FieldTypes, type TextContext } from '../fields/field-type.ts'
import type { RelatedRef } from '../cms/doc-ref.ts'
import { isPlainJson, type Json, type JsonObject } from '../json.ts'
import { isTempId } from '../cms/doc-ref.ts'

/** A document that is exported. `data`: in all locales. */
export type Exported = { id: string; data: JsonObject; status: 'draft' | 'published' | null }

/** Columns of documents that are no fields of the site, before and after those. */
const FIRST = ['id']
const LAST = ['_status', 'createdAt', 'updatedAt']

/** The paths of all fields of a collection with values: the columns of a CSV with all fields. */
export function exportPaths(collection: Collection): string[] {
  const own = new Set([...FIRST, ...LAST, 'deletedAt'])
  const paths = pathsBelow(collection.fields, '').filter((path) => !own.has(path))
  return [
    ...FIRST,
    ...paths,
    ...(collection.versions?.drafts === true ? ['_status'] : []),
    ...(collection.timestamps ? ['createdAt', 'updatedAt'] : []),
  ]
}

function pathsBelow(fields: Field[], before: string): string[] {
  return dataFields(fields).flatMap((node) => {
    const path = `${before}${node.name}`
    if (node.type === 'nested') return pathsBelow(node.fields, `${path}.`)
    // A join lists other documents and has no value of its own.
    return node.type === 'join' ? [] : [path]
  })
}

/** The value of a document for a column, in one locale. */
export function exportedValue(
  collection: Collection,
  { id, data, status }: Exported,
  path: string,
  locale: string | null,
): Json {
  if (path === 'id') return isTempId(id) ? null : (data['id'] ?? id)
  if (path === '_status') {
    const own = data['_status'] ?? status
    return isPerLocale(own) ? statusIn(own, locale) : own
  }
  return getValue(collection.fields, data, path, locale)
}

/** A value as it is stored, for a CSV cell. */
export function storedCell(value: Json): string | number | boolean {
  if (value === null) return ''
  if (typeof value !== 'object') return value
  const isPlain = Array.isArray(value) && value.every((item) => item === null || typeof item !== 'object')
  return isPlain ? value.map((item) => String(item ?? '')).join(', ') : JSON.stringify(value)
}

/** A value as lists show it, for a CSV cell: options by label, documents by title. */
export function shownCell(
  types: FieldTypes,
  collection: Collection,
  exported: Exported,
  path: string,
  locale: string | null,
  context: TextContext,
): string | number | boolean {
  const value = exportedValue(collection, exported, path, locale)
  const node = path === 'id' || path === '_status' ? null : fieldNodeAt(collection.fields, {}, path, null)
  const isItself =
    node === null || node.type === 'nested' || node.type === 'number' || node.type === 'checkbox'
  if (isItself || value === null) return storedCell(value)
  return valueType(types, node).text(node, value, context)
}

/** The documents that these columns refer to. */
export function exportedRefs(
  types: FieldTypes,
  collection: Collection,
  exported: Exported,
  paths: readonly string[],
  locale: string | null,
): RelatedRef[] {
  return paths.flatMap((path) => {
    const node = fieldNodeAt(collection.fields, {}, path, null)
    if (node === null || node.type === 'nested') return []
    return valueType(types, node).refs(node, exportedValue(collection, exported, path, locale))
  })
}

/** A document in one locale as an object; `paths`: only these fields, null: all. */
export function exportedObject(
  collection: Collection,
  exported: Exported,
  paths: readonly string[] | null,
  locale: string | null,
): JsonObject {
  const names = paths ?? ['id', ...('_status' in exported.data ? ['_status'] : [])]
  const whole = paths === null ? projectLocale(collection.fields, exported.data, locale) : {}
  return names.reduce((object, path) => {
    const next = setPlain(object, path.split('.'), exportedValue(collection, exported, path, locale))
    return isPlainJson(next) ? next : object
  }, whole)
}

/** Start of the file, by which spreadsheets read it as UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF'

/** First characters of a formula in spreadsheets, in full and half width. */
const FORMULA = /^[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/

/**
 * Formula starts inside a text, where spreadsheets of other languages begin a cell, or at a line that is no sentence.
 */
const FORMULA_WITHIN =
  /([;\t] *)(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])|([\r\n] *)(?=[=@\uFF1D\uFF20]|[+-]\S*[|(])/g

/**
 * One line of a CSV (RFC 4180), with its end. Texts that a spreadsheet would run get a leading `'`; numbers do not.
 */
export function csvLine(cells: readonly (string | number | boolean)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

function csvCell(value: string | number | boolean): string {
  if (typeof value !== 'string') return String(value)
  const text = (FORMULA.test(value) ? `'${value}` : value).replaceAll(FORMULA_WITHIN, "$1$2'")
  return /[",\r\n]/.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text
}
