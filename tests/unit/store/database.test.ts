import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import { exportUnsent, surveyAccounts } from '../../../main/store/durability/account-folder.ts'
import { openDatabase } from '../../../main/store/durability/database.ts'
import { createStore } from '../../../main/store/store.ts'
import { fieldTypes } from '../../../shared/fields/registry.ts'
import { migrations } from '../../../main/store/durability/migrations/all-migrations.ts'
import { at, de, en, post, set } from './support/site.ts'
import { commit, give, leave, send, setUpBench } from './support/bench.ts'
import { outboxOf } from '../../support/whole-outbox.ts'

const bench = setUpBench()

/** Everything in the folder that was set aside, by name. */
function asides(): string[] {
  return readdirSync(bench.folder).filter((name) => name.includes('.corrupt-'))
}

function fillAndClose(): void {
  for (let index = 0; index < 40; index++) {
    give(bench.store, post(String(index)), { title: { en: 'A' }, slug: 'x'.repeat(2000) })
  }
  commit(bench.store, post('1'), [en('title', 'A', 'B')])
  bench.database.close()
}

describe('F16 a file that cannot be read is set aside, never deleted, and a new one begun with what is unsent', () => {
  const damages: [string, () => void][] = [
    ['not SQLite', () => writeFileSync(bench.file, 'Dear diary, '.repeat(500))],
    ['shorter than a header', () => writeFileSync(bench.file, 'SQLite format 3\0')],
    ['empty', () => writeFileSync(bench.file, '')],
    ['truncated', () => truncateSync(bench.file, 4096 * 3)],
    ['cut within a page', () => truncateSync(bench.file, statSync(bench.file).size - 1000)],
    [
      'overwritten in the middle',
      () => {
        const bytes = readFileSync(bench.file)
        bytes.fill(0xa5, 4096, 4096 * 6)
        writeFileSync(bench.file, bytes)
      },
    ],
    [
      'the database of another program',
      () => {
        writeFileSync(bench.file, '')
        const other = new Database(bench.file)
        other.exec('CREATE TABLE bookmarks (url TEXT)')
        other.close()
      },
    ],
  ]
  test.each(damages)('%s', (_name, damage) => {
    fillAndClose()
    damage()
    const before = readFileSync(bench.file)
    bench.database = openDatabase({ file: bench.file, now: () => new Date(2026, 10, 20, 5, 44, 9) })
    const [notice] = bench.database.notices
    const path = join(bench.folder, 'store.corrupt-2026-11-20-054409.sqlite')
    expect(notice).toMatchObject({ code: 'database-set-aside', path, edits: 1 })
    expect(readFileSync(path).equals(before)).toBe(true)
    const store = createStore({ types: fieldTypes, db: bench.database.db, onEvent: () => undefined })
    give(store, post('1'), { title: { en: 'New' } })
    expect(store.getDocument(post('1'))?.base.data['title']).toEqual({ en: 'New' })
    expect(outboxOf(store)).toMatchObject([{ ref: post('1'), entries: [{ changes: [{ to: 'B' }] }] }])
  })

  test('a folder in its place', () => {
    bench.database.close()
    bench.file = join(bench.folder, 'other.sqlite')
    mkdirSync(bench.file)
    writeFileSync(join(bench.file, 'inside'), 'kept')
    bench.database = openDatabase({ file: bench.file })
    expect(bench.database.notices).toHaveLength(1)
    expect(readFileSync(join(bench.folder, asides()[0] ?? '', 'inside'), 'utf8')).toBe('kept')
  })

  test('the log that belongs to it moves along', () => {
    give(bench.store, post('1'), { title: { en: 'In the log only' } })
    copyFileSync(`${bench.file}-wal`, join(bench.folder, 'log'))
    bench.database.close()
    writeFileSync(bench.file, 'gone')
    copyFileSync(join(bench.folder, 'log'), `${bench.file}-wal`)
    bench.database = openDatabase({ file: bench.file })
    expect(asides().toSorted()).toHaveLength(2)
    expect(asides().some((name) => name.endsWith('.sqlite-wal'))).toBe(true)
    expect(existsSync(`${bench.file}-wal`)).toBe(true)
  })

  test('two in the same second keep their own names', () => {
    const now = (): Date => new Date(2026, 10, 20, 5, 44, 9)
    for (const text of ['first', 'second']) {
      bench.database.close()
      writeFileSync(bench.file, text)
      bench.database = openDatabase({ file: bench.file, now })
    }
    expect(
      asides()
        .toSorted()
        .map((name) => readFileSync(join(bench.folder, name), 'utf8')),
    ).toEqual(['second', 'first'])
  })

  test('a creation that was interrupted leaves nothing that looks like a database', () => {
    bench.database.close()
    bench.file = join(bench.folder, 'fresh.sqlite')
    writeFileSync(join(bench.folder, 'fresh.new.sqlite'), 'half')
    bench.database = openDatabase({ file: bench.file })
    expect(bench.database.notices).toEqual([])
    expect(existsSync(join(bench.folder, 'fresh.new.sqlite'))).toBe(false)
  })
})

test('SY1 a write is on the disk when the call returns: WAL with full synchronisation', () => {
  const { db } = bench.database
  expect(db.pragma('journal_mode', { simple: true })).toBe('wal')
  expect(db.pragma('synchronous', { simple: true })).toBe(2)
  expect(db.pragma('foreign_keys', { simple: true })).toBe(1)
})

test('SY15 the database of a newer program is not touched', () => {
  bench.database.close()
  const file = new Database(bench.file)
  file.pragma(`user_version = ${migrations.length + 1}`)
  file.close()
  const before = readFileSync(bench.file)
  const listed = readdirSync(bench.folder).toSorted()
  expect(() => openDatabase({ file: bench.file })).toThrow(expect.objectContaining({ code: 'newer' }))
  expect(readFileSync(bench.file).equals(before)).toBe(true)
  expect(readdirSync(bench.folder).toSorted()).toEqual(listed)
})

test('SY15 the list of what is on this computer counts what is unsent in the database of a newer program, and leaves it as it is', () => {
  give(bench.store, post('1'), { title: { en: 'A' } })
  commit(bench.store, post('1'), [en('title', 'A', 'Typed here')])
  bench.database.close()
  const folder = join(bench.folder, 'accounts/server')
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'users-1.sqlite')
  copyFileSync(bench.file, file)
  const newer = new Database(file)
  newer.pragma(`user_version = ${migrations.length + 1}`)
  newer.close()
  const before = readFileSync(file)
  const [account] = surveyAccounts(join(bench.folder, 'accounts'))
  expect(account?.files).toMatchObject([{ kind: 'documents', edits: 1 }])
  expect(exportUnsent(file, false)).toContain('Typed here')
  expect(readFileSync(file).equals(before)).toBe(true)
  expect(readdirSync(folder)).toEqual(['users-1.sqlite'])
})

test('SY2 no credential is stored: not of an answer, not of a user, not of a request', () => {
  const { store } = bench
  const secret = 'eyJhbGciOi-SECRET'
  store.putResource({
    key: 'session',
    value: { token: secret, user: { email: 'a@b.c', apiKey: secret, sessions: [{ id: secret }] } },
    etag: null,
  })
  const user = { email: 'a@b.c', hash: secret, salt: secret, apiKey: secret, resetPasswordToken: secret }
  give(store, { kind: 'collection', slug: 'users', id: '1' }, user)
  const query = { slug: 'users', page: 1, limit: 10, sort: 'id', search: '', where: null, locale: null }
  const row = { id: '2', data: user, updatedAt: at(1), status: null, hasPublished: null }
  store.putListPage({ query, rows: [row], totalDocs: 1, collectionTotal: null })
  give(store, post('1'), { title: { en: 'A' } })
  const key = commit(store, post('1'), [en('title', 'A', 'B')])
  leave(store, key)
  bench.database.db.pragma('wal_checkpoint(TRUNCATE)')
  expect(readFileSync(bench.file).includes(secret)).toBe(false)
  expect(store.getResource('session')?.value).toEqual({ user: { email: 'a@b.c' } })
  const columns = bench.database.db
    .prepare(
      `SELECT m.name || '.' || c.name AS name FROM sqlite_schema m, pragma_table_info(m.name) c WHERE m.type = 'table'`,
    )
    .all()
  expect(JSON.stringify(columns)).not.toMatch(/token|password|cookie|secret|header/i)
})

test('F32 SY2 saving one’s own user stores nothing of the sessions that its answer carries', () => {
  const { store } = bench
  const secret = 'session-SECRET'
  const user = { kind: 'collection', slug: 'users', id: '1' } as const
  const answer = (email: string, seconds: number) => ({
    id: 1,
    email,
    updatedAt: at(seconds),
    sessions: [{ id: secret, createdAt: at(0) }],
    resetPasswordToken: secret,
  })
  give(store, user, { email: 'a@b.c' })
  send(store, commit(store, user, [set('email', 'a@b.c', 'd@b.c')], 'save', null), answer('d@b.c', 2), null)
  // A list that asked for such columns, once before and once after a save.
  const query = { slug: 'users', page: 1, limit: 10, sort: 'id', search: '', where: null, locale: null }
  const row = { id: '1', data: answer('d@b.c', 2), updatedAt: at(2), status: null, hasPublished: null }
  store.putListPage({ query, rows: [row], totalDocs: 1, collectionTotal: null })
  send(store, commit(store, user, [set('email', 'd@b.c', 'e@b.c')], 'save', null), answer('e@b.c', 3), null)
  // One who is made here arrives with them as well.
  const made = store.createDocument({ slug: 'users', id: 'tmp_1', data: {} })
  send(store, commit(store, made, [set('email', null, 'new@b.c')], 'save', null), {
    ...answer('new@b.c', 4),
    id: 2,
  })
  bench.database.db.pragma('wal_checkpoint(TRUNCATE)')
  expect(readFileSync(bench.file).includes(secret)).toBe(false)
  expect(store.getDocument(user)).toMatchObject({ base: { data: { email: 'e@b.c' } }, adjusted: [] })
})

test('F32 SY2 what an earlier version stored of sessions goes with the next answer', () => {
  const { store } = bench
  const secret = 'session-SECRET'
  const user = { kind: 'collection', slug: 'users', id: '1' } as const
  give(store, user, { email: 'a@b.c' })
  const leak = JSON.stringify({ id: 1, email: 'a@b.c', sessions: [{ id: secret }] })
  for (const table of ['documents', 'list_rows'])
    bench.database.db.prepare(`UPDATE ${table} SET data = ? WHERE slug = 'users'`).run(leak)
  const query = { slug: 'users', page: 1, limit: 10, sort: 'id', search: '', where: null, locale: null }
  const row = { id: '1', data: { id: 1, email: 'a@b.c' }, updatedAt: at(1), status: null, hasPublished: null }
  store.putListPage({ query, rows: [row], totalDocs: 1, collectionTotal: null })
  expect(JSON.stringify(bench.database.db.prepare('SELECT data FROM list_rows').all())).not.toContain(secret)
  send(
    store,
    commit(store, user, [set('email', 'a@b.c', 'd@b.c')], 'save', null),
    { id: 1, email: 'd@b.c', updatedAt: at(2) },
    null,
  )
  const stored = bench.database.db
    .prepare('SELECT data FROM documents UNION SELECT data FROM list_rows')
    .all()
  expect(JSON.stringify(stored)).not.toContain(secret)
})

test('SY2 signing out keeps unsent work: the next opening of the same file has it', () => {
  give(bench.store, post('1'), { title: { en: 'A' } })
  commit(bench.store, post('1'), [en('title', 'A', 'B')])
  bench.store.putDraft({ ref: post('1'), changes: [de('title', null, 'Ö')] })
  bench.reopen()
  expect(bench.store.outboxCounts()).toMatchObject({ waiting: 1, onThisComputer: 1 })
})

test('a full disk is said once, nothing claims to be saved, and what was there stays', () => {
  const { store, database } = bench
  give(store, post('1'), { title: { en: 'A' } })
  const pages = Number(database.db.pragma('page_count', { simple: true }))
  database.db.pragma(`max_page_count = ${pages + 4}`)
  const big = 'x'.repeat(500_000)
  const full = expect.objectContaining({ code: 'disk-full' })
  expect(() => store.putDraft({ ref: post('1'), changes: [en('title', 'A', big)] })).toThrow(full)
  expect(() => commit(store, post('1'), [en('title', 'A', big)])).toThrow(full)
  expect(bench.events.filter((event) => event.name === 'app.notice')).toEqual([
    { name: 'app.notice', payload: { code: 'disk-full' } },
  ])
  expect(store.getDocument(post('1'))).toMatchObject({ draft: null, entries: [], state: { kind: 'saved' } })
  database.db.pragma('max_page_count = 1000000')
  commit(store, post('1'), [en('title', 'A', big)])
  expect(store.getDocument(post('1'))?.entries).toHaveLength(1)
})

test('a document of 10 MB is kept, edited and sent', () => {
  const { store } = bench
  const body = {
    root: { children: Array.from({ length: 100 }, () => ({ type: 'text', text: 'ä'.repeat(50_000) })) },
  }
  give(store, post('1'), { title: { en: 'A' }, body: { en: body } })
  const key = commit(store, post('1'), [en('title', 'A', 'B')])
  const request = leave(store, key)
  expect(JSON.stringify(request).length).toBeLessThan(1000)
  store.settleSent({ key, answer: { data: { id: 1, title: 'B', body, updatedAt: at(2) }, locale: 'en' } })
  bench.reopen()
  expect(bench.store.getDocument(post('1'))?.base.data).toMatchObject({
    title: { en: 'B' },
    body: { en: body },
  })
})

test('versions and resources come back as they were put', () => {
  const { store } = bench
  const row = {
    id: 'v1',
    updatedAt: at(1),
    status: 'draft' as const,
    autosave: true,
    publishedLocale: null,
    latest: true,
  }
  const query = { ref: post('1'), page: 1, limit: 10, sort: '-updatedAt' as const }
  expect(store.listVersions(query)).toMatchObject({ rows: [], fetchedAt: null })
  store.putVersionsPage({ query, rows: [row], totalDocs: 4, latestDraft: row, currentlyPublished: null })
  expect(store.listVersions(query)).toMatchObject({
    rows: [row],
    totalDocs: 4,
    latestDraft: row,
    currentlyPublished: null,
  })
  expect(bench.events).toContainEqual({ name: 'versions.changed', payload: { ref: post('1') } })
  store.putResource({ key: 'config', value: { a: [1] }, etag: '"e"' })
  expect(store.getResource('config')).toMatchObject({ value: { a: [1] }, etag: '"e"' })
  expect(store.getResource('nothing')).toBeNull()
})
