import * as v from 'valibot'
import type { Db } from '../sql.ts'
import { all, parseJson, run } from '../sql.ts'
import { upgradeChanges } from './upgrade-changes.ts'
import type { OldChange } from './upgrade-changes.ts'

const oldProblem = v.looseObject({ conflicts: v.optional(v.array(v.looseObject({}))) })

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
  const upgrade = upgradeChanges(db)
  type OldDraft = {
    kind: string
    slug: string
    id: string
    locale: string
    changes: string
    saved_at: string
  }
  const drafts = new Map<string, OldDraft & { made: unknown[] }>()
  for (const row of all<OldDraft>(db, 'SELECT * FROM drafts_by_locale ORDER BY saved_at, locale')) {
    const key = JSON.stringify([row.kind, row.slug, row.id])
    const known = drafts.get(key) ?? { ...row, made: [] }
    known.made.push(...upgrade(row, row.locale === '' ? null : row.locale, oldChanges(row.changes)))
    drafts.set(key, { ...known, saved_at: row.saved_at })
  }
  let seq = 0
  for (const { kind, slug, id, made, saved_at } of drafts.values()) {
    const sql =
      'INSERT INTO drafts (kind, slug, id, seq, changes, lost, saved_at) VALUES (?, ?, ?, ?, ?, ?, ?)'
    run(db, sql, kind, slug, id, (seq += 1), JSON.stringify(made), '{}', saved_at)
  }
  db.exec('DROP TABLE drafts_by_locale')

  type OldEntry = {
    seq: number
    kind: string
    slug: string
    id: string
    locale: string | null
    changes: string
    problem: string | null
  }
  for (const row of all<OldEntry>(
    db,
    'SELECT seq, kind, slug, id, locale, changes, problem FROM outbox ORDER BY seq',
  )) {
    const changes = JSON.stringify(upgrade(row, row.locale, oldChanges(row.changes)))
    run(db, 'UPDATE outbox SET changes = ?, problem = ? WHERE seq = ?', changes, withLocale(row), row.seq)
  }
}

function oldChanges(text: string): OldChange[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by the version before, checked there
  return parseJson(text) as OldChange[]
}

/** A conflict names the locale of its entry now. */
function withLocale({ problem, locale }: { problem: string | null; locale: string | null }): string | null {
  if (problem === null) return null
  const old = v.parse(oldProblem, parseJson(problem))
  return JSON.stringify({ ...old, conflicts: (old.conflicts ?? []).map((item) => ({ locale, ...item })) })
}
