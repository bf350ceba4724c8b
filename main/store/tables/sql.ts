import type Database from 'better-sqlite3'
import type { Json, JsonObject } from '../../../shared/json.ts'
import { isPlainJson } from '../../../shared/json.ts'
import { StoreError } from '../store-error.ts'

export type Db = Database.Database
export type SqlValue = string | number | null

const statements = new WeakMap<Db, Map<string, Database.Statement<SqlValue[]>>>()

/** The prepared statement of an SQL text, compiled once per connection. `Row`: the selected columns. */
function prepared<Row>(db: Db, sql: string): Database.Statement<SqlValue[], Row> {
  const known = statements.get(db) ?? new Map<string, Database.Statement<SqlValue[]>>()
  statements.set(db, known)
  const found = known.get(sql) ?? db.prepare<SqlValue[]>(sql)
  known.set(sql, found)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a row has the type that stands beside its SQL
  return found as Database.Statement<SqlValue[], Row>
}

/** First row of a query or undefined. */
export function one<Row>(db: Db, sql: string, ...values: SqlValue[]): Row | undefined {
  return prepared<Row>(db, sql).get(...values)
}

/** All rows of a query. */
export function all<Row>(db: Db, sql: string, ...values: SqlValue[]): Row[] {
  return prepared<Row>(db, sql).all(...values)
}

/**
 * Yields the rows of a query, each read on demand. The connection must not write before the last one is
 * taken.
 */
export function each<Row>(db: Db, sql: string, ...values: SqlValue[]): IterableIterator<Row> {
  return prepared<Row>(db, sql).iterate(...values)
}

/** Runs a statement; returns the number of changed rows. */
export function run(db: Db, sql: string, ...values: SqlValue[]): number {
  return prepared(db, sql).run(...values).changes
}

export function parseJson(text: string): Json {
  const value: Json = JSON.parse(text)
  return value
}

/** Parses a column that holds an object; anything else is damage. */
export function parseObject(text: string): JsonObject {
  const value = parseJson(text)
  if (isPlainJson(value)) return value
  throw new StoreError('corrupt', 'A stored document is not an object')
}

/** SQLite's boolean of a nullable column and back. */
export function fromFlag(value: number | null): boolean | null {
  return value === null ? null : value !== 0
}

export function toFlag(value: boolean | null): number | null {
  return value === null ? null : value ? 1 : 0
}
