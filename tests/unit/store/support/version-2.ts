import type Database from 'better-sqlite3'
import { TEMP } from './version-1.ts'

/** A full outbox as version 2 of the database held it, written by SQL as that version wrote it: its code is gone. */
export function fillVersion2(db: Database.Database): void {
  const time = '2026-01-01T00:00:00.000Z'
  const document = db.prepare(
    `INSERT INTO documents (kind, slug, id, data, updated_at, status, has_published, is_new, is_gone, fetched_at, adjusted)
     VALUES ('collection', 'posts', ?, ?, ?, ?, 0, ?, 0, ?, NULL)`,
  )
  for (const id of ['1', '2', '3']) {
    document.run(id, JSON.stringify({ id: Number(id), title: { en: 'A' } }), time, 'draft', 0, time)
  }
  document.run(TEMP, '{}', null, null, 1, time)
  const entry = db.prepare(
    `INSERT INTO outbox (key, kind, slug, id, is_create, mode, locale, changes, state, request, attempts, created_at,
       updated_at, group_id)
     VALUES (?, 'collection', 'posts', ?, ?, ?, 'en', ?, ?, ?, 0, ?, ?, NULL)`,
  )
  const edit = (from: string | null, to: string): string =>
    JSON.stringify([{ kind: 'set', locale: 'en', path: 'title', from, to }])
  const request = JSON.stringify({
    method: 'PATCH',
    path: '/posts/1?draft=true&locale=en&depth=0',
    body: { title: 'B' },
    idempotencyKey: 'k-1',
    baseUpdatedAt: time,
  })
  entry.run('e1', '1', 0, 'draft', edit('A', 'B'), 'sending', request, time, time)
  entry.run('e2', '2', 0, 'publish', edit('A', 'B'), 'waiting', null, time, time)
  entry.run('e3', TEMP, 1, 'draft', edit(null, 'New'), 'waiting', null, time, time)
  db.prepare(
    `INSERT INTO drafts (kind, slug, id, seq, changes, lost, saved_at)
     VALUES ('collection', 'posts', '3', 1, ?, '{}', ?)`,
  ).run(edit('A', 'Draft'), time)
}
