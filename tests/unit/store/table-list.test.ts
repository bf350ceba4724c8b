import Database from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import { readUnsent } from '../../../main/store/durability/unsent-rows.ts'
import { FIRST_VERSION, migrations } from '../../../main/store/durability/migrations/all-migrations.ts'
import { tables, type TableFacts } from '../../../main/store/tables/table-list.ts'

const described: [name: string, facts: TableFacts][] = Object.entries(tables)

/** A database of that version without a row. */
function databaseOf(version: number): Database.Database {
  const db = new Database(':memory:')
  for (const migrate of migrations.slice(0, version)) migrate(db)
  db.pragma(`user_version = ${version}`)
  return db
}

function namesOf(db: Database.Database, type: 'table' | 'trigger'): string[] {
  const sql = `SELECT name FROM sqlite_master WHERE type = ? AND name NOT LIKE 'sqlite!_%' ESCAPE '!' ORDER BY name`
  return db.prepare<[string], string>(sql).pluck().all(type)
}

function columnsOf(table: string): string[] {
  return newest.prepare<[string], string>('SELECT name FROM pragma_table_info(?)').pluck().all(table)
}

/** The described tables for which that holds. */
const whose = (holds: (facts: TableFacts, columns: string[]) => boolean): string[] =>
  described.filter(([name, facts]) => holds(facts, columnsOf(name))).map(([name]) => name)

const newest = databaseOf(migrations.length)

describe('the list of tables', () => {
  test('names every table of the database, and no other', () => {
    expect(described.map(([name]) => name).toSorted()).toEqual(namesOf(newest, 'table'))
  })

  test('says since which version there is a table', () => {
    const since = new Map<string, number>()
    for (let version = FIRST_VERSION; version <= migrations.length; version += 1)
      for (const name of namesOf(databaseOf(version), 'table')) since.set(name, since.get(name) ?? version)
    expect(described.map(([name, facts]) => [name, facts.since])).toEqual(
      described.map(([name]) => [name, since.get(name)]),
    )
  })

  test('says of each table with the columns of a document how long its rows live, and of no other', () => {
    const named = whose((_, columns) => ['kind', 'slug', 'id'].every((column) => columns.includes(column)))
    expect(whose(({ rows }) => rows !== undefined)).toEqual(named)
  })

  test('says which tables hold edits of fields', () => {
    expect(whose(({ hasChanges }) => hasChanges === true)).toEqual(
      whose((_, columns) => columns.includes('changes')),
    )
  })

  test('says of which tables the changes are noted for lists', () => {
    const noted = described.flatMap(([name, { isListed }]) =>
      isListed === true ? ['added', 'changed', 'removed'].map((change) => `${name}_${change}`) : [],
    )
    expect(noted.toSorted()).toEqual(namesOf(newest, 'trigger'))
    expect(whose(({ rows, isListed }) => rows === 'document' && isListed !== true)).toEqual([])
  })

  test('salvages all work, and the documents that it is done on', () => {
    expect(whose(({ work, salvage }) => work !== undefined && salvage === undefined)).toEqual([])
    expect(whose(({ rows, work }) => rows === 'document' && work === undefined)).toEqual(['documents'])
  })

  test('names columns that there are, by which salvaged rows are read and told apart', () => {
    const named = described.flatMap(([name, { salvage }]) => {
      if (salvage === undefined) return []
      const { key, json = [], order = 'rowid' } = salvage
      newest.prepare(`SELECT * FROM ${name} ORDER BY ${order}`)
      return [...key, ...json].filter((column) => !columnsOf(name).includes(column))
    })
    expect(named).toEqual([])
  })

  test.each(migrations.map((_, index) => index + 1).filter((version) => version >= FIRST_VERSION))(
    'is read whole of a database of version %i',
    (version) => {
      expect(readUnsent(databaseOf(version))).toMatchObject({ version, complete: true, damaged: false })
    },
  )
})
