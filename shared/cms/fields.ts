import type { Json, JsonObject } from '../json.ts'
import { isPlainJson, own } from '../json.ts'
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

/** A field, group or tab with a key of its own in the data. */
export type DataNode = ValueField | RowsField | NestedNode

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

/** The field with this name at this level, or null. If several have the name, the first counts. */
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

/** The fields of one row; in a blocks field those of its block, null if the schema does not have it. */
export function rowFields(field: RowsField, row: JsonObject): Field[] | null {
  return field.type === 'array' ? field.fields : (blockOf(field, row)?.fields ?? null)
}

/** The block definition of a row of a blocks field; null if the schema does not have it. */
export function blockOf(field: BlocksField, row: JsonObject): Block | null {
  const slug = own(row, 'blockType')
  return field.blocks.find((block) => block.slug === slug) ?? null
}

/** The id of a row as a string; null if it has none, or one that cannot be part of a path. */
export function rowId(row: Json | undefined): string | null {
  if (!isPlainJson(row)) return null
  const id = own(row, 'id')
  const name = typeof id === 'number' ? String(id) : id
  return typeof name === 'string' && name !== '' && !name.includes('.') ? name : null
}

const localizedLevels = new WeakMap<Field[], boolean>()

/** True if any field, at any depth, has one value per locale. */
export function hasLocalizedFields(fields: Field[]): boolean {
  const answered = localizedLevels.get(fields)
  if (answered !== undefined) return answered
  // Blocks may contain each other, so each level is visited once.
  const met = new Set<Field[]>()
  const waiting = [fields]
  let found = false
  for (let level = waiting.pop(); level !== undefined && !found; level = waiting.pop()) {
    if (met.has(level)) continue
    met.add(level)
    for (const node of dataFields(level)) {
      found ||= node.localized
      if (node.type === 'blocks') waiting.push(...node.blocks.map((block) => block.fields))
      else if (node.type === 'nested' || node.type === 'array') waiting.push(node.fields)
    }
  }
  localizedLevels.set(fields, found)
  return found
}
