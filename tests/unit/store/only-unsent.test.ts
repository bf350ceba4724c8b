import { existsSync, readFileSync, readdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { keepOnlyUnsent } from '../../../main/store/durability/account-folder.ts'
import { createDatabase } from '../../../main/store/durability/migrate.ts'
import { migrations } from '../../../main/store/durability/migrations/all-migrations.ts'
import { markDamaged } from '../../../main/store/durability/set-aside.ts'
import { commit, give, setUpBench } from './support/bench.ts'
import { en, post } from './support/site.ts'

const bench = setUpBench()
const OTHER = 'store.other-user-2026-11-20-054409.sqlite'
const DAMAGED = 'store.corrupt-2026-11-20-054409.sqlite'

/** Many unsent edits in a closed file. */
function fillAndClose(): void {
  for (let index = 0; index < 200; index++) {
    give(bench.store, post(String(index)), { title: { en: 'A' } })
    commit(bench.store, post(String(index)), [en('title', 'A', `${index} ${'y'.repeat(400)}`)])
  }
  bench.database.close()
}

function pageOf(table: string): number {
  const sql = 'SELECT pageno FROM dbstat WHERE name = ? ORDER BY pageno LIMIT 1 OFFSET 5'
  return Number(bench.database.db.prepare(sql).pluck().get(table))
}

/** One page of the table of entries is destroyed. */
function fillAndDamage(): void {
  fillAndClose()
  bench.reopen()
  const page = pageOf('outbox')
  bench.database.close()
  const bytes = readFileSync(bench.file)
  bytes.fill(0xa5, (page - 1) * 4096, page * 4096)
  writeFileSync(bench.file, bytes)
}

test.each([OTHER, DAMAGED])(
  'F15, F16 (part) access removed: %s stays where it cannot be read whole',
  (name) => {
    fillAndDamage()
    const path = join(bench.folder, name)
    renameSync(bench.file, path)
    const before = readFileSync(path)
    expect(keepOnlyUnsent(bench.file).unreadable).toBe(1)
    expect(readFileSync(path).equals(before)).toBe(true)
  },
)

test('F15, F16 (part) access removed: edits of a file that is set aside for another are counted as far as they can be read', () => {
  fillAndDamage()
  renameSync(bench.file, join(bench.folder, OTHER))
  expect(keepOnlyUnsent(bench.file).edits).toBeGreaterThan(100)
})

test.each([
  ['is damaged', fillAndDamage],
  [
    'is not a database any more',
    () => {
      fillAndClose()
      writeFileSync(bench.file, 'Dear diary')
    },
  ],
])(
  'F16 (part) access removed: a database that %s stays, with all that can make up for it',
  (_what, damage) => {
    damage()
    markDamaged(bench.file)
    writeFileSync(join(bench.folder, 'store.before-v9.sqlite'), 'earlier')
    const before = readFileSync(bench.file)
    const names = readdirSync(bench.folder)
    // The copy has them all.
    expect(keepOnlyUnsent(bench.file)).toEqual({ edits: 200, unreadable: 2 })
    expect(readFileSync(bench.file).equals(before)).toBe(true)
    expect(readdirSync(bench.folder)).toEqual(names)
    bench.reopen()
    expect(bench.store.outboxCounts()).toMatchObject({ waiting: 200 })
  },
)

test('F15, F16 (part) access removed: each file that stays as it was is counted, also where there is no database', () => {
  fillAndClose()
  renameSync(bench.file, join(bench.folder, 'store.before-v9.sqlite'))
  writeFileSync(join(bench.folder, 'store.unsent.json'), '{"cut sho')
  expect(keepOnlyUnsent(bench.file)).toEqual({ edits: 0, unreadable: 2 })
  expect(existsSync(join(bench.folder, 'store.before-v9.sqlite'))).toBe(true)
})

test('F15 (part) access removed: of a sound database the unsent edits stay, and nothing else', () => {
  give(bench.store, post('1'), { title: { en: 'Secret' } })
  give(bench.store, post('2'), { title: { en: 'A' } })
  commit(bench.store, post('2'), [en('title', 'A', 'B')])
  bench.database.close()
  expect(keepOnlyUnsent(bench.file).edits).toBe(1)
  bench.reopen()
  expect(bench.store.getDocument(post('1'))).toBeNull()
  expect(bench.store.outboxCounts()).toMatchObject({ waiting: 1 })
})

test('F15 (part) access removed: the log of a database whose program was ended is kept too', () => {
  give(bench.store, post('2'), { title: { en: 'A' } })
  commit(bench.store, post('2'), [en('title', 'A', 'B')])
  const folder = readdirSync(bench.folder).filter((name) => /\.sqlite(-wal)?$/.test(name))
  const parts = folder.map(
    (name) => [join(bench.folder, name), readFileSync(join(bench.folder, name))] as const,
  )
  bench.database.close()
  for (const [path, bytes] of parts) writeFileSync(path, bytes)
  expect(keepOnlyUnsent(bench.file).edits).toBe(1)
  expect(existsSync(`${bench.file}-wal`)).toBe(false)
  bench.reopen()
  expect(bench.store.outboxCounts()).toMatchObject({ waiting: 1 })
})

test('F16 (part) a database that was finished and has no name yet is taken, where there is no other', () => {
  give(bench.store, post('2'), { title: { en: 'A' } })
  commit(bench.store, post('2'), [en('title', 'A', 'B')])
  bench.database.close()
  renameSync(bench.file, join(bench.folder, 'store.new.sqlite'))
  expect(keepOnlyUnsent(bench.file).edits).toBe(1)
  renameSync(bench.file, join(bench.folder, 'store.new.sqlite'))
  bench.reopen()
  expect(bench.database.notices).toEqual([])
  expect(bench.store.outboxCounts()).toMatchObject({ waiting: 1 })
})

test('F16 (part) a database that could not be given its name is there for the next opening', () => {
  bench.database.close()
  const makeWay = (): void => {
    renameSync(bench.file, join(bench.folder, DAMAGED))
    throw new Error('The power is gone')
  }
  expect(() => createDatabase(bench.file, migrations, { makeWay })).toThrow('The power is gone')
  expect(existsSync(join(bench.folder, 'store.new.sqlite'))).toBe(true)
  bench.reopen()
  expect(existsSync(join(bench.folder, 'store.new.sqlite'))).toBe(false)
})

test('F16 (part) what does not fit into a new database leaves the old one as it is', () => {
  bench.database.close()
  const before = readFileSync(bench.file)
  expect(createDatabase(bench.file, migrations, { fill: () => false })).toBe(false)
  expect(readFileSync(bench.file).equals(before)).toBe(true)
  expect(existsSync(join(bench.folder, 'store.new.sqlite'))).toBe(false)
})
