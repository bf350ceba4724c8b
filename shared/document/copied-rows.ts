import * as v from 'valibot'
import { dataFields, isRows, rowFields } from '../cms/fields.ts'
import type { DataNode } from '../cms/fields.ts'
import type { Field, RowsField } from '../cms/schema-model.ts'
import { isBlank } from '../fields/value-rules.ts'
import { isValueType } from '../fields/value-shapes.ts'
import { isPlainJson, json, own } from '../json.ts'
import type { Json, JsonObject } from '../json.ts'
import { ROW_NAMES } from './sparse-body.ts'

/**
 * A row on the clipboard. It describes its own fields, as it may be pasted under another or a newer schema. Rows in
 * it have no ids and no empty values; a value is copied whole, with the ids in it.
 */
export type CopiedRow = {
  /** Slug of its block; null for a row of an array. */
  blockType: string | null
  /** Label of the row, for messages. */
  label: string
  fields: CopiedField[]
}

export type CopiedField = {
  name: string
  type: DataNode['type']
  /** Collections that a relationship or upload points at; empty for other fields. */
  relationTo: string[]
  /** One per locale; `locale` null: the value is not localized. */
  slots: CopiedSlot[]
}

export type CopiedSlot = { locale: string | null } & (
  | { kind: 'value'; value: Json }
  | { kind: 'fields'; fields: CopiedField[] }
  | { kind: 'rows'; rows: CopiedRow[] }
)

/** The content of the clipboard. */
export type CopiedRows = {
  format: typeof FORMAT
  /** Id of the server that the rows are from; null: not known. Document ids mean nothing on another server. */
  server: string | null
  rows: CopiedRow[]
}

const FORMAT = 'galley/rows/1'
/** Longest clipboard text, in characters of JSON; longer than any list that a person copies. */
const LONGEST = 16_000_000

const slot: v.GenericSchema<unknown, CopiedSlot> = v.variant('kind', [
  v.object({ locale: v.nullable(v.string()), kind: v.literal('value'), value: json }),
  v.object({
    locale: v.nullable(v.string()),
    kind: v.literal('fields'),
    fields: v.array(v.lazy(() => field)),
  }),
  v.object({ locale: v.nullable(v.string()), kind: v.literal('rows'), rows: v.array(v.lazy(() => row)) }),
])
const field: v.GenericSchema<unknown, CopiedField> = v.object({
  name: v.string(),
  type: v.custom<DataNode['type']>(isValueType),
  relationTo: v.array(v.string()),
  slots: v.array(slot),
})
const row: v.GenericSchema<unknown, CopiedRow> = v.object({
  blockType: v.nullable(v.string()),
  label: v.string(),
  fields: v.array(field),
})
const copiedRows: v.GenericSchema<unknown, CopiedRows> = v.object({
  format: v.literal(FORMAT),
  server: v.optional(v.nullable(v.string()), null),
  rows: v.pipe(v.array(row), v.minLength(1)),
})

/** Turns stored rows into clipboard content. */
export function copyRows(
  list: RowsField,
  rows: readonly JsonObject[],
  labelOf: (row: JsonObject) => string,
  server: string | null,
): CopiedRows {
  return { format: FORMAT, server, rows: rows.map((one) => copyRow(list, one, labelOf(one))) }
}

/** Reads the clipboard, which any program may have written; null: it holds no rows. */
export function readCopiedRows(text: string): CopiedRows | null {
  if (text.length > LONGEST) return null
  try {
    const result = v.safeParse(copiedRows, JSON.parse(text))
    return result.success ? result.output : null
  } catch {
    // The text is no JSON, or is nested deeper than the stack allows.
    return null
  }
}

function copyRow(list: RowsField, data: JsonObject, label: string): CopiedRow {
  const blockType = list.type === 'blocks' ? own(data, 'blockType') : undefined
  const fields = rowFields(list, data)
  const known = fields === null ? unknownFields(data) : copyFields(fields, data)
  const name = own(data, 'blockName')
  const named = typeof name === 'string' && name !== '' && !known.some((one) => one.name === 'blockName')
  return {
    blockType: typeof blockType === 'string' ? blockType : null,
    label,
    fields: named
      ? [
          {
            name: 'blockName',
            type: 'text',
            relationTo: [],
            slots: [{ locale: null, kind: 'value', value: name }],
          },
          ...known,
        ]
      : known,
  }
}

/** The fields of a row whose block is not in the schema, so that pasting can name those it cannot take. */
function unknownFields(data: JsonObject): CopiedField[] {
  return Object.entries(data).flatMap(([name, value]): CopiedField[] =>
    ROW_NAMES.has(name) || isBlank(value)
      ? []
      : [{ name, type: 'unknown', relationTo: [], slots: [{ locale: null, kind: 'value', value }] }],
  )
}

function copyFields(fields: Field[], data: JsonObject): CopiedField[] {
  return dataFields(fields).flatMap((node): CopiedField[] => {
    const value = own(data, node.name)
    if (node.name === 'id' || node.type === 'join' || isBlank(value)) return []
    const given: [string | null, Json][] =
      node.localized && isPlainJson(value) ? Object.entries(value) : [[null, value ?? null]]
    const slots = given.flatMap(([locale, one]) => (isBlank(one) ? [] : [copySlot(node, locale, one)]))
    return slots.length === 0
      ? []
      : [{ name: node.name, type: node.type, relationTo: 'relationTo' in node ? node.relationTo : [], slots }]
  })
}

function copySlot(node: DataNode, locale: string | null, value: Json): CopiedSlot {
  if (node.type === 'nested' && isPlainJson(value))
    return { locale, kind: 'fields', fields: copyFields(node.fields, value) }
  if (isRows(node) && Array.isArray(value))
    return { locale, kind: 'rows', rows: value.filter(isPlainJson).map((one) => copyRow(node, one, '')) }
  return { locale, kind: 'value', value }
}
