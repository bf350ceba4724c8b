import type { Field } from '../cms/schema-model.ts'
import { applyChange } from '../document/apply.ts'
import { cellKey } from '../document/change.ts'
import type { Change, RowsChange } from '../document/change.ts'
import { coalesceChanges, isIdle } from '../document/coalesce.ts'
import { changesBetween } from '../document/diff.ts'
import { queuedDocument } from '../document/effective.ts'
import { mergeIds } from '../document/merge-ids.ts'
import { getStored, isWithin, joinPath } from '../document/path.ts'
import { rowIds } from '../document/row-index.ts'
import { own } from '../json.ts'
import type { JsonObject } from '../json.ts'
import type { OutboxEntry } from './entry.ts'

type Queued = Pick<OutboxEntry, 'changes'>

/** Ids of rows, by the cell of their list. */
type WaitingRows = Map<string, Set<string>>

/**
 * Moves queued rows into the changes that remove or restore them, so that they coalesce (DM5). `isOpen`: entries that
 * may change. `data`: all locales, below the queue. Null: no such rows.
 */
export function takeBackRows<Entry extends Queued>(
  fields: Field[],
  data: JsonObject,
  queue: readonly Entry[],
  isOpen: (entry: Entry) => boolean,
  changes: readonly Change[],
): { queue: Entry[]; changes: Change[] } | null {
  const rows = waitingRows(queue.filter(isOpen), changes)
  if (rows.size === 0) return null
  const rest = withoutRows(fields, data, queue, isOpen, rows)
  const under = queuedDocument(fields, data, rest)
  const taken = changesBetween(fields, under, queuedDocument(fields, data, queue))
  const result = { queue: rest, changes: coalesceChanges(fields, under, taken, changes) }
  // A row that is back may hold rows that were removed before it.
  return takeBackRows(fields, data, result.queue, isOpen, result.changes) ?? result
}

/** Ids of rows that the changes add and the queue removes, or the other way round. */
function waitingRows(queue: readonly Queued[], changes: readonly Change[]): WaitingRows {
  const found: WaitingRows = new Map()
  for (const list of changes) {
    if (list.kind !== 'rows') continue
    const key = cellKey(list)
    const waiting = queue.flatMap((entry) => entry.changes.filter((item) => cellKey(item) === key))
    // A row that somebody else removed does not concern the queue.
    const ids = [...Object.keys(list.added), ...Object.keys(list.removed)].filter(
      (id) =>
        own(list.revived ?? {}, id) === undefined &&
        waiting.some((item) => item.kind === 'rows' && isMember(item, id)),
    )
    if (ids.length > 0) found.set(key, new Set(ids))
  }
  return found
}

/** The queue without changes of these rows in open entries: added, removed and edited rows alike. */
function withoutRows<Entry extends Queued>(
  fields: Field[],
  data: JsonObject,
  queue: readonly Entry[],
  isOpen: (entry: Entry) => boolean,
  rows: WaitingRows,
): Entry[] {
  let now = data
  const met: Pick<Change, 'path' | 'locale'>[] = []
  const isInside = ({ path, locale }: Change): boolean =>
    met.some((row) => isWithin(path, row.path) && (row.locale === null || row.locale === locale))
  const rest = (change: Change): Change | null => {
    if (isInside(change)) return null
    const ids = change.kind === 'rows' ? rows.get(cellKey(change)) : undefined
    if (change.kind === 'set' || ids === undefined) return change
    const { path, locale } = change
    for (const id of ids) if (isMember(change, id)) met.push({ path: joinPath(path, id), locale })
    const next = withoutIds(change, ids, rowIds(getStored(fields, now, path, locale)))
    return isIdle(next) ? null : next
  }
  return queue.map((entry) => {
    const changes: Change[] = []
    for (const change of entry.changes) {
      const next = isOpen(entry) ? rest(change) : change
      if (next === null) continue
      changes.push(next)
      now = applyChange(fields, now, next)
    }
    const isSame =
      changes.length === entry.changes.length && changes.every((item, at) => item === entry.changes[at])
    return isSame ? entry : { ...entry, changes }
  })
}

function isMember({ added, removed }: RowsChange, id: string): boolean {
  return own(added, id) !== undefined || own(removed, id) !== undefined
}

/** The change without adding or removing these rows: each is in the list before and after, or never. */
function withoutIds(change: RowsChange, ids: ReadonlySet<string>, present: readonly string[]): RowsChange {
  const isThere = new Set(present)
  const goes = new Set(change.to)
  const without = (list: readonly string[]): string[] =>
    list.filter((id) => !ids.has(id) || (isThere.has(id) && goes.has(id)))
  const others = (contents: RowsChange['added']): RowsChange['added'] =>
    Object.fromEntries(Object.entries(contents).filter(([id]) => !ids.has(id)))
  return {
    ...change,
    from: [...present],
    to: mergeIds(without(change.from), without(change.to), present),
    added: others(change.added),
    removed: others(change.removed),
  }
}
