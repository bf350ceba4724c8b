import { coalesceChanges } from '../../shared/document/coalesce.ts'
import type { Change } from '../../shared/document/change.ts'
import {
  publishes,
  withoutMoves,
  type OutboxEntry,
  type WriteMode,
  hasOwnEffect,
  isUnderWay,
} from '../../shared/sync/entry.ts'
import { carriesContent } from '../../shared/sync/queue.ts'
import type { NextWrite } from '../../shared/sync/queue.ts'
import { isPassable } from '../../shared/sync/queue-order.ts'
import { allows } from '../../shared/sync/ways-out.ts'
import type { DocRef } from '../../shared/cms/doc-ref.ts'
import { forgetIfGone, readDocument, type StoredDocument } from './documents.ts'
import { sameJson } from '../../shared/json.ts'
import { deleteEntry, insertEntry, moveBehind, readEntries } from './outbox-rows.ts'
import { isUnmeasured } from './schema-gone.ts'
import { withReferences } from './references.ts'
import type { StoreContext } from './store-context.ts'
import { writesOf } from './writes.ts'

/**
 * Whether the server refused the first entry, or it keeps failing, and a write of this mode takes its place, with all
 * that waits behind it (SY10). Not where that would turn a publish into a draft, or pass an unpublish or a deletion.
 * Moves are no matter, and neither is what waits for the site behind it all.
 */
export function isMend(entries: readonly OutboxEntry[], mode: WriteMode): boolean {
  const writes = toMend(entries)
  const [head, ...rest] = writes
  if (!head || !isMendable(head)) return false
  if (!carriesContent(mode) && !publishes(mode)) return false
  return (
    rest.every((entry) => entry.state === 'waiting' && !isUnmeasured(entry)) &&
    writes.every((entry) => carriesContent(entry.mode) || (publishes(entry.mode) && entry.mode === mode))
  )
}

/** What is written of a document, without what waits for the site and holds back nothing (see queueOrder). */
function toMend(entries: readonly OutboxEntry[]): OutboxEntry[] {
  const writes = withoutMoves(entries)
  return writes.slice(0, 1 + writes.findLastIndex((entry, at) => at === 0 || !isPassable(entry)))
}

/**
 * What may have arrived is not built anew: a creation could be there twice, and what was taken back of an edit would
 * come back with what the server did. What became of it is found out first.
 */
function isMendable(entry: OutboxEntry): boolean {
  return entry.problem !== null && entry.state !== 'unknown' && !isUnmeasured(entry) && allows(entry, 'edit')
}

/**
 * What was edited while the first entry was tried in vain takes its place: it may be what mends it. Whatever made that
 * so, of any document whose queue has changed: a refusal, a conflict behind it that was decided, a deletion that went.
 * Where the first entry would leave as it did before, it waits for a person.
 */
export function mendWithQueue(context: StoreContext, ref: DocRef): void {
  const entries = readEntries(context.db, ref)
  const writes = toMend(entries)
  const [head, last] = [writes[0], writes.at(-1)]
  if (writes.length < 2 || !head || !last || !isMend(entries, last.mode)) return
  const document = readDocument(context.db, ref)
  if (!document) return
  // What all locales share goes with what was refused, where its locale is there; a publish stays that of its locale.
  const { locale } = carriesContent(last.mode) && head.problem?.code !== 'locale-gone' ? head : last
  const next: NextWrite = { mode: last.mode, locale, changes: [] }
  const [first] = partsOf(context, document, writes, next)
  if (first !== undefined && isSame(first, head)) return
  mend(context, document, entries, next)
  forgetIfGone(context, ref)
  context.events.outbox()
}

type Part = ReturnType<typeof writesOf>[number]

function isSame(part: Part, { mode, locale, changes }: OutboxEntry): boolean {
  return part.mode === mode && part.locale === locale && sameJson(part.changes, changes)
}

/** All that is queued with one more write, as if it were saved now; none where nothing is left to send. */
function partsOf(
  { site }: StoreContext,
  { ref, data }: StoredDocument,
  entries: readonly OutboxEntry[],
  write: NextWrite,
): Part[] {
  const fields = site.fields(ref)
  const changes = [...entries, write].reduce<Change[]>(
    (result, layer) => coalesceChanges(fields, data, result, layer.changes),
    [],
  )
  const mode = modeOf(entries, write.mode)
  const isNothing = changes.length === 0 && !hasOwnEffect(mode) && !entries.some(({ create }) => create)
  return isNothing ? [] : writesOf(fields, data, changes, mode, write.locale)
}

/**
 * The queue of a refused entry with what mends it, one entry per locale anew: what was mended may belong to another
 * locale than the form was in when it was refused (DM1). Moves, and what waits for the site, stay what they are, behind it. The key of the last; null
 * where nothing is left to send.
 */
export function mend(
  context: StoreContext,
  document: StoredDocument,
  queued: readonly OutboxEntry[],
  write: NextWrite,
): string | null {
  const { db, newId, now } = context
  const { ref } = document
  const entries = toMend(queued)
  const parts = partsOf(context, document, entries, write)
  for (const { key } of entries) {
    deleteEntry(db, key)
    context.prepared.delete(key)
  }
  const isCreate = entries.some(({ create }) => create)
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
  const others = queued.filter((entry) => !entries.includes(entry) && !isUnderWay(entry))
  moveBehind(
    db,
    others.map(({ key }) => key),
  )
  return last
}

/** An autosave that mends does not take back that a version was asked for. */
function modeOf(entries: readonly OutboxEntry[], mode: WriteMode): WriteMode {
  return mode === 'autosave' ? (entries.find((entry) => entry.mode !== mode)?.mode ?? mode) : mode
}
