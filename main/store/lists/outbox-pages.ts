import type { DocRef } from '../../../shared/cms/doc-ref.ts'
import { makeRef, refKey } from '../../../shared/cms/doc-ref.ts'
import type {
  CallInput,
  OutboxDocument,
  OutboxItem,
  OutboxName,
  OutboxPage,
  OutboxPlace,
  OutboxQuery,
} from '../../../shared/ipc.ts'
import { documentState } from '../../../shared/sync/queue.ts'
import { hasNoRows, selectRefs } from '../tables/document-rows.ts'
import { readFacts } from '../tables/documents.ts'
import { hasDraft } from '../tables/draft-rows.ts'
import { readMovesOf } from '../tables/moves.ts'
import { readEntries } from '../tables/outbox-rows.ts'
import { titleOf } from './outbox-overview.ts'
import type { Db } from '../tables/sql.ts'
import { all, one } from '../tables/sql.ts'
import { QUEUED } from '../tables/table-list.ts'
import type { StoreContext } from '../store-context.ts'

type Owner = { kind: 'collection' | 'global'; slug: string; id: string }
/** The position of a document in the outbox; nothing else is read for it. */
type Queued = { ref: DocRef; place: OutboxPlace }

/** A page of the outbox; see the contract. Only its documents are read completely. */
export function outboxPage(context: StoreContext, { only, from, limit }: OutboxQuery): OutboxPage {
  const { db } = context
  const queue = filtered(db, only)
  const wanted = from.by === 'number' ? from.number : numberAt(queue, from.place)
  const first = Math.max(0, Math.min(wanted, queue.length - limit))
  return describePage(context, queue, first, limit)
}

/** The page of one document; see the contract. */
export function findInOutbox(context: StoreContext, input: CallInput<'outbox.find'>): OutboxPage {
  const { db } = context
  const queue = filtered(db, 'all')
  return describePage(context, queue, Math.max(0, numberOf(db, queue, input)), 1)
}

function numberOf(db: Db, queue: Queued[], { item, place }: CallInput<'outbox.find'>): number {
  const owner = item && ownerOf(db, item)
  const found = owner === null ? -1 : queue.findIndex(({ ref }) => refKey(ref) === refKey(owner))
  if (found >= 0) return found
  if (place !== null) return Math.min(numberAt(queue, place), queue.length - 1)
  const urgent = keysOf(db, ATTENTION_OR_FAILING)
  return queue.findIndex(({ ref }) => urgent.has(refKey(ref)))
}

function ownerOf(db: Db, item: OutboxItem): DocRef | null {
  if (item.kind === 'draft') return item.ref
  const sql = `SELECT kind, slug, id FROM ${ENTRIES_AND_MOVES} WHERE key = ?`
  const row = one<Owner>(db, sql, item.key)
  return row ? makeRef(row.kind, row.slug, row.id) : null
}

/** Number of documents before a position. */
function numberAt(queue: readonly Queued[], place: OutboxPlace): number {
  const found = queue.findIndex((queued) => !isBefore(queued.place, place))
  return found < 0 ? queue.length : found
}

function isBefore(a: OutboxPlace, b: OutboxPlace): boolean {
  return a.queued === b.queued ? a.seq < b.seq : a.queued
}

/** SQL for all queued entries and moves. */
const ENTRIES_AND_MOVES =
  '(SELECT key, kind, slug, id FROM outbox UNION ALL SELECT key, kind, slug, id FROM moves)'
/** SQL condition on a draft x: nothing of its document is queued. */
const NOT_QUEUED = hasNoRows(QUEUED, 'x')

/** All documents with unsent edits, in outbox order. Uses an index, so that no entry is read. */
function readQueue(db: Db): Queued[] {
  const rows = all<Owner & { seq: number; queued: number }>(
    db,
    `SELECT 1 AS queued, min(o.seq) AS seq, o.kind, o.slug, o.id FROM (
       SELECT min(seq) AS seq, kind, slug, id FROM outbox GROUP BY kind, slug, id
       UNION ALL SELECT min(seq), kind, slug, id FROM moves GROUP BY kind, slug, id
     ) o GROUP BY o.kind, o.slug, o.id
     UNION ALL
     SELECT 0, x.seq, x.kind, x.slug, x.id FROM drafts x WHERE ${NOT_QUEUED}
     ORDER BY 1 DESC, 2`,
  )
  return rows.map(({ queued, seq, kind, slug, id }) => ({
    ref: makeRef(kind, slug, id),
    place: { queued: queued === 1, seq },
  }))
}

/** Documents with parked entries or moves, and deleted ones with only a draft. */
const ATTENTION = `
  SELECT kind, slug, id FROM outbox WHERE seq IN (SELECT seq FROM outbox WHERE state = 'parked')
  UNION
  SELECT kind, slug, id FROM moves WHERE state = 'parked'
  UNION
  SELECT x.kind, x.slug, x.id FROM drafts x
  JOIN documents d ON d.kind = x.kind AND d.slug = x.slug AND d.id = x.id AND d.is_gone = 1
  WHERE ${NOT_QUEUED}`
const ATTENTION_OR_FAILING = `${ATTENTION}
  UNION
  SELECT kind, slug, id FROM outbox WHERE seq IN (SELECT seq FROM outbox WHERE problem_code IS NOT NULL)
  UNION
  SELECT kind, slug, id FROM moves WHERE problem_code IS NOT NULL`

function keysOf(db: Db, sql: string): Set<string> {
  return new Set(selectRefs(db, sql).map(refKey))
}

function filtered(db: Db, only: OutboxQuery['only']): Queued[] {
  const queue = readQueue(db)
  if (only === 'all') return queue
  const attention = keysOf(db, ATTENTION)
  return queue.filter(({ ref }) => attention.has(refKey(ref)) === (only === 'attention'))
}

function describePage(context: StoreContext, queue: Queued[], first: number, limit: number): OutboxPage {
  const documents = queue.slice(first, first + limit).map((queued) => describe(context, queued))
  return { documents, first, total: queue.length, names: namesFor(context, documents) }
}

function describe(context: StoreContext, { ref, place }: Queued): OutboxDocument {
  const { db } = context
  const entries = readEntries(db, ref)
  const moves = readMovesOf(db, ref)
  const { isNew, isGone } = readFacts(db, ref) ?? { isNew: false, isGone: false }
  const facts = { isNew, isGone, hasDraft: hasDraft(db, ref) }
  const state = documentState([...entries, ...moves], { ...facts, differences: [] })
  return { ref, place, title: titleOf(context, ref, entries), ...facts, state, entries, moves }
}

/** The names of the new documents that entries of the given documents wait for. */
function namesFor(context: StoreContext, documents: readonly OutboxDocument[]): OutboxName[] {
  const { db } = context
  const ids = new Set(documents.flatMap(({ entries }) => entries.flatMap((entry) => entry.waitsFor)))
  return [...ids].flatMap((id) => {
    const row = one<{ slug: string }>(db, 'SELECT slug FROM documents WHERE is_new = 1 AND id = ?', id)
    if (row === undefined) return []
    const ref = makeRef('collection', row.slug, id)
    return [{ ref, title: titleOf(context, ref, readEntries(db, ref)), isNew: true }]
  })
}
