import type { Change, Conflict } from '../../shared/document/change.ts'
import type { ConflictSide } from '../../shared/document/conflict-choice.ts'
import { fieldNodeAt, parentPath } from '../../shared/document/path.ts'
import { projectRow } from '../../shared/document/project.ts'
import type { Field } from '../../shared/cms/schema-model.ts'
import { isRows, type DataNode } from '../../shared/cms/fields.ts'
import { isJsonObject, type Json, type JsonObject } from '../../shared/json.ts'
import { isBlank } from '../../shared/fields/value-rules.ts'
import { diffText, rowLines } from '../fields/diff-text.ts'
import type { ValueContext } from '../fields/field-module.ts'
import { wordsAt, type SideWords } from '../fields/words-at.ts'

/** One change as two texts; null for no value. */
export type ChangeText = { from: string | null; to: string | null }

/**
 * Returns the field of a change or conflict, or null if schema and data do not tell. The path of a row, even a
 * removed one, gives its list. `data`: all locales.
 */
export function nodeAt(
  fields: Field[] | null,
  { path, locale }: Pick<Change, 'path' | 'locale'>,
  data: JsonObject,
): DataNode | null {
  if (fields === null) return null
  const node = fieldNodeAt(fields, data, path, locale)
  if (node !== null) return node
  const list = fieldNodeAt(fields, data, parentPath(path).parent, locale)
  return list !== null && isRows(list) ? list : null
}

/** Returns the text of each side of an entry's conflicts. `locale`: that of the entry. */
export function conflictText(
  document: { fields: Field[] | null; data: JsonObject },
  conflicts: readonly Conflict[],
  locale: string | null,
  context: ValueContext,
): (conflict: Conflict, side: 'base' | ConflictSide) => string | null {
  return (conflict, side) => {
    const node = nodeAt(document.fields, conflict, document.data)
    const instead = (path: string) => conflicts.find((one) => one.path === path)?.[side]
    return sideText(node, conflict[side], locale, wordsAt(context, document, conflict, instead))
  }
}

/** Returns one side of a conflict as text: a field's value, or a whole row. */
function sideText(
  node: DataNode | null,
  value: Json,
  locale: string | null,
  context: ValueContext,
): string | null {
  if (node === null || !isRows(node)) return diffText(node, value, context)
  // A conflict about rows is about one row, and this side removed it.
  if (value === null) return context.t('galley:sync.rowGone')
  return isJsonObject(value) ? rowText(node, value, locale, context) : diffText(node, value, context)
}

/** Returns both sides of a change as text. `locale`: that of the entry; rows are shown in it. */
export function changeText(
  change: Change,
  node: DataNode | null,
  locale: string | null,
  words: SideWords,
): ChangeText {
  if (change.kind === 'set')
    return { from: diffText(node, change.from, words.from), to: diffText(node, change.to, words.to) }
  const context = words.to
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
  const content = (rows: Record<string, JsonObject>): string[] =>
    Object.values(rows)
      .filter(holdsSomething)
      .map((row) => rowText(node, row, locale, context))
  const head = `${count(change.to.length)}${parts.length > 0 ? `: ${parts.join(', ')}` : ''}`
  return {
    from: [count(change.from.length), ...content(change.removed)].join('\n'),
    to: [head, ...content(change.added)].join('\n'),
  }
}

function holdsSomething(row: JsonObject): boolean {
  return Object.entries(row).some(([key, value]) => key !== 'id' && !isBlank(value))
}

/** Returns a row's content in one locale as text; the row holds all locales. */
function rowText(
  node: DataNode | null,
  row: JsonObject,
  locale: string | null,
  context: ValueContext,
): string {
  return node !== null && isRows(node)
    ? (diffText(node, [projectRow(node, row, locale)], context) ?? '')
    : rowLines(null, row, context).join('\n')
}
