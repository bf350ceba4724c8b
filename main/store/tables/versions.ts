import * as v from 'valibot'
import type { DocRef } from '../../../shared/cms/doc-ref.ts'
import { refId } from '../../../shared/cms/doc-ref.ts'
import type {
  CallInput,
  VersionRow,
  VersionsAround,
  VersionsPage,
  VersionsQuery,
} from '../../../shared/ipc.ts'
import { versionRow } from '../../../shared/ipc.ts'
import { resolveRef } from './ids.ts'
import type { Db } from './sql.ts'
import { all, one, parseJson, run } from './sql.ts'
import type { StoreApi } from '../store-api.ts'
import type { StoreContext } from '../store-context.ts'

const idList = v.array(v.string())

/** The server's last page of versions; empty with `fetchedAt` null if there was none. */
export function listVersions({ db }: StoreContext, query: VersionsQuery): VersionsPage {
  const ref = resolveRef(db, query.ref)
  type PageRow = { ids: string; total: number; fetched_at: string }
  const page = one<PageRow>(
    db,
    'SELECT ids, total, fetched_at FROM version_pages WHERE kind = ? AND slug = ? AND id = ? AND query = ?',
    ...names(ref),
    pageKey(query),
  )
  const rows = new Map(readRows(db, ref).map((row) => [row.id, row]))
  return {
    rows: page ? v.parse(idList, parseJson(page.ids)).flatMap((id) => rows.get(id) ?? []) : [],
    totalDocs: page?.total ?? 0,
    fetchedAt: page?.fetched_at ?? null,
    ...readMarks(db, ref),
  }
}

/** The neighbours of a version in time, among those of all stored pages. */
export function versionsAround(
  { db }: StoreContext,
  { ref, versionId, at }: CallInput<'versions.around'>,
): VersionsAround {
  const moment = Date.parse(at)
  const rows = readRows(db, resolveRef(db, ref))
    .filter(({ id }) => id !== versionId)
    .toSorted((a, b) => Date.parse(b.updatedAt) - Date.parse(a.updatedAt))
  const older = rows.filter(({ updatedAt }) => Date.parse(updatedAt) < moment)
  return {
    before: older[0] ?? null,
    after: rows.findLast(({ updatedAt }) => Date.parse(updatedAt) > moment) ?? null,
    publishedBefore: older.find(({ status }) => status === 'published') ?? null,
    source: 'computer',
  }
}

export function putVersionsPage(
  context: StoreContext,
  input: Parameters<StoreApi['putVersionsPage']>[0],
): void {
  const { db, events, now } = context
  const ref = resolveRef(db, input.query.ref)
  const before = listVersions(context, input.query)
  for (const row of input.rows) {
    run(
      db,
      `INSERT INTO version_rows (kind, slug, id, version_id, data) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (kind, slug, id, version_id) DO UPDATE SET data = excluded.data`,
      ...names(ref),
      row.id,
      JSON.stringify(row),
    )
  }
  run(
    db,
    `INSERT INTO version_pages (kind, slug, id, query, ids, total, fetched_at) VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (kind, slug, id, query) DO UPDATE SET
       ids = excluded.ids, total = excluded.total, fetched_at = excluded.fetched_at`,
    ...names(ref),
    pageKey(input.query),
    JSON.stringify(input.rows.map((row) => row.id)),
    input.totalDocs,
    now(),
  )
  run(
    db,
    `INSERT INTO version_marks (kind, slug, id, latest_draft, currently_published) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (kind, slug, id) DO UPDATE SET
       latest_draft = excluded.latest_draft, currently_published = excluded.currently_published`,
    ...names(ref),
    input.latestDraft && JSON.stringify(input.latestDraft),
    input.currentlyPublished && JSON.stringify(input.currentlyPublished),
  )
  const after = listVersions(context, input.query)
  const look = (page: VersionsPage): string => JSON.stringify({ ...page, fetchedAt: page.fetchedAt !== null })
  if (look(before) !== look(after)) events.versions(ref)
}

function readRows(db: Db, ref: DocRef): VersionRow[] {
  const sql = 'SELECT data FROM version_rows WHERE kind = ? AND slug = ? AND id = ?'
  return all<{ data: string }>(db, sql, ...names(ref)).map((row) => v.parse(versionRow, parseJson(row.data)))
}

function readMarks(db: Db, ref: DocRef): Pick<VersionsPage, 'latestDraft' | 'currentlyPublished'> {
  type Row = { latest_draft: string | null; currently_published: string | null }
  const sql =
    'SELECT latest_draft, currently_published FROM version_marks WHERE kind = ? AND slug = ? AND id = ?'
  const row = one<Row>(db, sql, ...names(ref))
  const parse = (text: string | null | undefined): VersionRow | null =>
    text ? v.parse(versionRow, parseJson(text)) : null
  return { latestDraft: parse(row?.latest_draft), currentlyPublished: parse(row?.currently_published) }
}

function names(ref: DocRef): [string, string, string] {
  return [ref.kind, ref.slug, refId(ref)]
}

function pageKey({ page, limit, sort }: VersionsQuery): string {
  return JSON.stringify([page, limit, sort])
}
