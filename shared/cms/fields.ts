import type { Json, JsonObject } from '../json.ts'
import { isPlainJson, own } from '../json.ts'
import { usedAt } from './schema-path.ts'
import type { BlockUse } from './schema-path.ts'
import type {
  Block,
  BlocksField,
  Field,
  LayoutField,
  LocalizedText,
  RowsField,
  ValueField,
} from './schema-model.ts'

/** A named group or a named tab: an object in the data with fields of its own. */
export type NestedNode = {
  type: 'nested'
  name: string
  schemaPath: string
  label: LocalizedText | null
  localized: boolean
  fields: Field[]
}

/** What has a key of its own in the data. */
export type DataNode = ValueField | RowsField | NestedNode

export type FieldHit = {
  /** The field; for the path of a row the field that has the row. */
  field: DataNode
  /** Set where the path names a row itself: `layout.<rowId>`. */
  rowId: string | null
  /** Where the server finds the field: unlike the field's own, it says where a shared block is used. */
  schemaPath: string
}

const known = new WeakMap<Field[], DataNode[]>()

/** The fields that have a key in the data at this level; containers that only lay out are opened (S3.03-S3.06). */
export function dataFields(fields: Field[]): DataNode[] {
  const found = known.get(fields)
  if (found) return found
  const nodes: DataNode[] = []
  for (const field of fields) {
    if (field.type === 'ui') continue
    if (isLayout(field)) nodes.push(...dataFields(field.fields))
    else if (field.type === 'tabs') {
      for (const tab of field.tabs) {
        if (tab.name === null) nodes.push(...dataFields(tab.fields))
        else
          nodes.push({
            type: 'nested',
            name: tab.name,
            schemaPath: tab.schemaPath,
            label: tab.label,
            localized: tab.localized,
            fields: tab.fields,
          })
      }
    } else if (field.type === 'group') {
      if (field.name === null) nodes.push(...dataFields(field.fields))
      else
        nodes.push({
          type: 'nested',
          name: field.name,
          schemaPath: field.schemaPath,
          label: field.label,
          localized: field.localized,
          fields: field.fields,
        })
    } else nodes.push(field)
  }
  known.set(fields, nodes)
  return nodes
}

function isLayout(field: Field): field is LayoutField {
  return field.type === 'row' || field.type === 'collapsible'
}

const byName = new WeakMap<Field[], ReadonlyMap<string, DataNode>>()

/** The field of that name at this level, or null. Of several with one name the first counts. */
export function dataField(fields: Field[], name: string): DataNode | null {
  let found = byName.get(fields)
  if (!found) {
    found = new Map(
      dataFields(fields)
        .toReversed()
        .map((node) => [node.name, node]),
    )
    byName.set(fields, found)
  }
  return found.get(name) ?? null
}

export function isRows(node: DataNode): node is RowsField {
  return node.type === 'array' || node.type === 'blocks'
}

/** The fields of one row; those of its block for a blocks field, null where the block is not known. */
export function rowFields(field: RowsField, row: JsonObject): Field[] | null {
  return field.type === 'array' ? field.fields : (blockOf(field, row)?.fields ?? null)
}

/** The block that a row of a blocks field is of; null where the schema does not know it. */
export function blockOf(field: BlocksField, row: JsonObject): Block | null {
  const slug = own(row, 'blockType')
  return field.blocks.find((block) => block.slug === slug) ?? null
}

/** The id of a row as text; null where it has none, or one that cannot be part of a path. */
export function rowId(row: Json | undefined): string | null {
  if (!isPlainJson(row)) return null
  const id = own(row, 'id')
  const name = typeof id === 'number' ? String(id) : id
  return typeof name === 'string' && name !== '' && !name.includes('.') ? name : null
}

/**
 * The field that a path names, or null. Rows are named by id; those of blocks need `data` to tell their block:
 * either all-locales data or a one-locale view.
 */
export function fieldAtPath(fields: Field[], path: string, data?: JsonObject): FieldHit | null {
  return path === '' ? null : fieldAt(fields, path.split('.'), data, null)
}

function fieldAt(
  fields: Field[],
  segments: string[],
  data: JsonObject | undefined,
  use: BlockUse | null,
): FieldHit | null {
  const [name, ...rest] = segments
  const node = name === undefined ? null : dataField(fields, name)
  if (node === null) return null
  const schemaPath = usedAt(node.schemaPath, use)
  const [next, ...below] = rest
  if (next === undefined) return { field: node, rowId: null, schemaPath }
  const values = data === undefined ? [] : slots(node, own(data, node.name))
  if (node.type === 'nested') {
    // A localized group is an object per locale in all-locales data, and the group itself in the view of one.
    const [first] = values.filter(isPlainJson)
    return fieldAt(node.fields, rest, first, use)
  }
  if (!isRows(node)) return null
  const row = values
    .flatMap((value) => (Array.isArray(value) ? value : []))
    .filter(isPlainJson)
    .find((item) => rowId(item) === next)
  if (below.length === 0) return { field: node, rowId: next, schemaPath }
  if (node.type === 'array') return fieldAt(node.fields, below, row, use)
  const block = row === undefined ? null : blockOf(node, row)
  if (block === null) return null
  return fieldAt(block.fields, below, row, {
    defined: block.schemaPath,
    used: `${schemaPath}.${block.slug}`,
  })
}

/** The values that a field has, whichever the shape of the data: one per locale, or the one. */
function slots(node: DataNode, value: Json | undefined): Json[] {
  if (value === undefined) return []
  if (!node.localized || !isPlainJson(value)) return [value]
  return [...Object.values(value), value]
}

/**
 * Visits every field, containers before what they hold; the fields of a block once, where they are met first. `path` is
 * made of the schema's names, with block slugs.
 */
export function walkFields(fields: Field[], visit: (field: Field, path: string) => void): void {
  const seen = new Set<Block>()
  const walk = (level: Field[], prefix: string): void => {
    const at = (name: string | null): string =>
      name === null || name === '' ? prefix : prefix === '' ? name : `${prefix}.${name}`
    for (const field of level) {
      const path = 'name' in field ? at(field.name) : prefix
      visit(field, path)
      if (field.type === 'blocks') {
        for (const block of field.blocks) {
          if (seen.has(block)) continue
          seen.add(block)
          walk(block.fields, `${path}.${block.slug}`)
        }
      } else if (field.type === 'tabs') for (const tab of field.tabs) walk(tab.fields, at(tab.name))
      else if ('fields' in field) walk(field.fields, path)
    }
  }
  walk(fields, '')
}
