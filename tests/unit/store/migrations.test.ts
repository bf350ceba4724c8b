import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase } from '../../../main/store/durability/database.ts'
import { versionOf } from '../../../main/store/durability/migrate.ts'
import type { Migration } from '../../../main/store/durability/migrations/all-migrations.ts'
import { FIRST_VERSION, migrations } from '../../../main/store/durability/migrations/all-migrations.ts'
import { createStore } from '../../../main/store/store.ts'
import { fieldTypes } from '../../../shared/fields/registry.ts'
import type { StoreApi } from '../../../main/store/store-api.ts'
import { en, post, site } from './support/site.ts'
import { commit, give, leave } from './support/bench.ts'
import { outboxOf } from '../../support/whole-outbox.ts'

let folder = ''
let file = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'galley-migrate-'))
  file = join(folder, 'store.sqlite')
})
afterEach(() => rmSync(folder, { recursive: true }))

/**
 * A full outbox as each shipped version left it. A migration that is added brings the SQL with which the version
 * before it fills a database; the last one is filled by the store itself.
 */
const fillers: Record<number, (db: Database.Database) => void> = {
  // The version after it has one more index.
  9: fillBeforeRewritten,
  10: fillBeforeRewritten,
  11: fillBeforeSeen,
  12: fillBeforeRestores,
  13: fillBeforeRevisions,
}

/** Drafts have one column less. */
function fillBeforeRewritten(db: Database.Database): void {
  db.exec('ALTER TABLE drafts ADD COLUMN rewritten INTEGER NOT NULL DEFAULT 0')
  fillBeforeSeen(db)
  db.exec('ALTER TABLE drafts DROP COLUMN rewritten')
}

/** Rows of lists do not say when they came here; the third column that they lack is filled by own sends alone. */
function fillBeforeSeen(db: Database.Database): void {
  db.exec(`ALTER TABLE list_rows ADD COLUMN came_at TEXT NOT NULL DEFAULT ''`)
  db.exec('ALTER TABLE list_rows ADD COLUMN seen_at TEXT')
  fillBeforeRestores(db)
  db.exec('ALTER TABLE list_rows DROP COLUMN seen_at')
  db.exec('ALTER TABLE list_rows DROP COLUMN came_at')
}

/** Entries do not say which version they restore. */
function fillBeforeRestores(db: Database.Database): void {
  db.exec('ALTER TABLE outbox ADD COLUMN restores TEXT')
  fillBeforeRevisions(db)
  db.exec('ALTER TABLE outbox DROP COLUMN restores')
}

/** The history of what was sent does not say which revision came of it. */
function fillBeforeRevisions(db: Database.Database): void {
  db.exec('ALTER TABLE sent_entries ADD COLUMN revision TEXT')
  fillNewest(db)
  db.exec('ALTER TABLE sent_entries DROP COLUMN revision')
}

function fillNewest(db: Database.Database): void {
  fillWithStore(createStore({ types: fieldTypes, db, onEvent: () => undefined }))
}

function fillWithStore(store: StoreApi): void {
  store.setSchema(site)
  for (const id of ['1', '2', '3']) give(store, post(id), { title: { en: 'A' } })
  leave(store, commit(store, post('1'), [en('title', 'A', 'B')]))
  commit(store, post('2'), [en('title', 'A', 'B')])
  store.createDocument({ slug: 'posts', id: 'tmp_0f8fad5b-d9cb-469f-a165-70867728950e', data: {} })
  commit(store, post('tmp_0f8fad5b-d9cb-469f-a165-70867728950e'), [en('title', null, 'New')])
  commit(store, post('2'), [], 'publish')
  store.putDraft({ ref: post('3'), changes: [en('title', 'A', 'Draft')] })
}

function openStoreAt(steps: readonly Migration[]): { store: StoreApi; close: () => void } {
  const opened = openDatabase({ file, migrations: steps })
  return {
    store: createStore({ types: fieldTypes, db: opened.db, onEvent: () => undefined }),
    close: () => opened.close(),
  }
}

const versions = migrations.map((_, index) => index + 1).filter((version) => version >= FIRST_VERSION)

test.each(versions)('SY15 a full outbox of version %i is kept', (version) => {
  const opened = openDatabase({ file, migrations: migrations.slice(0, version) })
  // Only the newest one can be filled by the store of today.
  const fill = version === migrations.length ? fillNewest : fillers[version]
  if (!fill) throw new Error(`Nothing fills a database of version ${version}`)
  fill(opened.db)
  opened.close()
  const { store, close } = openStoreAt(migrations)
  expect(outboxOf(store).map((item) => item.entries.map((entry) => [entry.mode, entry.state]))).toEqual([
    [['draft', 'unknown']],
    [['publish', 'waiting']],
    [['draft', 'waiting']],
    // Journalled, not queued.
    [],
  ])
  expect(store.getDocument(post('3'))?.draft).toMatchObject({ changes: [en('title', 'A', 'Draft')] })
  close()
})

const next: Migration = (db) =>
  db.exec(`ALTER TABLE outbox ADD COLUMN note TEXT; UPDATE outbox SET note = 'kept'`)

test('SY15 a backup of the whole database, log included, is made before it is changed', () => {
  const before = openStoreAt(migrations)
  fillWithStore(before.store)
  const expected = before.store.outboxCounts()
  before.close()

  const opened = openDatabase({ file, migrations: [...migrations, next] })
  expect(versionOf(opened.db)).toBe(migrations.length + 1)
  expect(
    createStore({ types: fieldTypes, db: opened.db, onEvent: () => undefined }).outboxCounts().waiting,
  ).toBe(3)
  opened.close()

  const backup = new Database(join(folder, `store.before-v${migrations.length + 1}.sqlite`), {
    readonly: true,
  })
  expect(versionOf(backup)).toBe(migrations.length)
  expect(backup.prepare('SELECT count(*) AS count FROM outbox').get()).toEqual({ count: 3 })
  expect(backup.prepare(`SELECT count(*) AS count FROM outbox WHERE state = 'sending'`).get()).toEqual({
    count: expected.sending,
  })
  backup.close()
})

test('SY15 a migration that fails changes nothing and can be tried again', () => {
  const before = openStoreAt(migrations)
  fillWithStore(before.store)
  before.close()
  const broken: Migration = (db) => {
    next(db)
    throw new Error('Broken migration')
  }
  expect(() => openDatabase({ file, migrations: [...migrations, broken] })).toThrow('Broken migration')
  const again = openDatabase({ file, migrations: [...migrations, next] })
  expect(again.db.prepare('SELECT DISTINCT note FROM outbox').all()).toEqual([{ note: 'kept' }])
  again.close()
})

test('SY15 a database of the same version is opened without a backup', () => {
  openStoreAt(migrations).close()
  openStoreAt(migrations).close()
  expect(readdirSync(folder).filter((name) => name.includes('.before-'))).toEqual([])
  expect(existsSync(file)).toBe(true)
})
