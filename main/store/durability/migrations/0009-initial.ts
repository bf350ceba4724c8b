import type { Db } from '../../tables/sql.ts'

/**
 * All tables. Documents are named by kind ('collection', 'global'), slug and id ('' for a global). JSON is kept as text.
 * No table has a place for a credential (SY2).
 */
export function initial(db: Db): void {
  db.exec(DOCUMENTS)
  db.exec(UNSENT)
  db.exec(SENT)
  db.exec(LISTS)
  db.exec(VERSIONS)
  db.exec(OTHERS)
  for (const table of ['list_rows', 'documents', 'drafts', 'outbox', 'save_differences', 'moves'])
    noteRowChanges(db, table)
}

const DOCUMENTS = `
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
    -- What the server made of what was sent, until it is seen in a base.
    adjusted TEXT,
    -- In which locales it is published, where each has a status of its own.
    published_in TEXT,
    -- What the server said last that the user may do with it, and of which revision.
    permissions TEXT,
    UNIQUE (kind, slug, id)
  );
  CREATE INDEX documents_by_slug ON documents (kind, slug, is_new, is_gone);
  CREATE INDEX documents_new ON documents (id) WHERE is_new = 1;
  -- Documents that changed longest ago, the first ones to go where there is no room.
  CREATE INDEX documents_by_age ON documents (kind, is_new, is_gone, updated_at);

  -- Real ids of documents made here, as JSON: the server's ids may be numbers (SY8).
  CREATE TABLE id_map (
    slug TEXT NOT NULL,
    temp_id TEXT NOT NULL,
    real_id TEXT NOT NULL,
    PRIMARY KEY (temp_id, slug)
  );
`

const UNSENT = `
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
    -- What is no value yet (SY1).
    typed TEXT NOT NULL DEFAULT '[]',
    PRIMARY KEY (kind, slug, id)
  );

  -- What is typed in forms that are of no document.
  CREATE TABLE held_forms (
    -- Which form it is: 'bulk-upload media'.
    place TEXT PRIMARY KEY,
    content TEXT NOT NULL,
    saved_at TEXT NOT NULL
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
    updated_at TEXT NOT NULL,
    -- Of the entries that one save made; null: it made only this one.
    group_id TEXT
  );
  CREATE INDEX outbox_by_document ON outbox (kind, slug, id, seq);
  CREATE INDEX outbox_counts ON outbox (kind, slug, state, problem_code);
  CREATE INDEX outbox_sending ON outbox (state) WHERE state = 'sending';
  -- Entries that could be sent, without reading what they change.
  CREATE INDEX outbox_ready ON outbox (seq, kind, slug, id) WHERE state IN ('waiting', 'unknown');

  -- New documents that an entry refers to; it cannot leave before they have (SY8).
  CREATE TABLE outbox_waits (
    waits_for TEXT NOT NULL,
    seq INTEGER NOT NULL REFERENCES outbox (seq) ON DELETE CASCADE,
    PRIMARY KEY (waits_for, seq)
  ) WITHOUT ROWID;
  CREATE INDEX outbox_waits_by_entry ON outbox_waits (seq);

  -- Moves that wait for the server, in the order in which they were made. One counter gives the places of these and of
  -- entries.
  CREATE TABLE moves (
    seq INTEGER PRIMARY KEY,
    key TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL,
    slug TEXT NOT NULL,
    id TEXT NOT NULL,
    -- The field that keeps the order.
    field TEXT NOT NULL,
    -- Where it goes.
    move TEXT NOT NULL,
    -- The key by which lists show it until the server has given it one.
    shown TEXT,
    state TEXT NOT NULL,
    problem TEXT,
    problem_code TEXT,
    attempts INTEGER NOT NULL DEFAULT 0,
    -- The request as it may have left; set while sending and unknown (SY4).
    request TEXT,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL
  );
  CREATE INDEX moves_by_document ON moves (kind, slug, id, seq);
`

const SENT = `
  -- The newest entries that reached the server; what they were, and what became of each of their fields (SY16).
  CREATE TABLE sent_entries (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    key TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL,
    slug TEXT NOT NULL,
    id TEXT NOT NULL,
    is_create INTEGER NOT NULL,
    mode TEXT NOT NULL,
    locale TEXT,
    cells TEXT NOT NULL,
    -- What the server said although it did it; kept until a person has seen it.
    words TEXT,
    created_at TEXT NOT NULL,
    sent_at TEXT NOT NULL
  );

  -- Values that the server does not have as they were sent, until a person has looked at them.
  CREATE TABLE save_differences (
    kind TEXT NOT NULL,
    slug TEXT NOT NULL,
    id TEXT NOT NULL,
    -- What differs: a field, row or order, in a locale.
    place TEXT NOT NULL,
    key TEXT NOT NULL,
    difference TEXT NOT NULL,
    saved_at TEXT NOT NULL,
    PRIMARY KEY (kind, slug, id, place)
  );
`

const LISTS = `
  -- What lists show, sort and search by: some fields of each document known, in all locales.
  CREATE TABLE list_rows (
    slug TEXT NOT NULL,
    id TEXT NOT NULL,
    data TEXT NOT NULL,
    updated_at TEXT,
    status TEXT,
    has_published INTEGER,
    published_in TEXT,
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

  -- Which document of a collection was changed when, in any of the tables that a list shows it from. Who has read a
  -- collection once reads what has a later turn, and not all of it again. What is deleted keeps its row.
  CREATE TABLE row_changes (
    slug TEXT NOT NULL,
    id TEXT NOT NULL,
    -- Counts up per collection.
    turn INTEGER NOT NULL,
    PRIMARY KEY (slug, id)
  ) WITHOUT ROWID;
  CREATE INDEX row_changes_by_turn ON row_changes (slug, turn);
`

const VERSIONS = `
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

  -- What versions hold, packed. against: the version that a row is the difference to; null: it is whole. hash is that of
  -- the text that comes out.
  CREATE TABLE version_contents (
    kind TEXT NOT NULL,
    slug TEXT NOT NULL,
    id TEXT NOT NULL,
    version_id TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    row TEXT NOT NULL,
    against TEXT,
    packed BLOB NOT NULL,
    hash TEXT NOT NULL,
    kept_at TEXT NOT NULL,
    PRIMARY KEY (kind, slug, id, version_id)
  );
`

const OTHERS = `
  CREATE TABLE resources (key TEXT PRIMARY KEY, value TEXT NOT NULL, etag TEXT, fetched_at TEXT NOT NULL);
`

/** Notes from now on which documents of collections have changed in a table that lists are shown from. */
export function noteRowChanges(db: Db, table: string): void {
  const isListed = (row: string): string => (table === 'list_rows' ? '1' : `${row}.kind = 'collection'`)
  const note = (row: string, condition = isListed(row)): string => `
    INSERT INTO row_changes (slug, id, turn)
    SELECT ${row}.slug, ${row}.id,
      (SELECT coalesce(max(turn), 0) + 1 FROM row_changes WHERE slug = ${row}.slug)
    WHERE ${condition}
    ON CONFLICT (slug, id) DO UPDATE SET turn = excluded.turn;`
  // An update may give a row another id (SY8).
  const renamed = note('OLD', `OLD.id <> NEW.id AND ${isListed('OLD')}`)
  db.exec(`
    CREATE TRIGGER ${table}_added AFTER INSERT ON ${table} BEGIN ${note('NEW')} END;
    CREATE TRIGGER ${table}_changed AFTER UPDATE ON ${table} BEGIN ${renamed} ${note('NEW')} END;
    CREATE TRIGGER ${table}_removed AFTER DELETE ON ${table} BEGIN ${note('OLD')} END;
  `)
}
