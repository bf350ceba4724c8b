import { coalesceChanges } from '../../shared/document/coalesce.ts'
import type { Change } from '../../shared/document/change.ts'
import { publishes, withoutMoves, type OutboxEntry, type WriteMode } from '../../shared/sync/entry.ts'
import { carriesContent } from '../../shared/sync/queue.ts'
import type { NextWrite } from '../../shared/sync/queue.ts'
import { waysOut } from '../../shared/sync/ways-out.ts'
import type { DocRef } from '../../shared/cms/doc-ref.ts'
import { readDocument, type StoredDocument } from './documents.ts'
import { deleteEntry, hasOwnEffect, insertEntry, isUnderWay, moveBehind, readEntries } from './outbox-rows.ts'
import { withReferences } from './references.ts'
import type { StoreContext } from './store-context.ts'
import { writesOf } from './writes.ts'

/**
 * Whether the server refused the first entry, or it keeps failing, and a write of this mode takes its place, with all
 * that waits behind it (SY10). Not where that would turn a publish into a draft, or pass an unpublish or a deletion.
 * Moves are no matter.
 */
export function isMend(entries: readonly OutboxEntry[], mode: WriteMode): boolean {
  const writes = withoutMoves(entries)
  const [head, ...rest] = writes
  if (!head || !isMendable(head)) return false
  if (!carriesContent(mode) && !publishes(mode)) return false
  return (
    rest.every(({ state }) => state === 'waiting') &&
    writes.every((entry) => carriesContent(entry.mode) || (publishes(entry.mode) && entry.mode === mode))
  )
}

/**
 * What may have arrived is not built anew: a creation could be there twice, and what was taken back of an edit would
 * come back with what the server did. What became of it is found out first; see settleRetry.
 */
function isMendable({ state, problem }: OutboxEntry): boolean {
  if (!problem) return false
  return state === 'parked' ? waysOut[problem.code].includes('edit') : state === 'waiting'
}

/** What was edited while the first entry was tried in vain takes its place: it may be what mends it. */
export function mendWithQueue(context: StoreContext, ref: DocRef): void {
  const entries = readEntries(context.db, ref)
  const writes = withoutMoves(entries)
  const last = writes.at(-1)
  const document = readDocument(context.db, ref)
  if (writes.length < 2 || !last || !document || !isMend(entries, last.mode)) return
  mend(context, document, entries, { mode: last.mode, locale: last.locale, changes: [] })
}

/**
 * The queue of a refused entry with what mends it, one entry per locale anew: what was mended may belong to another
 * locale than the form was in when it was refused (DM1). Moves stay what they are, behind it. The key of the last; null
 * where nothing is left to send.
 */
export function mend(
  context: StoreContext,
  document: StoredDocument,
  queued: readonly OutboxEntry[],
  write: NextWrite,
): string | null {
  const { db, site, newId, now } = context
  const { ref, data } = document
  const fields = site.fields(ref)
  const entries = withoutMoves(queued)
  const changes = [...entries, write].reduce<Change[]>(
    (result, layer) => coalesceChanges(fields, data, result, layer.changes),
    [],
  )
  for (const { key } of entries) {
    deleteEntry(db, key)
    context.prepared.delete(key)
  }
  const isCreate = entries.some(({ create }) => create)
  const mode = modeOf(entries, write.mode)
  if (changes.length === 0 && !hasOwnEffect(mode) && !isCreate) return null
  const parts = writesOf(fields, data, changes, mode, write.locale)
  const made = new Set(write.changes.map(({ locale }) => locale ?? write.locale))
  const group = made.size > 1 ? newId() : null
  const time = now()
  const known = [...entries]
  let last: string | null = null
  for (const [index, part] of parts.entries()) {
    // An entry keeps its key: somebody may be looking at it.
    const at = known.findIndex(({ locale }) => locale === part.locale)
    const [was] = at < 0 ? [] : known.splice(at, 1)
    const entry: OutboxEntry = {
      key: was?.key ?? newId(),
      seq: 0,
      ref,
      create: isCreate && index === 0,
      ...part,
      state: 'waiting',
      problem: null,
      attempts: 0,
      createdAt: was?.createdAt ?? time,
      updatedAt: time,
      group: was?.group ?? (made.has(part.locale) ? group : null),
      waitsFor: [],
    }
    insertEntry(db, withReferences(context, document, entry))
    last = entry.key
  }
  const moves = queued.filter((entry) => entry.mode === 'move' && !isUnderWay(entry))
  moveBehind(
    db,
    moves.map(({ key }) => key),
  )
  return last
}

/** An autosave that mends does not take back that a version was asked for. */
function modeOf(entries: readonly OutboxEntry[], mode: WriteMode): WriteMode {
  return mode === 'autosave' ? (entries.find((entry) => entry.mode !== mode)?.mode ?? mode) : mode
}
