import type { DocRef } from '../../../shared/cms/doc-ref.ts'
import type { Change } from '../../../shared/document/change.ts'
import { effectiveDocument } from '../../../shared/document/effective.ts'
import { isWithin } from '../../../shared/document/path.ts'
import { haveFile, type PendingFile } from '../../../shared/fields/file/pending-file.ts'
import type { CallInput, OutboxCounts, OutboxHead } from '../../../shared/ipc.ts'
import type { Json } from '../../../shared/json.ts'
import type { OutboxEntry } from '../../../shared/sync/entry.ts'
import { fileOfEntry } from '../../../shared/sync/file-request.ts'
import type { QueuedMove } from '../../../shared/sync/queued-move.ts'
import { NOTHING_UNSENT } from '../../../shared/sync/unsent.ts'
import { hasNoRows } from '../tables/document-rows.ts'
import { parseAdjusted } from '../tables/documents.ts'
import { readDraft } from '../tables/draft-rows.ts'
import type { EntryRow } from '../tables/outbox-rows.ts'
import { ENTRY_COLUMNS, toEntry } from '../tables/outbox-rows.ts'
import { all, one, parseJson } from '../tables/sql.ts'
import { UNSENT } from '../tables/table-list.ts'
import { moveHeads } from '../queue/moves.ts'
import type { StoreContext } from '../store-context.ts'

/** The value of the title field in all locales, with the edits. Only that field is read: documents can be large. */
export function titleOf({ db, site }: StoreContext, ref: DocRef, entries: OutboxEntry[]): Json {
  if (ref.kind === 'global') return null
  const collection = site.collection(ref.slug)
  const name = collection?.useAsTitle ?? 'id'
  if (name === 'id') return ref.id
  const pending =
    collection && name === 'filename' && haveFile(collection.fields) ? fileNow(db, ref, entries) : null
  if (pending !== null) return pending.name
  const row = one<{ value: string | null; adjusted: string | null }>(
    db,
    `SELECT data -> ? AS value, adjusted FROM documents WHERE kind = 'collection' AND slug = ? AND id = ?`,
    `$."${name}"`,
    ref.slug,
    ref.id,
  )
  const stored = row?.value ? parseJson(row.value) : null
  const ofTitle = <L extends { changes: readonly Change[] }>(layer: L): L => ({
    ...layer,
    changes: layer.changes.filter((item) => isWithin(item.path, name)),
  })
  const draft = readDraft(db, ref)
  const layers = {
    base: { [name]: stored },
    entries: entries.map(ofTitle),
    draft: draft && ofTitle(draft),
    adjusted: parseAdjusted(db, row?.adjusted ?? null),
  }
  return effectiveDocument(site.documentSchema(ref), layers).data[name] ?? null
}

/** The pending file of a document. */
function fileNow(db: StoreContext['db'], ref: DocRef, entries: OutboxEntry[]): PendingFile | null {
  return fileOfEntry({ changes: [...entries, readDraft(db, ref)].flatMap((layer) => layer?.changes ?? []) })
}

/** Number of entries and moves by state; an entry of unknown outcome counts as waiting. */
export function outboxCounts({ db }: StoreContext): OutboxCounts {
  type Row = {
    kind: 'collection' | 'global'
    slug: string
    state: string
    problem_code: string | null
    count: number
  }
  const rows = all<Row>(
    db,
    `SELECT kind, slug, state, problem_code, count(*) AS count FROM outbox GROUP BY kind, slug, state, problem_code
     UNION ALL
     SELECT kind, slug, state, problem_code, count(*) FROM moves GROUP BY kind, slug, state, problem_code`,
  )
  const drafts = all<Pick<Row, 'kind' | 'slug' | 'count'> & { is_gone: number }>(
    db,
    `SELECT x.kind, x.slug, coalesce(d.is_gone, 0) AS is_gone, count(*) AS count FROM drafts x
     LEFT JOIN documents d ON d.kind = x.kind AND d.slug = x.slug AND d.id = x.id
     GROUP BY x.kind, x.slug, coalesce(d.is_gone, 0)`,
  )
  const settled = one<{ count: number }>(
    db,
    `SELECT count(*) AS count FROM (SELECT DISTINCT kind, slug, id FROM save_differences) d
     WHERE ${hasNoRows(UNSENT, 'd')}`,
  )
  const forms = one<{ count: number }>(db, 'SELECT count(*) AS count FROM held_forms')?.count ?? 0
  const counts: OutboxCounts = { ...NOTHING_UNSENT, forms, differs: settled?.count ?? 0, bySlug: {} }
  const of = ({ kind, slug }: Pick<Row, 'kind' | 'slug'>) =>
    (counts.bySlug[`${kind === 'global' ? 'globals' : 'collections'}:${slug}`] ??= {
      waiting: 0,
      attention: 0,
    })
  for (const row of rows) {
    const counted = countedAs(row.state, row.problem_code)
    counts[counted] += row.count
    of(row)[counted === 'waiting' || counted === 'sending' ? 'waiting' : 'attention'] += row.count
  }
  for (const row of drafts) {
    counts[row.is_gone === 1 ? 'failed' : 'onThisComputer'] += row.count
    of(row)[row.is_gone === 1 ? 'attention' : 'waiting'] += row.count
  }
  return counts
}

function countedAs(
  state: string,
  code: string | null,
): 'waiting' | 'sending' | 'conflict' | 'failed' | 'failing' {
  if (state === 'parked') return code === 'conflict' ? 'conflict' : 'failed'
  if (code !== null) return 'failing'
  return state === 'sending' ? 'sending' : 'waiting'
}

/** See StoreApi.outboxHeads. Visits entries by position, and checks for each whether one is in front of it. */
export function outboxHeads(
  context: Pick<StoreContext, 'db'>,
  { after, limit }: CallInput<'outbox.heads'>,
): { entries: OutboxEntry[]; moves: QueuedMove[] } {
  const rows = all<EntryRow>(
    context.db,
    `SELECT ${ENTRY_COLUMNS} FROM outbox o
     WHERE o.state IN ('waiting', 'unknown') AND o.seq > ?
       AND NOT EXISTS (
         SELECT 1 FROM outbox f WHERE f.kind = o.kind AND f.slug = o.slug AND f.id = o.id AND f.seq < o.seq)
       AND NOT EXISTS (SELECT 1 FROM outbox_waits x WHERE x.seq = o.seq)
     ORDER BY o.seq LIMIT ?`,
    after,
    limit,
  )
  return { entries: rows.map(toEntry), moves: moveHeads(context).filter(({ seq }) => seq > after) }
}

/** The heads as names and order only. Entries that cannot be read count as parked, so they are left out. */
export function headsOf(
  entries: readonly OutboxEntry[],
  moves: readonly QueuedMove[],
  { limit }: CallInput<'outbox.heads'>,
): OutboxHead[] {
  const head = ({ key, seq, ref }: OutboxEntry | QueuedMove, queue: OutboxHead['queue']): OutboxHead => ({
    key,
    seq,
    ref,
    queue,
  })
  const heads = [
    ...entries.filter(({ state }) => state !== 'parked').map((entry) => head(entry, 'entries')),
    ...moves.map((queued) => head(queued, 'moves')),
  ]
  return heads.toSorted((a, b) => a.seq - b.seq).slice(0, limit)
}
