import type { Field } from '../../shared/cms/schema-model.ts'
import type { Change } from '../../shared/document/change.ts'
import { coalesceChanges } from '../../shared/document/coalesce.ts'
import { getValue, missingRow, rowIds } from '../../shared/document/path.ts'
import { isPlainJson, type JsonObject } from '../../shared/json.ts'

type Draft = { changes: Change[]; locale: string | null }

/**
 * Drafts whose edits lie in rows that somebody else removed: the edit takes the whole row along, as it was. What a
 * draft knows of a row is only what was typed in it; once the old base is forgotten the row could not be shown as a
 * conflict, nor be put back (SY6, SY7). `before`, `after`: what lay under the drafts and lies there now.
 */
export function keepLostRows<D extends Draft>(
  fields: Field[],
  before: JsonObject,
  after: JsonObject,
  drafts: readonly D[],
): D[] {
  return drafts.map((draft) => {
    const kept = draft.changes.flatMap((item) => keeping(fields, before, after, item, draft.locale))
    return kept.length === 0 ? draft : { ...draft, changes: coalesceChanges(kept, draft.changes) }
  })
}

function keeping(
  fields: Field[],
  before: JsonObject,
  after: JsonObject,
  item: Change,
  locale: string | null,
): Change[] {
  const path = missingRow(fields, after, item.path, locale)
  if (path === null) return []
  const row = getValue(fields, before, path, locale)
  if (!isPlainJson(row)) return []
  const dot = path.lastIndexOf('.')
  const list = path.slice(0, dot)
  const ids = rowIds(getValue(fields, before, list, locale))
  return [{ kind: 'rows', path: list, from: ids, to: ids, added: { [path.slice(dot + 1)]: row } }]
}
