import type { Field, RichTextEditor } from '../../cms/schema-model.ts'
import { applyChanges } from '../../document/apply.ts'
import type { ConflictSide } from '../../document/conflict-choice.ts'
import { changesBetween } from '../../document/diff.ts'
import { asSeen, asStored } from '../../document/one-locale.ts'
import { fieldNodeAt } from '../../document/path.ts'
import { lostRows, rebaseChanges } from '../../document/rebase.ts'
import { resolveConflicts, type ConflictOutcome } from '../../document/resolve-conflicts.ts'
import { sameJson } from '../../json.ts'
import type { JsonObject } from '../../json.ts'
import { valueType, type FieldTypes } from '../field-type.ts'
import type { Three } from './merge-unit.ts'

/** What is to be known of a text to merge what is in the fields of its nodes. */
export type NodeSchema = { editor: RichTextEditor; types: FieldTypes }

/** Null: the site does not tell. */
export function nodeSchema(editor: RichTextEditor | null, types: FieldTypes): NodeSchema | null {
  return editor === null ? null : { editor, types }
}

/**
 * The fields of a node that both sides changed, merged as those of a document are (SY6); of what both changed as `side`
 * has it. Null: rows without ids are nothing that can be merged.
 */
export function mergeFields(
  fields: Field[],
  types: FieldTypes,
  three: Three<JsonObject>,
  side: ConflictSide,
): JsonObject | null {
  const [base, mine, theirs] = [three.base, three.mine, three.theirs].map((data) => asStored(fields, data))
  if (base === undefined || mine === undefined || theirs === undefined) return null
  const made = changesBetween(fields, base, mine)
  if (!sameJson(applyChanges(fields, base, made), mine)) return null
  const lost = lostRows(fields, base, theirs, made)
  const { changes, conflicts } = rebaseChanges({ fields, types }, theirs, made, { lost })
  const outcomes = conflicts.map((one): [string, ConflictOutcome] => {
    const node = fieldNodeAt(fields, theirs, one.path, one.locale)
    if (node === null || node.type === 'nested') return [one.path, side]
    // A text in a block is merged by what it is made of, too.
    const parts = valueType(types, node).mergeParts?.(node, one.base, one.mine, one.theirs, side, types)
    return [one.path, parts ?? side]
  })
  const left = resolveConflicts(fields, theirs, changes, conflicts, Object.fromEntries(outcomes))
  return asSeen(fields, applyChanges(fields, theirs, left))
}
