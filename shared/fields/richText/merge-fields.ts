import type { Field, RichTextEditor } from '../../cms/schema-model.ts'
import { applyChanges } from '../../document/apply.ts'
import { eachSide, type Sides } from '../../document/conflict-choice.ts'
import { changesBetween } from '../../document/diff.ts'
import { asSeen, asStored } from '../../document/project.ts'
import { fieldNodeAt } from '../../document/path.ts'
import { lostRows, rebaseChanges } from '../../document/rebase.ts'
import { resolveConflicts, type ConflictOutcome } from '../../document/resolve-conflicts.ts'
import { sameJson } from '../../json.ts'
import type { JsonObject } from '../../json.ts'
import { valueType, type FieldTypes } from '../field-type.ts'
import type { Three } from './three-way.ts'

/** The schema that the merge of fields in nodes needs. */
export type NodeSchema = { editor: RichTextEditor; types: FieldTypes }

/** The schema for merging nodes; null: the site does not send the editor's features. */
export function nodeSchema(editor: RichTextEditor | null, types: FieldTypes): NodeSchema | null {
  return editor === null ? null : { editor, types }
}

/**
 * Merges the fields of a node that both sides changed like those of a document (SY6): once with my, once with
 * their value of each conflict. Null: it cannot be merged, for example because rows have no ids.
 */
export function mergeFields(
  fields: Field[],
  types: FieldTypes,
  three: Three<JsonObject>,
): Sides<JsonObject> | null {
  const [base, mine, theirs] = [three.base, three.mine, three.theirs].map((data) => asStored(fields, data))
  if (base === undefined || mine === undefined || theirs === undefined) return null
  const made = changesBetween(fields, base, mine)
  if (!sameJson(applyChanges(fields, base, made), mine)) return null
  const lost = lostRows(fields, base, theirs, made)
  const { changes, conflicts } = rebaseChanges({ fields, types: textsApart(types) }, theirs, made, { lost })
  const merged = conflicts.map((one): [path: string, Sides | null] => {
    const node = fieldNodeAt(fields, theirs, one.path, one.locale)
    if (node === null || node.type === 'nested') return [one.path, null]
    return [
      one.path,
      valueType(types, node).mergeSides?.(node, one.base, one.mine, one.theirs, types) ?? null,
    ]
  })
  return eachSide((side) => {
    const outcomes = merged.map(([path, sides]): [string, ConflictOutcome] => [
      path,
      sides === null ? side : { value: sides[side] },
    ])
    const left = resolveConflicts(fields, theirs, changes, conflicts, Object.fromEntries(outcomes))
    return asSeen(fields, applyChanges(fields, theirs, left))
  })
}

/**
 * Field types whose rich texts always conflict in a rebase, so that each is merged once (by `mergeSides`). A
 * merge in the rebase as well would double the work at each level of nested texts.
 */
function textsApart(types: FieldTypes): FieldTypes {
  return { ...types, richText: { ...types.richText, merge: () => ({ ok: false }) } }
}
