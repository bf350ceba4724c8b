import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase } from '../../../main/store/durability/database.ts'
import { versionOf } from '../../../main/store/durability/migrate.ts'
import { migrations } from '../../../main/store/durability/migrations/all-migrations.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'galley-migrate-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** A database of version 11 with a row of a list. */
function fillEleven(): string {
  mkdirSync(join(folder, 'live'))
  const file = join(folder, 'live', 'store.sqlite')
  const opened = openDatabase({ file, migrations: migrations.slice(0, 11) })
  opened.db.exec(
    `INSERT INTO list_rows (slug, id, data, updated_at) VALUES ('posts', '1', '{}', '2026-01-01T00:00:00.000Z')`,
  )
  opened.close()
  return file
}

function expectTheRow(file: string): void {
  const opened = openDatabase({ file })
  expect(opened.notices).toEqual([])
  expect(versionOf(opened.db)).toBe(migrations.length)
  expect(
    opened.db.prepare('SELECT id, updated_at, own_revision, came_at, seen_at FROM list_rows').all(),
  ).toEqual([
    { id: '1', updated_at: '2026-01-01T00:00:00.000Z', own_revision: null, came_at: '', seen_at: null },
  ])
  opened.close()
}

test('SY15 rows of lists stay, and nobody is said to have written or seen them here', () => {
  expectTheRow(fillEleven())
})

test('SY15 the disk as it is before the migration is whole opens with all rows', () => {
  const file = fillEleven()
  const twelfth = migrations[11]
  if (twelfth === undefined) throw new Error('there is none')
  const db = new Database(file)
  db.exec('BEGIN IMMEDIATE')
  twelfth(db)
  cpSync(join(folder, 'live'), join(folder, 'killed'), { recursive: true })
  db.exec('ROLLBACK')
  db.close()
  expectTheRow(join(folder, 'killed', 'store.sqlite'))
})
