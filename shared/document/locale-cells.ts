import { dataFields, isRows, rowFields, rowId } from '../cms/fields.ts'
import type { DataNode } from '../cms/fields.ts'
import type { Field, RowsField, ValueField } from '../cms/schema-model.ts'
import { valueType } from '../fields/field-type.ts'
import { rowsOf } from '../fields/value-rules.ts'
import { isPlainJson, own, type Json, type JsonObject } from '../json.ts'
import type { DocumentSchema } from '../fields/field-type.ts'
import { getStored, joinPath, missingRow } from './path.ts'

/** The source and the target locale of a translation. */
export type Translation = { from: string; to: string }

/** A field with a value for each locale, at its place in a document; a list is one cell with all its rows. */
export type LocaleCell = {
  path: string
  field: ValueField | RowsField
  /** The values of the two locales; for a list its rows in stored shape. */
  source: Json | undefined
  target: Json | undefined
}

/**
 * The cells of a document in the order of its schema. Rows that all locales share are entered; a list with
 * rows of its own per locale is one cell, as its rows have no counterparts. Ids and joins are left out.
 */
export function localeCells(fields: Field[], data: JsonObject, { from, to }: Translation): LocaleCell[] {
  const cells: LocaleCell[] = []

  /** Visits one level. `apart`: a parent is localized, so the two locales have different objects. */
  function level(
    inside: Field[],
    source: JsonObject,
    target: JsonObject,
    path: string,
    apart: boolean,
  ): void {
    for (const node of dataFields(inside)) {
      if (node.name === 'id' || node.type === 'join') continue
      const [first, second] = [own(source, node.name), own(target, node.name)]
      const at = joinPath(path, node.name)
      if (node.localized) visit(node, inLocale(first, from), inLocale(second, to), at, true)
      else visit(node, first, second, at, apart)
    }
  }

  function visit(
    node: DataNode,
    source: Json | undefined,
    target: Json | undefined,
    path: string,
    apart: boolean,
  ): void {
    if (node.type === 'nested') return level(node.fields, asObject(source), asObject(target), path, apart)
    if (apart) cells.push({ path, field: node, source, target })
    else if (isRows(node)) {
      for (const row of rowsOf(source)) {
        const inRow = rowFields(node, row)
        const id = rowId(row)
        if (inRow !== null && id !== null) level(inRow, row, row, joinPath(path, id), false)
      }
    }
  }

  level(fields, data, data, '', false)
  return cells
}

function inLocale(value: Json | undefined, code: string): Json | undefined {
  return isPlainJson(value) ? own(value, code) : undefined
}

function asObject(value: Json | undefined): JsonObject {
  return isPlainJson(value) ? value : {}
}

/**
 * missing: empty in this locale, and the source is not. older: the source has changed since `reference`, and this
 * locale has not.
 */
export type TranslationMark = 'missing' | 'older'

/**
 * The mark of a cell. `reference`: the document when its locales were last published together; null: nothing is
 * older.
 */
export function translationMark(
  { fields, types }: DocumentSchema,
  { path, field, source, target }: LocaleCell,
  { from, to }: Translation,
  reference: JsonObject | null,
): TranslationMark | null {
  const type = valueType(types, field)
  // An unchecked checkbox is a value in every language.
  if (field.type === 'checkbox' || type.isEmpty(field, source)) return null
  if (type.isEmpty(field, target)) return 'missing'
  if (reference === null || missingRow(fields, reference, path, null) !== null) return null
  const isAsBefore = (value: Json | undefined, locale: string) =>
    type.equal(field, value, getStored(fields, reference, path, locale))
  return !isAsBefore(source, from) && isAsBefore(target, to) ? 'older' : null
}

/** The localized field at a path, with its values. */
export function localeCellAt(
  fields: Field[],
  data: JsonObject,
  { path, field }: Pick<LocaleCell, 'path' | 'field'>,
  { from, to }: Translation,
): LocaleCell {
  const stored = (locale: string) => getStored(fields, data, path, locale)
  return { path, field, source: stored(from), target: stored(to) }
}
