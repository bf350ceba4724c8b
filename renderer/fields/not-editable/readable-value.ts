import { relatedRefs, type RelatedRef } from '../../data/related-refs.ts'
import { pickLabel } from '../../../shared/cms/labels.ts'
import { dataFields, rowFields, rowId } from '../../../shared/cms/fields.ts'
import type { RadioField, RowsField, SelectField, ValueField } from '../../../shared/cms/schema-model.ts'
import { isPlainObject, type Json, type JsonObject } from '../../../shared/json.ts'

/** At most so much of a value is shown: opening a large document must not wait for what nobody can edit here. */
export const MAX_ROWS = 20
const MAX_PARAGRAPHS = 12
export const MAX_CODE = 2000

export type ReadableRow = { id: string; number: string; type: string; text: string }

/** A value in a shape that can be read; `more` counts what is left out. */
export type Readable =
  | { kind: 'empty' }
  | { kind: 'line'; text: string }
  | { kind: 'items'; items: string[] }
  | { kind: 'paragraphs'; paragraphs: string[]; more: number }
  | { kind: 'code'; text: string; cut: boolean }
  | { kind: 'rows'; rows: ReadableRow[]; total: number; more: number }

/**
 * What a field holds, to be read. `language` is that of the screen, for the names of blocks and options; `nameOf` names
 * a related document.
 */
export function readableValue(
  field: ValueField | RowsField,
  value: Json,
  language: string,
  nameOf: (ref: RelatedRef) => string = ({ id }) => id,
): Readable {
  if (value === null || value === '' || (Array.isArray(value) && value.length === 0)) return { kind: 'empty' }
  switch (field.type) {
    case 'array':
    case 'blocks':
      return rowsOf(field, value, language)
    case 'richText':
      return paragraphsOf(value)
    case 'relationship':
    case 'upload':
      return {
        kind: 'items',
        items: (Array.isArray(value) ? value : [value]).map((one) => {
          const [ref] = relatedRefs(field, one)
          return ref === undefined ? plain(one) : nameOf(ref)
        }),
      }
    case 'point':
      return Array.isArray(value) ? { kind: 'line', text: value.map(String).join(', ') } : codeOf(value)
    case 'json':
    case 'code':
      return codeOf(value)
    case 'select':
    case 'radio':
      return {
        kind: 'items',
        items: (Array.isArray(value) ? value : [value]).map((one) => optionOf(field, one, language)),
      }
    default:
      if (Array.isArray(value) && value.every((item) => typeof item !== 'object'))
        return { kind: 'items', items: value.map(String) }
      return typeof value === 'object' ? codeOf(value) : { kind: 'line', text: String(value) }
  }
}

function rowsOf(field: RowsField, value: Json, language: string): Readable {
  if (!Array.isArray(value)) return codeOf(value)
  const rows = value.slice(0, MAX_ROWS).map((row, index): ReadableRow => {
    const data = isPlainObject(row) ? row : {}
    const block =
      field.type === 'blocks' ? field.blocks.find((one) => one.slug === data['blockType']) : undefined
    const blockType = typeof data['blockType'] === 'string' ? data['blockType'] : ''
    return {
      id: rowId(row) ?? String(index),
      number: String(index + 1).padStart(2, '0'),
      type: block ? pickLabel(block.labels.singular, language) : field.type === 'blocks' ? blockType : '',
      text: firstText(field, data),
    }
  })
  return { kind: 'rows', rows, total: value.length, more: value.length - rows.length }
}

/** What a row is recognised by: its block name, else the first text in it. */
function firstText(field: RowsField, row: JsonObject): string {
  const named = row['blockName']
  if (typeof named === 'string' && named !== '') return named
  for (const inner of dataFields(rowFields(field, row) ?? [])) {
    if (inner.name === 'id' || (inner.type !== 'nested' && inner.hidden)) continue
    const value = row[inner.name] ?? null
    if (inner.type === 'text' || inner.type === 'textarea' || inner.type === 'email') {
      if (typeof value === 'string' && value.trim() !== '') return cut(value, 120)
    } else if (inner.type === 'richText') {
      const read = paragraphsOf(value)
      if (read.kind === 'paragraphs' && read.paragraphs[0]) return cut(read.paragraphs[0], 120)
    } else if (inner.type === 'nested' && isPlainObject(value)) {
      const nested: string = firstText({ ...rowsLike, fields: inner.fields }, value)
      if (nested !== '') return nested
    }
  }
  return ''
}

const rowsLike = {
  schemaPath: '',
  type: 'array' as const,
  name: '',
  label: null,
  description: null,
  hidden: false,
  disabled: false,
  readOnly: false,
  width: null,
  position: 'main' as const,
  hasCondition: false,
  required: false,
  localized: false,
  placeholder: null,
  defaultValue: null,
  labels: { singular: '', plural: '' },
  minRows: null,
  maxRows: null,
}

function paragraphsOf(value: Json): Readable {
  const root = isPlainObject(value) ? value['root'] : undefined
  if (!isPlainObject(root) || !Array.isArray(root['children'])) return codeOf(value)
  const paragraphs: string[] = []
  let count = 0
  for (const node of root['children']) {
    const text = textOf(node).trim()
    if (text === '') continue
    count += 1
    if (paragraphs.length < MAX_PARAGRAPHS) paragraphs.push(text)
  }
  if (count === 0) return { kind: 'empty' }
  return { kind: 'paragraphs', paragraphs, more: count - paragraphs.length }
}

/** The words of a rich text node and of everything in it. */
function textOf(node: Json): string {
  if (!isPlainObject(node)) return ''
  const data = node
  if (data['type'] === 'linebreak') return '\n'
  if (data['type'] === 'tab') return '\t'
  if (typeof data['text'] === 'string') return data['text']
  const children = Array.isArray(data['children']) ? data['children'] : []
  const between =
    data['type'] === 'list' || data['type'] === 'table' ? '\n' : data['type'] === 'tablerow' ? ' · ' : ''
  return children.map(textOf).join(between)
}

function optionOf(field: SelectField | RadioField, value: Json, language: string): string {
  const option = field.options.find((one) => one.value === value)
  return option ? pickLabel(option.label, language) : plain(value)
}

function plain(value: Json): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

function codeOf(value: Json): Readable {
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2)
  return { kind: 'code', text: text.slice(0, MAX_CODE), cut: text.length > MAX_CODE }
}

function cut(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length)}…` : text
}
