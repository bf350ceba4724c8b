import type { Block, LocalizedText, RowsField } from '../../cms/schema-model.ts'
import type { FieldWithValue } from '../../fields/field-type.ts'
import type { Json, JsonObject } from '../../json.ts'

/** What every part of a comparison has. */
type Part = {
  /** Unique in the comparison. */
  key: string
  /** In the data of both documents, rows by their ids. */
  path: string
  /** Of what is in it; null: it is the same in all locales. */
  locale: string | null
  /**
   * Fields in it that differ, each in each locale. A row that came, went or moved counts as one where nothing in it
   * differs, so that whatever differs counts.
   */
  changed: number
}

/** One field, in one locale where it has a value for each. */
export type ComparedValue = Part & {
  kind: 'value'
  /** Null: the schema has no such field, or another kind of field than the value is of. */
  field: FieldWithValue | null
  name: string
  label: LocalizedText | null
  before: Json
  after: Json
}

/** Fields that the schema keeps together: a group, a tab, a collapsible. */
export type ComparedGroup = Part & {
  kind: 'group'
  type: 'group' | 'tab' | 'collapsible'
  /** Null: it only lays out. */
  name: string | null
  label: LocalizedText | null
  parts: ComparedPart[]
}

/** An array or blocks, in one locale where each locale has rows of its own. */
export type ComparedRows = Part & {
  kind: 'rows'
  field: RowsField
  /** In the order of the newer document; what was removed stands behind what it stood behind. */
  rows: ComparedRow[]
  /** How many rows there are in one of the documents or both, and how many of these came, went, moved or differ inside. */
  total: number
  differing: number
}

export type ComparedRow = Part & {
  kind: 'row'
  field: RowsField
  /** Null: nothing names the row, and its path is that of its list. */
  id: string | null
  /** Its number in each of the documents, from 1; null: it is not there. */
  was: number | null
  is: number | null
  /** It stands elsewhere among the rows that both have. */
  isMoved: boolean
  before: JsonObject | null
  after: JsonObject | null
  /** What it is one of; `block` null: the schema has no such block. Both null in an array. */
  blockType: string | null
  block: Block | null
  parts: ComparedPart[]
}

export type ComparedPart = ComparedValue | ComparedGroup | ComparedRows

/** The fields in these parts that differ; see `changed`. */
export function changedIn(parts: readonly { changed: number }[]): number {
  return parts.reduce((sum, { changed }) => sum + changed, 0)
}

/** Without what is the same in both. Numbers of rows stay what they are. */
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
