import type { Block, LocalizedText, RowsField } from '../../cms/schema-model.ts'
import type { FieldWithValue, FieldTypes } from '../../fields/field-type.ts'
import type { Json, JsonObject } from '../../json.ts'
import { valueType } from '../../fields/field-type.ts'
import type { RelatedRef } from '../../cms/doc-ref.ts'

/** The properties of every part of a comparison. */
type Part = {
  /** Unique in the comparison. */
  key: string
  /** Path in the data of both documents, with rows by id. */
  path: string
  /** The locale of its contents; null: the same in all locales. */
  locale: string | null
  /**
   * Number of fields in the part that differ, counted per locale. A row that was added, removed or moved
   * counts as one if none of its fields differ.
   */
  changed: number
}

/** One field, in one locale if it is localized. */
export type ComparedValue = Part & {
  kind: 'value'
  /** Null: the schema has no such field, its type does not fit the value, or its list has too many rows. */
  field: FieldWithValue | null
  name: string
  label: LocalizedText | null
  before: Json
  after: Json
}

/** Fields that the schema groups: a group, a tab, a collapsible. */
export type ComparedGroup = Part & {
  kind: 'group'
  type: 'group' | 'tab' | 'collapsible'
  /** Null: it only affects the layout. */
  name: string | null
  label: LocalizedText | null
  parts: ComparedPart[]
}

/** An array or blocks field, in one locale if each locale has rows of its own. */
export type ComparedRows = Part & {
  kind: 'rows'
  field: RowsField
  /** Rows in the order of the newer document; a removed row comes after the row it followed. */
  rows: ComparedRow[]
  /** Number of rows in either document, and number of those that were added, removed, moved or changed inside. */
  total: number
  differing: number
}

export type ComparedRow = Part & {
  kind: 'row'
  field: RowsField
  /** Null: the row has no id, or repeats one, and its path is that of its list. */
  id: string | null
  /** Its position in each document, from 1; null: not there. */
  was: number | null
  is: number | null
  /** True if it moved among the rows that both documents have. */
  isMoved: boolean
  before: JsonObject | null
  after: JsonObject | null
  /** The row's block; `block` null: the schema does not have it. Both null in an array. */
  blockType: string | null
  block: Block | null
  parts: ComparedPart[]
}

export type ComparedPart = ComparedValue | ComparedGroup | ComparedRows

/** Number of fields in these parts that differ; see `changed`. */
export function changedIn(parts: readonly { changed: number }[]): number {
  return parts.reduce((sum, { changed }) => sum + changed, 0)
}

/** The parts without unchanged ones. Row numbers stay the same. */
export function onlyModified(parts: readonly ComparedPart[]): ComparedPart[] {
  return parts.flatMap((part): ComparedPart[] => {
    if (part.changed === 0) return []
    switch (part.kind) {
      case 'value':
        return [part]
      case 'group':
        return [{ ...part, parts: onlyModified(part.parts) }]
      case 'rows': {
        const rows = part.rows.filter(({ changed }) => changed > 0)
        return [{ ...part, rows: rows.map((row) => ({ ...row, parts: onlyModified(row.parts) })) }]
      }
      default:
        return part satisfies never
    }
  })
}

/** The documents that the values of a comparison point at, each once. */
export function comparedRefs(types: FieldTypes, parts: readonly ComparedPart[]): RelatedRef[] {
  const found = new Map<string, RelatedRef>()
  const look = (part: ComparedPart): void => {
    if (part.kind === 'group') part.parts.forEach(look)
    else if (part.kind === 'rows') part.rows.forEach((row) => row.parts.forEach(look))
    else if (part.field !== null) {
      const type = valueType(types, part.field)
      for (const value of [part.before, part.after])
        for (const ref of type.refs(part.field, value)) found.set(`${ref.slug} ${ref.id}`, ref)
    }
  }
  parts.forEach(look)
  return [...found.values()]
}
