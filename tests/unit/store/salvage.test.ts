import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { openDatabase } from '../../../main/store/durability/database.ts'
import { migrations } from '../../../main/store/durability/migrations/all-migrations.ts'
import { markDamaged } from '../../../main/store/durability/set-aside.ts'
import { createStore } from '../../../main/store/store.ts'
import { countUnsent, readUnsent, type UnsentRows } from '../../../main/store/durability/unsent-rows.ts'
import { runUpkeep } from '../../../main/store/worker/upkeep.ts'
import { fieldTypes } from '../../../shared/fields/registry.ts'
import { makeTempId } from '../../../shared/cms/doc-ref.ts'
import {
  commit,
  entriesOf,
  give,
  headKeys,
  leave,
  leaveMove,
  movesOf,
  send,
  setUpBench,
  shown,
} from './support/bench.ts'
import { at, de, en, post, set, site } from './support/site.ts'
import { outboxOf } from '../../support/whole-outbox.ts'

const bench = setUpBench()
const copy = (): string => join(bench.folder, 'store.unsent.json')
const asides = (): string[] => readdirSync(bench.folder).filter((name) => name.includes('.corrupt-'))

/** Overwrites pages of the closed file with garbage, like a broken disk. */
function overwrite(from: number, to: number): void {
  const bytes = readFileSync(bench.file)
  bytes.fill(0xa5, from * 4096, to * 4096)
  writeFileSync(bench.file, bytes)
}

/** Returns the pages of a table. */
function pagesOf(table: string): number[] {
  const rows = bench.database.db.prepare('SELECT pageno FROM dbstat WHERE name = ?').all(table)
  return rows.map((row) => Number(Reflect.get(Object(row), 'pageno')))
}

/** Runs a Node script with a limit on the size of files, and returns its output. */
function runInSmallFiles(...script: string[]): string {
  // 40 blocks of 512 bytes; every POSIX shell has it.
  const limit = ['-c', 'ulimit -f 40 && exec "$@"', 'sh', process.execPath, ...script]
  const { error, status, stdout, stderr } = spawnSync('sh', limit, { encoding: 'utf8' })
  if (error || status !== 0)
    throw new Error(`This test needs a POSIX shell with ulimit -f: ${stderr}`, { cause: error })
  return stdout
}

function openAgain(): void {
  bench.database = openDatabase({ file: bench.file })
  bench.store = createStore({
    types: fieldTypes,
    db: bench.database.db,
    onEvent: (event) => bench.events.push(event),
  })
  bench.store.setSchema(site)
}

test('F16 drafts, entries, their documents and what a request was are carried over from a damaged file', () => {
  for (let index = 10; index < 60; index++) give(bench.store, post(String(index)), { slug: 'x'.repeat(2000) })
  give(bench.store, post('1'), { title: { en: 'A', de: 'A' } })
  commit(bench.store, post('1'), [en('title', 'A', 'B')])
  bench.store.putDraft({ ref: post('1'), changes: [de('title', 'A', 'Ö')] })
  give(bench.store, post('2'), { title: { en: 'A' } })
  const key = commit(bench.store, post('2'), [en('title', 'A', 'On its way')])
  const request = leave(bench.store, key)
  bench.store.putResource({ key: 'session', value: { user: { id: 1 } }, etag: null })
  const versions = pagesOf('list_rows')
  bench.database.close()
  rmSync(copy())
  for (const page of versions) overwrite(page - 1, page)

  openAgain()
  expect(bench.database.notices).toMatchObject([{ edits: 3, complete: true, fromCopy: false }])
  expect(asides()).toHaveLength(1)
  expect(shown(bench.store, post('1')).data).toMatchObject({ title: { en: 'B', de: 'Ö' } })
  expect(bench.store.outboxCounts()).toMatchObject({ waiting: 2, onThisComputer: 1 })
  // It may have arrived: the same request is sent again, with its own key (SY4).
  expect(bench.store.prepareSend(key)?.request).toEqual(request)
  expect(bench.store.getResource('session')?.value).toEqual({ user: { id: 1 } })
})

test('F16 of a table that is damaged itself everything around the damage is carried over, and it is said', () => {
  for (let index = 0; index < 200; index++) {
    give(bench.store, post(String(index)), { title: { en: 'A' } })
    commit(bench.store, post(String(index)), [en('title', 'A', `${index} ${'y'.repeat(400)}`)])
  }
  const pages = pagesOf('outbox')
  const middle = pages[Math.floor(pages.length / 2)] ?? 0
  bench.database.close()
  rmSync(copy())
  overwrite(middle - 1, middle)

  openAgain()
  const [notice] = bench.database.notices
  expect(notice).toMatchObject({ complete: false, fromCopy: false })
  const { waiting } = bench.store.outboxCounts()
  expect(waiting).toBeGreaterThan(150)
  expect(waiting).toBeLessThan(200)
  expect(notice).toMatchObject({ edits: waiting })
})

test('F16 the copy makes up for a file that cannot be read at all; what could be done twice asks a person', () => {
  give(bench.store, post('1'), { title: { en: 'A' } })
  commit(bench.store, post('1'), [en('title', 'A', 'B')])
  const made = bench.store.createDocument({
    slug: 'posts',
    id: makeTempId('1'),
    data: { title: { en: 'New' } },
  })
  const creation = commit(bench.store, made, [en('title', null, 'New')])
  give(bench.store, post('3'), { title: { en: 'A' } })
  const publish = commit(bench.store, post('3'), [en('title', 'A', 'Public')], 'publish')
  bench.database.close()
  writeFileSync(bench.file, 'Dear diary')

  openAgain()
  expect(bench.database.notices).toMatchObject([{ edits: 3, complete: true, fromCopy: true }])
  expect(shown(bench.store, post('1')).data).toMatchObject({ title: { en: 'B' } })
  const entries = outboxOf(bench.store).flatMap((one) => one.entries)
  expect(entries.map(({ key, state }) => [key, state])).toEqual([
    [expect.any(String), 'waiting'],
    [creation, 'parked'],
    [publish, 'parked'],
  ])
  expect(entries[1]?.problem?.code).toBe('outcome-unknown')
})

test('F16 a database that is not there any more comes back from the copy', () => {
  give(bench.store, post('1'), { title: { en: 'A' } })
  bench.store.putDraft({ ref: post('1'), changes: [en('title', 'A', 'Typed')] })
  bench.database.close()
  rmSync(bench.file)
  openAgain()
  expect(bench.database.notices).toMatchObject([{ path: null, edits: 1, fromCopy: true }])
  expect(shown(bench.store, post('1')).data).toMatchObject({ title: { en: 'Typed' } })
})

test('F16 the copy is made while the database is used, holds no sent edit, and goes with the last one', () => {
  give(bench.store, post('1'), { title: { en: 'A' } })
  const key = commit(bench.store, post('1'), [en('title', 'A', 'Kept here')])
  runUpkeep(bench.file, 'copy')
  expect(readFileSync(copy(), 'utf8')).toContain('Kept here')
  expect(statSync(copy()).mode & 0o777).toBe(0o600)
  send(bench.store, key, { id: 1, title: 'Kept here', updatedAt: at(2) })
  runUpkeep(bench.file, 'copy')
  expect(existsSync(copy())).toBe(false)
})

test('F16 F87 a damaged file does not take the place of a good copy, and the task that meets the damage says so', () => {
  for (let index = 0; index < 200; index++) {
    give(bench.store, post(String(index)), { title: { en: 'A' } })
    commit(bench.store, post(String(index)), [en('title', 'A', 'y'.repeat(400))])
  }
  const pages = pagesOf('outbox')
  bench.database.close()
  const before = readFileSync(copy())
  overwrite((pages[5] ?? 0) - 1, pages[5] ?? 0)
  expect(runUpkeep(bench.file, 'copy')).toBe('damaged')
  expect(readFileSync(copy()).equals(before)).toBe(true)
})

test('F16 a file that is found damaged while it is open is set aside at the next opening, with what is unsent', () => {
  give(bench.store, post('1'), { title: { en: 'A' } })
  commit(bench.store, post('1'), [en('title', 'A', 'B')])
  expect(runUpkeep(bench.file, 'check')).toBe('sound')
  const pages = pagesOf('list_pages')
  bench.database.db.pragma('wal_checkpoint(TRUNCATE)')
  overwrite((pages[0] ?? 0) - 1, pages[0] ?? 0)
  expect(runUpkeep(bench.file, 'check')).toBe('damaged')
  bench.database.close()
  openAgain()
  expect(asides()).toHaveLength(1)
  expect(bench.store.outboxCounts()).toMatchObject({ waiting: 1 })
  bench.reopen()
  expect(asides()).toHaveLength(1)
})

test('F16, SY15 what is unsent in a damaged file of an older version is carried over and migrated', () => {
  give(bench.store, post('1'), { title: { en: 'A' } })
  commit(bench.store, post('1'), [en('title', 'A', 'B')])
  bench.database.close()
  markDamaged(bench.file)
  let upgraded = 0
  const more = [
    ...migrations,
    (db: Database.Database) => {
      upgraded = Number(db.prepare('SELECT count(*) FROM outbox').pluck().get())
      db.exec('ALTER TABLE outbox ADD COLUMN later TEXT')
    },
  ]
  bench.database = openDatabase({ file: bench.file, migrations: more })
  expect(upgraded).toBe(1)
  expect(bench.database.notices).toMatchObject([{ edits: 1, complete: true }])
})

test('F16 a disk on which no new database can be begun leaves the damaged one where it is', () => {
  give(bench.store, post('1'), { title: { en: 'A' } })
  commit(bench.store, post('1'), [en('title', 'A', 'B')])
  bench.database.close()
  markDamaged(bench.file)
  const before = readFileSync(bench.file)
  const child = fileURLToPath(new URL('./support/open-child.ts', import.meta.url))
  expect(runInSmallFiles(child, bench.file)).toBe('unknown')
  expect(asides()).toEqual([])
  expect(readFileSync(bench.file).equals(before)).toBe(true)
  openAgain()
  expect(asides()).toHaveLength(1)
  expect(bench.store.outboxCounts()).toMatchObject({ waiting: 1 })
})

test('F16 what the server did not save as it was sent is carried over with its document, and counted', () => {
  give(bench.store, post('1'), { title: { en: 'A' }, slug: 'a' })
  send(bench.store, commit(bench.store, post('1'), [set('slug', 'a', 'b')]), { id: 1, slug: 'a' })
  bench.database.close()
  writeFileSync(bench.file, 'Dear diary')

  openAgain()
  expect(bench.database.notices).toMatchObject([{ edits: 1, complete: true, fromCopy: true }])
  expect(bench.store.getDocument(post('1'))?.differences).toMatchObject([
    { path: 'slug', result: 'not-saved', sent: 'b' },
  ])
})

test('F16 (part) of documents that come again only what fits is read for the copy, and those made here', () => {
  const { db } = bench.database
  for (const id of ['1', '2', '3', '4']) {
    give(bench.store, post(id), { title: { en: 'A' }, slug: 'x'.repeat(id === '2' ? 5000 : 500) })
    commit(bench.store, post(id), [en('title', 'A', 'B')])
    bench.store.putDraft({ ref: post(id), changes: [de('title', null, 'Ö')] })
  }
  const id = makeTempId('1')
  const made = bench.store.createDocument({ slug: 'posts', id, data: { slug: 'y'.repeat(9000) } })
  commit(bench.store, made, [en('title', null, 'New')])
  bench.store.putResource({ key: 'config', value: { site: true }, etag: null })
  bench.store.putResource({ key: 'session', value: { user: { id: 1 } }, etag: null })
  const names = (rows: UnsentRows): unknown[] => rows.tables.documents.map((row) => row['id'])

  const lean = readUnsent(db, 1400)
  expect(names(lean)).toEqual(['1', '3', id])
  expect(lean).toMatchObject({ complete: true, tables: { resources: [{ key: 'session' }] } })
  expect(countUnsent(lean)).toBe(9)
  const whole = readUnsent(db)
  expect(names(whole)).toEqual(['1', '2', '3', '4', id])
  expect(whole.tables.resources.map((row) => row['key'])).toContain('config')
})

/** Creates entries on many pages, so that one page can be lost without the rest. */
function fillOutbox(): void {
  bench.database.db.transaction(() => {
    for (let index = 100; index < 200; index++) {
      give(bench.store, post(String(index)), { title: { en: 'A' } })
      commit(bench.store, post(String(index)), [en('title', 'A', 'y'.repeat(400))])
    }
  })()
}

/** Makes the document itself findable in the damaged file. */
const typed = () => bench.store.putDraft({ ref: post('1'), changes: [de('title', null, 'Ö')] })

/** Restarts after a page of the outbox was damaged. `meanwhile`: edits between the copy and the damage. */
function loseAPage(meanwhile: () => void): void {
  runUpkeep(bench.file, 'copy')
  const older = readFileSync(copy())
  meanwhile()
  const pages = pagesOf('outbox')
  const middle = pages[Math.floor(pages.length / 2)] ?? 0
  bench.database.close()
  writeFileSync(copy(), older)
  overwrite(middle - 1, middle)
  openAgain()
  expect(bench.database.notices).toMatchObject([{ fromCopy: true }])
}

test('F87 an edit of the copy that was sent since does not go over what somebody else wrote: both are shown', () => {
  fillOutbox()
  give(bench.store, post('1'), { title: { en: 'A' } })
  const key = commit(bench.store, post('1'), [en('title', 'A', 'Mine')])
  loseAPage(() => {
    send(bench.store, key, { id: 1, title: 'Mine', updatedAt: at(2) })
    give(bench.store, post('1'), { title: { en: 'Theirs' } }, 3)
    typed()
  })
  expect(bench.store.prepareSend(key)).toBeNull()
  expect(entriesOf(bench.store, post('1'))).toMatchObject([
    {
      key,
      state: 'parked',
      problem: { code: 'conflict', conflicts: [{ base: 'A', mine: 'Mine', theirs: 'Theirs' }] },
    },
  ])
})

test('F87 an edit of the copy that the document holds already is over', () => {
  fillOutbox()
  give(bench.store, post('1'), { title: { en: 'A' }, slug: 'a' })
  const key = commit(bench.store, post('1'), [en('title', 'A', 'Mine')])
  loseAPage(() => {
    send(bench.store, key, { id: 1, title: 'Mine', slug: 'a', updatedAt: at(2) })
    give(bench.store, post('1'), { title: { en: 'Mine' }, slug: 'theirs' }, 3)
    typed()
  })
  expect(bench.store.getDocument(post('1'))).toMatchObject({
    entries: [],
    state: { kind: 'on-this-computer' },
  })
})

test('F87 an edit of the copy in a row that somebody removed since is asked about with the whole row', () => {
  fillOutbox()
  const row = { id: 'a', blockType: 'hero', heading: { en: 'Berth' }, size: 's' }
  give(bench.store, post('1'), { title: { en: 'A' }, layout: [row] })
  const key = commit(bench.store, post('1'), [set('layout.a.size', 's', 'l')])
  loseAPage(() => {
    const layout = [{ ...row, heading: 'Berth', size: 'l' }]
    send(bench.store, key, { id: 1, title: 'A', layout, updatedAt: at(2) })
    give(bench.store, post('1'), { title: { en: 'A' }, layout: [] }, 3)
    typed()
  })
  expect(entriesOf(bench.store, post('1'))).toMatchObject([
    { key, state: 'parked', problem: { code: 'conflict', conflicts: [{ path: 'layout.a' }] } },
  ])
})

test.each(['publish', 'unpublish', 'delete'] as const)(
  'F87 SY4 what only the copy has (%s) asks a person, and does not leave',
  (mode) => {
    fillOutbox()
    give(bench.store, post('1'), { title: { en: 'A' }, slug: 'a' })
    const key = commit(bench.store, post('1'), mode === 'publish' ? [en('title', 'A', 'Mine')] : [], mode)
    loseAPage(() => {
      bench.store.discard(key)
      give(bench.store, post('1'), { title: { en: 'A' }, slug: 'theirs' }, 3)
      typed()
    })
    expect(entriesOf(bench.store, post('1'))).toMatchObject([
      { key, mode, state: 'parked', problem: { code: 'outcome-unknown' } },
    ])
    expect(bench.store.prepareSend(key)).toBeNull()
  },
)

test.each(['publish', 'unpublish'] as const)(
  'F87 SY13 what only the copy has (%s) and waits for its locale asks where somebody changed the document since',
  (mode) => {
    fillOutbox()
    give(bench.store, post('1'), { title: { en: 'A', de: 'B' }, slug: 'a' })
    const changes = mode === 'publish' ? [de('title', 'B', 'Meins')] : []
    const key = commit(bench.store, post('1'), changes, mode, 'de')
    const { localization } = site
    const locales = localization?.locales.filter(({ code }) => code !== 'de') ?? []
    bench.store.setSchema({ ...site, localization: { defaultLocale: 'en', locales } })
    bench.store.prepareSend(key)
    expect(entriesOf(bench.store, post('1'))).toMatchObject([{ problem: { code: 'locale-gone' } }])
    loseAPage(() => {
      bench.store.discard(key)
      give(bench.store, post('1'), { title: { en: 'A', de: 'B' }, slug: 'theirs' }, 3)
      bench.store.putDraft({ ref: post('1'), changes: [en('title', 'A', 'Ö')] })
    })
    expect(entriesOf(bench.store, post('1'))).toMatchObject([
      { key, mode, state: 'parked', problem: { code: 'base-moved' } },
    ])
    expect(bench.store.prepareSend(key)).toBeNull()
  },
)

test('F87 a draft of the copy in a row that somebody removed since keeps the whole row', () => {
  fillOutbox()
  const row = { id: 'a', blockType: 'hero', heading: { en: 'Berth' }, size: 's' }
  give(bench.store, post('1'), { title: { en: 'A' }, layout: [row] })
  bench.store.putDraft({ ref: post('1'), changes: [set('layout.a.size', 's', 'l')] })
  loseAPage(() => {
    bench.store.discardDraft({ ref: post('1') })
    give(bench.store, post('1'), { title: { en: 'A' }, layout: [] }, 3)
    commit(bench.store, post('1'), [en('title', 'A', 'B')])
  })
  const mine = { ...row, size: 'l' }
  expect(shown(bench.store, post('1'))).toMatchObject({
    data: { layout: [mine] },
    draft: { conflicts: [{ path: 'layout.a', base: row, mine, theirs: null }] },
  })
})

test.each(['{}', '[{"kind":'])(
  'F87 where the list of joined documents (%s) cannot be read the rest is carried over, and a publish asks',
  (value) => {
    fillOutbox()
    give(bench.store, post('1'), { title: { en: 'A' } })
    const key = commit(bench.store, post('1'), [en('title', 'A', 'Mine')], 'publish')
    loseAPage(() => {
      const sql = `INSERT INTO resources (key, value, etag, fetched_at) VALUES ('joined', ?, NULL, '')`
      bench.database.db.prepare(sql).run(value)
      give(bench.store, post('2'), { title: { en: 'A' } })
      commit(bench.store, post('2'), [en('title', 'A', 'Mine')], 'publish')
    })
    for (const ref of [post('1'), post('2')])
      expect(entriesOf(bench.store, ref)).toMatchObject([
        { state: 'parked', problem: { code: 'base-moved' } },
      ])
    expect(bench.store.prepareSend(key)).toBeNull()
  },
)

test('F87 an edit whose document is neither in the file nor in the copy is put on what the server has before it leaves', () => {
  give(bench.store, post('1'), { title: { en: 'A' } })
  const key = commit(bench.store, post('1'), [en('title', 'A', 'Mine')])
  bench.database.close()
  const kept = JSON.parse(readFileSync(copy(), 'utf8')) as UnsentRows
  writeFileSync(copy(), JSON.stringify({ ...kept, tables: { ...kept.tables, documents: [] } }))
  writeFileSync(bench.file, 'Dear diary')
  openAgain()
  give(bench.store, post('1'), { title: { en: 'Theirs' } }, 3)
  expect(bench.store.prepareSend(key)).toBeNull()
  expect(entriesOf(bench.store, post('1'))).toMatchObject([
    { state: 'parked', problem: { code: 'conflict', conflicts: [{ mine: 'Mine', theirs: 'Theirs' }] } },
  ])
})

test('discarding one edit of a copy without its document keeps the other edits and the draft', () => {
  give(bench.store, post('1'), { title: { en: 'A' }, slug: 'a' })
  const first = commit(bench.store, post('1'), [en('title', 'A', 'Mine')])
  const second = commit(bench.store, post('1'), [de('title', null, 'Meins')], 'draft', 'de')
  bench.store.putDraft({ ref: post('1'), changes: [set('slug', 'a', 'typed')] })
  bench.database.close()
  const kept = JSON.parse(readFileSync(copy(), 'utf8')) as UnsentRows
  writeFileSync(copy(), JSON.stringify({ ...kept, tables: { ...kept.tables, documents: [] } }))
  writeFileSync(bench.file, 'Dear diary')
  openAgain()
  expect(bench.store.discard(first)).toBeNull()
  give(bench.store, post('1'), { title: { en: 'A' }, slug: 'a' })
  expect(entriesOf(bench.store, post('1'))).toMatchObject([{ key: second }])
  expect(shown(bench.store, post('1')).data).toMatchObject({ slug: 'typed', title: { en: 'A', de: 'Meins' } })
})

/** Moves a document behind another one. */
function move(id: string, behind: string): string {
  const to = { field: '_order', scope: null, near: [{ id: behind, side: 'greater' as const }] }
  const { key } = bench.store.moveDocument({ ref: post(id), move: to })
  if (key === null) throw new Error('was not queued')
  return key
}

const someMoves = (): void => {
  for (const id of ['1', '2', '3']) give(bench.store, post(id), { title: { en: 'A' } })
}

test('F87 SY4 a move that only the copy has may have been done, and others after it: it asks a person', () => {
  fillOutbox()
  someMoves()
  const key = move('1', '2')
  loseAPage(() => {
    leaveMove(bench.store, key)
    const sent = bench.store.getMove(key)
    if (sent !== null) bench.store.settleMoved({ sent, found: null })
  })
  expect(movesOf(bench.store, post('1'))).toMatchObject([
    { key, state: 'parked', problem: { code: 'outcome-unknown' } },
  ])
  expect(bench.store.prepareMove(key)).toBeNull()
  expect(bench.store.retry({ key, choices: {}, shown: [] })).toEqual({ outcome: 'released' })
  expect(bench.store.prepareMove(key)).not.toBeNull()
})

test('F87 a move of the copy whose document was moved again since is not there beside the newer one', () => {
  fillOutbox()
  someMoves()
  const older = move('1', '2')
  let newer = ''
  loseAPage(() => {
    newer = move('1', '3')
  })
  expect(bench.store.getMove(older)).toBeNull()
  expect(movesOf(bench.store, post('1'))).toMatchObject([{ key: newer, state: 'waiting', problem: null }])
})

test('F16 of two moves of a document in a copy alone the newer one is left', () => {
  someMoves()
  const older = move('1', '2')
  leaveMove(bench.store, older)
  const newer = move('1', '3')
  bench.database.close()
  writeFileSync(bench.file, 'Dear diary')
  openAgain()
  expect(movesOf(bench.store, post('1'))).toMatchObject([{ key: newer, state: 'parked' }])
})

test('F16 what is queued after a salvage of moves alone stands behind them', () => {
  someMoves()
  const moves = [move('1', '2'), move('2', '3')]
  bench.database.close()
  markDamaged(bench.file)
  openAgain()
  give(bench.store, post('3'), { title: { en: 'A' } })
  const key = commit(bench.store, post('3'), [en('title', 'A', 'B')])
  expect(bench.store.getEntry(key)?.seq).toBeGreaterThan(
    Math.max(...moves.map((one) => bench.store.getMove(one)?.seq ?? Infinity)),
  )
  expect(headKeys(bench.store)).toEqual([moves[0], key])
})

test('F16 a draft that cannot be read stands behind the moves that were salvaged with it', () => {
  someMoves()
  const moves = [move('1', '2'), move('2', '3')]
  bench.store.putDraft({ ref: post('3'), changes: [en('title', 'A', 'B')] })
  bench.database.db.exec(`UPDATE drafts SET changes = '{}'`)
  bench.database.close()
  markDamaged(bench.file)
  openAgain()
  const [broken] = entriesOf(bench.store, post('3'))
  expect(broken?.problem?.code).toBe('broken')
  expect(broken?.seq).toBeGreaterThan(
    Math.max(...moves.map((one) => bench.store.getMove(one)?.seq ?? Infinity)),
  )
})
