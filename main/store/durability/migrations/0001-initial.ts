import type { Db } from '../../tables/sql.ts'

/**
 * Documents are named by kind ('collection', 'global'), slug and id ('' for a global). JSON is kept as text.
 * No table has a place for a credential (SY2).
 */
export function initial(db: Db): void {
  db.exec(`
    -- Bases: the latest version as the server last said it, whole, in all locales, depth 0.
    CREATE TABLE documents (
      kind TEXT NOT NULL,
      slug TEXT NOT NULL,
      id TEXT NOT NULL,
      data TEXT NOT NULL,
      updated_at TEXT,
      status TEXT,
      has_published INTEGER,
      -- 1: made on this computer, the server does not have it yet; data is what it began with.
      is_new INTEGER NOT NULL,
      -- 1: the server no longer has it; kept for the unsent work on it.
      is_gone INTEGER NOT NULL DEFAULT 0,
      fetched_at TEXT NOT NULL,
      UNIQUE (kind, slug, id)
    );
    CREATE INDEX documents_by_slug ON documents (kind, slug, is_new, is_gone);
    CREATE INDEX documents_new ON documents (id) WHERE is_new = 1;

    -- What lists show, sort and search by: some fields of each document known, in all locales.
    CREATE TABLE list_rows (
      slug TEXT NOT NULL,
      id TEXT NOT NULL,
      data TEXT NOT NULL,
      updated_at TEXT,
      status TEXT,
      has_published INTEGER,
      UNIQUE (slug, id)
    );

    -- Pages as the server gave them: ids in order.
    CREATE TABLE list_pages (
      slug TEXT NOT NULL,
      query TEXT NOT NULL,
      is_plain INTEGER NOT NULL,
      ids TEXT NOT NULL,
      total INTEGER NOT NULL,
      fetched_at TEXT NOT NULL,
      -- Counts up, tells which pages are the oldest.
      turn INTEGER NOT NULL,
      PRIMARY KEY (slug, query)
    );
    CREATE TABLE collection_totals (slug TEXT PRIMARY KEY, total INTEGER NOT NULL);

    CREATE TABLE version_pages (
      kind TEXT NOT NULL,
      slug TEXT NOT NULL,
      id TEXT NOT NULL,
      query TEXT NOT NULL,
      ids TEXT NOT NULL,
      total INTEGER NOT NULL,
      fetched_at TEXT NOT NULL,
      PRIMARY KEY (kind, slug, id, query)
    );
    CREATE TABLE version_rows (
      kind TEXT NOT NULL,
      slug TEXT NOT NULL,
      id TEXT NOT NULL,
      version_id TEXT NOT NULL,
      data TEXT NOT NULL,
      PRIMARY KEY (kind, slug, id, version_id)
    );
    CREATE TABLE version_marks (
      kind TEXT NOT NULL,
      slug TEXT NOT NULL,
      id TEXT NOT NULL,
      latest_draft TEXT,
      currently_published TEXT,
      PRIMARY KEY (kind, slug, id)
    );

    -- Changes that are not queued yet, per document and locale ('' where there is none).
    CREATE TABLE drafts (
      kind TEXT NOT NULL,
      slug TEXT NOT NULL,
      id TEXT NOT NULL,
      locale TEXT NOT NULL,
      changes TEXT NOT NULL,
      saved_at TEXT NOT NULL,
      PRIMARY KEY (kind, slug, id, locale)
    );

    -- Writes that wait for the server, first in first out per document (SY3).
    CREATE TABLE outbox (
      seq INTEGER PRIMARY KEY AUTOINCREMENT,
      key TEXT NOT NULL UNIQUE,
      kind TEXT NOT NULL,
      slug TEXT NOT NULL,
      id TEXT NOT NULL,
      is_create INTEGER NOT NULL,
      mode TEXT NOT NULL,
      locale TEXT,
      changes TEXT NOT NULL,
      state TEXT NOT NULL,
      problem TEXT,
      problem_code TEXT,
      attempts INTEGER NOT NULL DEFAULT 0,
      -- The request as it may have left; set while sending and unknown (SY4).
      request TEXT,
      created_at TEXT NOT NULL,
      updated_at TEXT NOT NULL
    );
    CREATE INDEX outbox_by_document ON outbox (kind, slug, id, seq);
    CREATE INDEX outbox_counts ON outbox (kind, slug, state, problem_code);
    CREATE INDEX outbox_sending ON outbox (state) WHERE state = 'sending';

    -- New documents that an entry refers to; it cannot leave before they have (SY8).
    CREATE TABLE outbox_waits (
      waits_for TEXT NOT NULL,
      seq INTEGER NOT NULL REFERENCES outbox (seq) ON DELETE CASCADE,
      PRIMARY KEY (waits_for, seq)
    ) WITHOUT ROWID;
    CREATE INDEX outbox_waits_by_entry ON outbox_waits (seq);

    -- Real ids of documents made here, as JSON: the server's ids may be numbers (SY8).
    CREATE TABLE id_map (
      slug TEXT NOT NULL,
      temp_id TEXT NOT NULL,
      real_id TEXT NOT NULL,
      PRIMARY KEY (temp_id, slug)
    );

    CREATE TABLE resources (key TEXT PRIMARY KEY, value TEXT NOT NULL, etag TEXT, fetched_at TEXT NOT NULL);
  `)
}
