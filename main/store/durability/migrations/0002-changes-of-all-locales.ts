import type { Json, JsonObject } from '../../../../shared/json.ts'
import { isPlainJson, own } from '../../../../shared/json.ts'
import type { Db } from '../../tables/sql.ts'
import { all, one, parseJson, run } from '../../tables/sql.ts'
import type { RawDocument, RawSite } from './raw-document.ts'
import { objects, readSite } from './raw-document.ts'
import type { OldChange, OldConflict } from './upgrade-changes.ts'
import { upgradeChanges, upgradeConflicts } from './upgrade-changes.ts'
import { joinDrafts } from './upgrade-drafts.ts'

type Owner = { kind: string; slug: string; id: string }
type OldEntry = { seq: number; locale: string | null; changes: string; problem: string | null }
type OldDraft = { locale: string; changes: string; saved_at: string }

/**
 * A change names its locale, and rows that come or go are held whole (DM1, DM2). A document has one draft for all its
 * locales, in the order in which they were edited; entries that one save makes belong together. Requests that may have
 * left stay as they are.
 */
export function changesOfAllLocales(db: Db): void {
  db.exec(`
    ALTER TABLE documents ADD COLUMN adjusted TEXT;

    -- Of the entries that one save made; null: it made only this one.
    ALTER TABLE outbox ADD COLUMN group_id TEXT;
    -- Files that are to be uploaded before the entry leaves, and what became of each field of an entry that has ended.
    ALTER TABLE outbox ADD COLUMN files TEXT;
    ALTER TABLE outbox ADD COLUMN outcomes TEXT;

    ALTER TABLE drafts RENAME TO drafts_by_locale;
    -- What is typed and not queued yet: one per document, owned by the form that holds it.
    CREATE TABLE drafts (
      kind TEXT NOT NULL,
      slug TEXT NOT NULL,
      id TEXT NOT NULL,
      -- Counts up: the document that was edited first is in front.
      seq INTEGER NOT NULL,
      changes TEXT NOT NULL,
      -- Rows that the changes edit and that are gone from the base; written by the store.
      lost TEXT NOT NULL,
      saved_at TEXT NOT NULL,
      PRIMARY KEY (kind, slug, id)
    );
  `)
  const site = readSite(db)
  const owners = all<Owner>(
    db,
    'SELECT kind, slug, id FROM outbox UNION SELECT kind, slug, id FROM drafts_by_locale',
  )
  for (const owner of owners) upgradeDocument(db, site, owner)
  db.exec('DROP TABLE drafts_by_locale')
}

/** The queue in order, each entry over what lies under it, and the drafts on top. */
function upgradeDocument(db: Db, site: RawSite, owner: Owner): void {
  const { kind, slug, id } = owner
  const document = readRaw(db, site, owner)
  const queue = all<OldEntry>(
    db,
    'SELECT seq, locale, changes, problem FROM outbox WHERE kind = ? AND slug = ? AND id = ? ORDER BY seq',
    kind,
    slug,
    id,
  )
  for (const { seq, locale, changes, problem } of queue) {
    const known = conflictsOf(problem)
    const conflicts = upgradeConflicts(document, locale, known)
    const upgraded = JSON.stringify(upgradeChanges(document, locale, oldChanges(changes), known))
    run(
      db,
      'UPDATE outbox SET changes = ?, problem = ? WHERE seq = ?',
      upgraded,
      withConflicts(problem, conflicts),
      seq,
    )
  }

  const drafts = all<OldDraft>(
    db,
    `SELECT locale, changes, saved_at FROM drafts_by_locale WHERE kind = ? AND slug = ? AND id = ?
     ORDER BY saved_at, locale`,
    kind,
    slug,
    id,
  )
  const last = drafts.at(-1)
  if (last === undefined) return
  // Lists of all drafts first: the edits of one may be in rows that another brings.
  const made = (['rows', 'set'] as const).flatMap((kindOfChange) =>
    drafts.map(({ locale, changes }) => {
      const some = oldChanges(changes).filter((change) => change.kind === kindOfChange)
      return upgradeChanges(document, locale === '' ? null : locale, some)
    }),
  )
  const sql = 'INSERT INTO drafts (kind, slug, id, seq, changes, lost, saved_at) VALUES (?, ?, ?, ?, ?, ?, ?)'
  run(db, sql, kind, slug, id, seqOf(db, owner), JSON.stringify(joinDrafts(made)), '{}', last.saved_at)
}

/** The place of a document among those with drafts, by its first one. */
function seqOf(db: Db, { kind, slug, id }: Owner): number {
  const sql = `SELECT place FROM (
      SELECT kind, slug, id, row_number() OVER (ORDER BY min(saved_at), slug, id) AS place
      FROM drafts_by_locale GROUP BY kind, slug, id
    ) WHERE kind = ? AND slug = ? AND id = ?`
  return one<{ place: number }>(db, sql, kind, slug, id)?.place ?? 0
}

function readRaw(db: Db, site: RawSite, { kind, slug, id }: Owner): RawDocument {
  const row = one<{ data: string }>(
    db,
    'SELECT data FROM documents WHERE kind = ? AND slug = ? AND id = ?',
    kind,
    slug,
    id,
  )
  const data = row ? parseJson(row.data) : null
  const entities = objects(own(site.config, kind === 'global' ? 'globals' : 'collections'))
  const entity = entities.find((item) => own(item, 'slug') === slug)
  return { site, fields: objects(entity?.['fields']), data: isPlainJson(data) ? data : {} }
}

function oldChanges(text: string): OldChange[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by the version before, checked there
  return parseJson(text) as OldChange[]
}

function conflictsOf(problem: string | null): OldConflict[] {
  const parsed = problem === null ? null : parseJson(problem)
  const conflicts = isPlainJson(parsed) ? own(parsed, 'conflicts') : null
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by the version before, checked there
  return objects(conflicts) as OldConflict[]
}

function withConflicts(problem: string | null, conflicts: Json[]): string | null {
  const parsed = problem === null ? null : parseJson(problem)
  if (!isPlainJson(parsed)) return problem
  const upgraded: JsonObject = { ...parsed, conflicts }
  return JSON.stringify(upgraded)
}
