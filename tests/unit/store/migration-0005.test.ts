import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase } from '../../../main/store/durability/database.ts'
import { migrations } from '../../../main/store/durability/migrations/all-migrations.ts'
import * as v1 from './support/version-1.ts'

let folder = ''
let db: Database.Database
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'galley-migrate-'))
  const file = join(folder, 'store.sqlite')
  const before = openDatabase({ file, migrations: migrations.slice(0, 2) })
  v1.putDocument(before.db, v1.posts('1'), { id: 1 })
  v1.putEntry(before.db, v1.posts('1'), { key: 'e1', locale: 'en', changes: [] })
  before.close()
  db = openDatabase({ file }).db
})
afterEach(() => {
  db.close()
  rmSync(folder, { recursive: true })
})

const turns = (): unknown[] => db.prepare('SELECT slug, id, turn FROM row_changes ORDER BY slug, id').all()

test('SY15 a database of version 2 notes from now on which rows of lists have changed, and by which turn', () => {
  // Whoever reads a collection for the first time reads all of it.
  expect(turns()).toEqual([])
  db.exec(`UPDATE documents SET status = 'published' WHERE id = '1'`)
  expect(turns()).toEqual([{ slug: 'posts', id: '1', turn: 1 }])
  v1.putDocument(db, v1.posts('2'), { id: 2 })
  v1.putDocument(db, ['global', 'header', ''], {})
  v1.putDocument(db, ['collection', 'authors', '2'], {})
  expect(turns()).toEqual([
    { slug: 'authors', id: '2', turn: 1 },
    { slug: 'posts', id: '1', turn: 1 },
    { slug: 'posts', id: '2', turn: 2 },
  ])
})

test.each([
  ['what a list holds of it', `INSERT INTO list_rows (slug, id, data) VALUES ('posts', '1', '{}')`],
  ['its document', `DELETE FROM documents WHERE id = '1'`],
  ['an entry', `UPDATE outbox SET state = 'parked' WHERE key = 'e1'`],
  ['the end of an entry', `DELETE FROM outbox WHERE key = 'e1'`],
  [
    'a draft',
    `INSERT INTO drafts (kind, slug, id, seq, changes, lost, saved_at) VALUES ('collection', 'posts', '1', 1, '[]', '{}', '')`,
  ],
])('a row of a list has changed with %s', (_what, sql) => {
  db.exec(sql)
  expect(turns()).toEqual([{ slug: 'posts', id: '1', turn: 1 }])
})

test('SY8 a row that gets another id has changed under both', () => {
  db.exec(`UPDATE outbox SET id = '9' WHERE key = 'e1'`)
  expect(turns()).toEqual([
    { slug: 'posts', id: '1', turn: 1 },
    { slug: 'posts', id: '9', turn: 2 },
  ])
})
