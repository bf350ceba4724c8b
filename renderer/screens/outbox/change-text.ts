import type { Change } from '../../../shared/document/change.ts'
import type { Field } from '../../../shared/cms/schema-model.ts'
import { fieldAtPath, isRows, type DataNode } from '../../../shared/cms/fields.ts'
import { isJsonObject, type Json, type JsonObject } from '../../../shared/json.ts'
import { isBlank } from '../../../shared/fields/value-rules.ts'
import { diffText } from '../../fields/diff-text.ts'
import type { ValueContext } from '../../fields/field-module.ts'
import { rowLines } from '../../fields/row-lines.ts'

/** One change as two texts; null where there was or will be nothing. */
export type ChangeText = { from: string | null; to: string | null }

/** The field that a path names, or null where the schema and the data do not tell. */
export function nodeAt(fields: Field[] | null, path: string, data: Json): DataNode | null {
  if (fields === null) return null
  return fieldAtPath(fields, path, isJsonObject(data) ? data : undefined)?.field ?? null
}

export function changeText(change: Change, node: DataNode | null, context: ValueContext): ChangeText {
  if (change.kind === 'set')
    return { from: diffText(node, change.from, context), to: diffText(node, change.to, context) }
  const count = (number: number) => context.t('galley:sync.rows', { count: number, number })
  const kept = change.from.filter((id) => change.to.includes(id))
  const added = change.to.length - change.to.filter((id) => change.from.includes(id)).length
  const removed = change.from.length - kept.length
  const moved = kept.join() !== change.to.filter((id) => change.from.includes(id)).join()
  const parts = [
    added > 0 ? context.t('galley:sync.rowsAdded', { number: added }) : null,
    removed > 0 ? context.t('galley:sync.rowsRemoved', { number: removed }) : null,
    moved ? context.t('galley:sync.rowsMoved') : null,
  ].filter((part) => part !== null)
  const content = Object.values(change.added)
    .filter(holdsSomething)
    .map((row) => rowText(node, row, context))
  const to = [`${count(change.to.length)}${parts.length > 0 ? `: ${parts.join(', ')}` : ''}`, ...content]
  return { from: count(change.from.length), to: to.join('\n') }
}

function holdsSomething(row: JsonObject): boolean {
  return Object.entries(row).some(([key, value]) => key !== 'id' && !isBlank(value))
}

/** What a new row holds. */
function rowText(node: DataNode | null, row: JsonObject, context: ValueContext): string {
  return node !== null && isRows(node)
    ? (diffText(node, [row], context) ?? '')
    : rowLines(null, row, context).join('\n')
}
