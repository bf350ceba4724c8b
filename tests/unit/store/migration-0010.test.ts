import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type Database from 'better-sqlite3'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase } from '../../../main/store/durability/database.ts'
import { versionOf } from '../../../main/store/durability/migrate.ts'
import { migrations } from '../../../main/store/durability/migrations/all-migrations.ts'
import { readUnsent } from '../../../main/store/durability/unsent-rows.ts'

/** Migrations of the previous version. */
const NINTH = migrations.slice(0, 9)

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'galley-migrate-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** Creates a database of version 9 with all kinds of unsent data: an entry, a draft, typed input, and moves. */
function fillNine(): string {
  mkdirSync(join(folder, 'live'))
  const file = join(folder, 'live', 'store.sqlite')
  const opened = openDatabase({ file, migrations: NINTH })
  const at = "'2026-01-01T00:00:00.000Z'"
  opened.db.exec(`
    INSERT INTO documents (kind, slug, id, data, is_new, fetched_at) VALUES ('collection', 'posts', '1', '{}', 0, ${at});
    INSERT INTO outbox (key, kind, slug, id, is_create, mode, locale, changes, state, created_at, updated_at)
      VALUES ('e1', 'collection', 'posts', '1', 0, 'draft', 'en', '[]', 'waiting', ${at}, ${at});
    INSERT INTO drafts (kind, slug, id, seq, changes, lost, saved_at) VALUES
      ('collection', 'posts', '1', 1, '[{"kind":"set","locale":"de","path":"title","from":"A","to":"B"}]', '{}', ${at}),
      ('collection', 'posts', '2', 2, '[{"kind":"set","locale":null,"path":"size","from":1,"to":2}]', '{}', ${at});
    INSERT INTO held_forms (place, content, saved_at) VALUES ('bulk-upload media', '{}', ${at});
    INSERT INTO moves (seq, key, kind, slug, id, field, move, state, created_at, updated_at) VALUES
      (2, 'm1', 'collection', 'posts', '1', '_order', '{"field":"_order","after":null,"before":"3"}', 'waiting', ${at}, ${at}),
      (3, 'm2', 'collection', 'posts', '2', '_order', '', 'parked', ${at}, ${at});
  `)
  opened.close()
  return file
}

function expectAllOfIt(file: string): void {
  const opened = openDatabase({ file })
  expect(opened.notices).toEqual([])
  expect(versionOf(opened.db)).toBe(migrations.length)
  const { complete, tables } = readUnsent(opened.db)
  expect(complete).toBe(true)
  expect(tables.outbox.map(({ key }) => key)).toEqual(['e1'])
  expect(tables.drafts.map(({ id }) => id)).toEqual(['1', '2'])
  expect(tables.held_forms.map(({ place }) => place)).toEqual(['bulk-upload media'])
  expect(tables.moves.map(({ key }) => key)).toEqual(['m1', 'm2'])
  opened.close()
}

test('SY15 all that is unsent stays, also where a move does not say where it goes', () => {
  expectAllOfIt(fillNine())
})

test('SY15 the disk as it is after each step of the migration opens with all of it', () => {
  const path = fillNine()
  const tenth = migrations[9]
  if (tenth === undefined) throw new Error('there is none')
  const left: string[] = []
  // Copies the files that a kill at this moment would leave.
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
              keep()
              target.exec(sql)
              keep()
            }
          : Reflect.get(target, name, target),
    })
  const opened = openDatabase({ file: path, migrations: [...NINTH, (db) => tenth(watched(db))] })
  keep()
  opened.close()
  keep()
  expect(left).toHaveLength(4)
  for (const one of left) expectAllOfIt(one)
})

test('SY15 a database of a version that no release has made is refused, and stays as it is', () => {
  const file = join(folder, 'store.sqlite')
  const old = openDatabase({ file, migrations: [(db) => db.exec('CREATE TABLE documents (id TEXT)')] })
  old.close()
  expect(() => openDatabase({ file })).toThrow('already exists')
  const again = openDatabase({ file, migrations: [() => undefined] })
  expect(versionOf(again.db)).toBe(1)
  again.close()
})
