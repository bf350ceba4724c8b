import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type Database from 'better-sqlite3'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase } from '../../../main/store/durability/database.ts'
import { migrations } from '../../../main/store/durability/migrations/all-migrations.ts'
import { createStore } from '../../../main/store/store.ts'
import type { StoreApi } from '../../../main/store/store-api.ts'
import { fieldTypes } from '../../../shared/fields/registry.ts'
import { fillVersion2 } from './support/version-2.ts'
import { en, post, site } from './support/site.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'galley-migrate-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const time = '2026-01-01T00:00:00.000Z'
const to = { field: '_order', scope: null, near: [{ id: '1', side: 'greater' }] }
const request = {
  method: 'POST',
  path: '/reorder',
  body: { docsToMove: [2] },
  idempotencyKey: 'k',
  baseUpdatedAt: null,
  sentAfter: time,
  keyBefore: 'a2',
  file: null,
}
const denied = { code: 'denied', message: 'No.', status: 403, fields: [], conflicts: [] }
const changes = ['en', 'de', 'fr'].map((locale) => ({
  kind: 'set',
  locale,
  path: 'title',
  from: null,
  to: `Draft ${locale}`,
}))
const typed = { kind: 'text', path: 'meta.score', locale: null, text: '1e', error: { key: 'k' } }
const file = {
  kind: 'set',
  locale: null,
  path: 'file',
  from: null,
  to: { file: '0f8fad5b-d9cb-469f-a165-70867728950e', name: 'a.png', mimeType: 'image/png', size: 3 },
}

/** A full outbox as version 7 held it: edits, moves in every state and one that cannot be read, drafts, texts, a file. */
function fill(db: Database.Database): void {
  fillVersion2(db)
  db.prepare(`UPDATE drafts SET changes = ?, typed = ?`).run(JSON.stringify(changes), JSON.stringify([typed]))
  db.prepare(`UPDATE outbox SET changes = json_insert(changes, '$[#]', json(?)) WHERE key = 'e2'`).run(
    JSON.stringify(file),
  )
  const put = db.prepare(
    `INSERT INTO outbox (key, kind, slug, id, is_create, mode, locale, changes, state, problem, problem_code, request,
       attempts, created_at, updated_at, group_id, move)
     VALUES (?, 'collection', 'posts', ?, 0, 'move', NULL, ?, ?, ?, ?, ?, 2, ?, ?, NULL, ?)`,
  )
  const shown = JSON.stringify([{ kind: 'set', locale: null, path: '_order', from: 'a2', to: 'a9' }])
  const text = JSON.stringify(to)
  put.run('m1', '1', shown, 'waiting', null, null, null, time, time, text)
  put.run('m2', '2', shown, 'sending', null, null, JSON.stringify(request), time, time, text)
  put.run('m3', '3', '[]', 'parked', JSON.stringify(denied), 'denied', null, time, time, text)
  put.run('m4', '3', '[', 'waiting', null, null, null, time, time, '{"near":')
}

function openStore(path: string): { store: StoreApi; close: () => void } {
  const opened = openDatabase({ file: path })
  const store = createStore({ types: fieldTypes, db: opened.db, onEvent: () => undefined })
  store.setSchema(site)
  return { store, close: () => opened.close() }
}

function expectAllOfIt(path: string): void {
  const { store, close } = openStore(path)
  expect(store.getEntry('e1')).toMatchObject({ mode: 'draft', state: 'unknown' })
  expect(store.getEntry('e2')?.changes).toMatchObject([{ to: 'B' }, { path: 'file', to: { name: 'a.png' } }])
  expect(store.getEntry('e3')).toMatchObject({ create: true, state: 'waiting' })
  const plain = { move: to, attempts: 2, createdAt: time }
  expect(store.getMove('m1')).toMatchObject({ ...plain, ref: post('1'), state: 'waiting', shown: 'a9' })
  expect(store.getMove('m2')).toMatchObject({ ...plain, state: 'unknown', shown: 'a9' })
  expect(store.getMove('m3')).toMatchObject({ ...plain, state: 'parked', problem: denied, shown: null })
  expect(store.getMove('m4')).toMatchObject({ state: 'parked', problem: { code: 'broken' } })
  expect(store.rawEntry('m4').text).toContain('near')
  const keys = ['m1', 'm2', 'm3', 'm4']
  expect(keys.map((key) => store.getEntry(key))).toEqual([null, null, null, null])
  const places = keys.map((key) => store.getMove(key)?.seq ?? 0)
  expect(places).toEqual(places.toSorted((a, b) => a - b))
  expect(places[0]).toBeGreaterThan(store.getEntry('e3')?.seq ?? Infinity)
  expect(store.getDocument(post('3'))?.draft).toMatchObject({ changes, typed: [typed] })
  // What is queued from now on goes behind all of it.
  store.commitDraft({ ref: post('3'), locale: 'en', mode: 'draft', changes: [en('title', null, 'X')] })
  expect(store.getDocument(post('3'))?.entries[0]?.seq).toBeGreaterThan(places[3] ?? Infinity)
  close()
}

function fillSeven(): string {
  mkdirSync(join(folder, 'live'))
  const path = join(folder, 'live', 'store.sqlite')
  const old = openDatabase({ file: path, migrations: migrations.slice(0, 7) })
  fill(old.db)
  old.close()
  return path
}

test('SY15 a database of version 7 keeps its edits, drafts and files, and its moves get a queue of their own', () => {
  const path = fillSeven()
  expectAllOfIt(path)
  const opened = openDatabase({ file: path })
  const columns = opened.db.prepare(`SELECT name FROM pragma_table_info('outbox')`).pluck().all()
  expect(columns.filter((name) => ['move', 'files', 'outcomes'].includes(String(name)))).toEqual([])
  opened.close()
})

test('SY15 the disk as it is after each step of the migration opens with all of it', () => {
  const path = fillSeven()
  const eighth = migrations[7]
  if (eighth === undefined) throw new Error('there is none')
  const left: string[] = []
  // What the program leaves where it is killed at that moment.
  const keep = (): void => {
    const copy = join(folder, `killed-${left.length}`)
    cpSync(join(folder, 'live'), copy, { recursive: true })
    left.push(join(copy, 'store.sqlite'))
  }
  const watched = (db: Database.Database): Database.Database =>
    new Proxy(db, {
      get: (target, name) =>
        name === 'exec'
          ? (sql: string) => {
              target.exec(sql)
              keep()
            }
          : Reflect.get(target, name, target),
    })
  const opened = openDatabase({
    file: path,
    migrations: [...migrations.slice(0, 7), (db) => eighth(watched(db))],
  })
  keep()
  opened.close()
  expect(left.length).toBeGreaterThan(4)
  for (const one of left) expectAllOfIt(one)
})
