import * as v from 'valibot'
import { recordOf } from '../../../shared/json.ts'
import type { Db, SqlValue } from '../tables/sql.ts'
import { toStoreError } from '../store-error.ts'
import {
  OWN_WORK,
  SALVAGED,
  salvageOf,
  sinceOf,
  WITH_CHANGES,
  WORK,
  type SalvagedTable,
} from '../tables/table-list.ts'
import { FIRST_VERSION } from './migrations/all-migrations.ts'

/** A row as it is in its table, so that it can be read from any version and inserted into a database of the same. */
const row = recordOf(v.union([v.string(), v.number(), v.null()]))
type Row = v.InferOutput<typeof row>

export const unsentRows = v.object({
  /** Number of the last migration of the database that they were read from. */
  version: v.number(),
  /** False: some rows could not be read. */
  complete: v.boolean(),
  /** True if SQLite reported damage. Such rows are never written to a copy. */
  damaged: v.optional(v.boolean(), false),
  /** Rows by table. A copy of an older version lacks tables that came later. */
  tables: v.object(v.entriesFromList(SALVAGED, v.optional(v.array(row), []))),
})
export type UnsentRows = v.InferOutput<typeof unsentRows>

/** Key of the resource that lists the documents with unsent edits taken from a copy. */
export const JOINED = 'joined'

/** Documents with edits from a copy, and the base of these edits as JSON; null: the copy did not hold it. */
const joinedDocuments = v.array(
  v.object({
    kind: v.picklist(['collection', 'global']),
    slug: v.string(),
    id: v.string(),
    base: v.nullable(v.string()),
  }),
)
export type JoinedDocument = v.InferOutput<typeof joinedDocuments>[number]

/**
 * Parses the list of joined documents. If it cannot be read, all documents of `places` count as joined with an
 * unknown base, so that merging asks and no row is lost.
 */
export function parseJoined(text: string, places: () => readonly Row[]): JoinedDocument[] {
  try {
    return v.parse(joinedDocuments, JSON.parse(text))
  } catch {
    return places().flatMap((item) => joinedAt(item, null))
  }
}

/** A row that names a document, as an entry of the list of joined documents. */
function joinedAt({ kind, slug, id }: Row, base: Row[string]): JoinedDocument[] {
  if (kind !== 'collection' && kind !== 'global') return []
  return [{ kind, slug: String(slug), id: String(id), base: base === null ? null : String(base) }]
}

/**
 * Number of unsent edits: entries, moves, documents with a draft, forms without a document, and saved differences.
 */
export function countUnsent({ tables }: UnsentRows): number {
  return WORK.reduce((count, name) => count + tables[name].length, 0)
}

/**
 * Reads the unsent rows; of a damaged database as many as possible, from both ends of each table. `budget`:
 * most bytes of documents that the server has as well; with a budget the site's schema is left out.
 * @throws the error of SQLite if nothing can be read at all
 */
export function readUnsent(db: Db, budget: number | null = null): UnsentRows {
  const version = Number(db.pragma('user_version', { simple: true }))
  let complete = true
  let damaged = false
  /** Adds the rows of a query. False: an error ended the query early. */
  const take = (name: SalvagedTable, into: Map<string, Row>, sql: string, values: SqlValue[]): boolean => {
    try {
      for (const item of db.prepare<SqlValue[]>(sql).iterate(...values)) {
        const parsed = v.safeParse(row, item)
        if (parsed.success && (isSound(name, parsed.output) || isJoined(parsed.output)))
          into.set(keyOf(name, parsed.output), parsed.output)
        else complete = false
      }
      return true
    } catch (error) {
      complete = false
      damaged ||= toStoreError(error).code === 'corrupt'
      return false
    }
  }
  const table = (name: SalvagedTable): Row[] => {
    const found = new Map<string, Row>()
    const isOlder = version >= FIRST_VERSION && version < sinceOf(name)
    // Documents are read later, by the rows that name them.
    if (isOlder || name === 'documents') return []
    const where = name === 'resources' && budget !== null ? `WHERE key <> 'config'` : ''
    const sql = `SELECT * FROM ${name} ${where} ORDER BY ${salvageOf(name).order ?? 'rowid'}`
    if (!take(name, found, sql, [])) take(name, found, `${sql} DESC`, [])
    return [...found.values()]
  }

  const tables = tablesOf(table)
  const documents = new Map<string, Row>()
  const seen = new Set<string>()
  let left = budget ?? 0
  for (const owner of OWN_WORK.flatMap((name) => tables[name])) {
    const values = salvageOf('documents').key.map((column) => owner[column] ?? null)
    const place = JSON.stringify(values)
    if (seen.has(place)) continue
    seen.add(place)
    if (budget !== null) {
      const bytes = bytesFromServer(db, values)
      if (bytes > left) continue
      left -= bytes
    }
    take('documents', documents, 'SELECT * FROM documents WHERE kind = ? AND slug = ? AND id = ?', values)
  }
  return { version, complete, damaged, tables: { ...tables, documents: [...documents.values()] } }
}

function tablesOf(rowsOf: (name: SalvagedTable) => Row[]): UnsentRows['tables'] {
  const lists = SALVAGED.map((name) => [name, rowsOf(name)] as const)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it has every name
  return Object.fromEntries(lists) as UnsentRows['tables']
}

/**
 * Size of a document that the server has as well, without reading it; one made on this computer counts as 0.
 */
function bytesFromServer(db: Db, place: SqlValue[]): number {
  const sql = `SELECT octet_length(data) FROM documents WHERE is_new = 0 AND kind = ? AND slug = ? AND id = ?`
  try {
    return Number(
      db
        .prepare<SqlValue[]>(sql)
        .pluck()
        .get(...place) ?? 0,
    )
  } catch {
    // Damage is found when the document is read.
    return 0
  }
}

/** True for the list of joined documents. Its existence counts even if it cannot be read. */
function isJoined({ key }: Row): boolean {
  return key === JOINED
}

/** True if a row's JSON can be read, so that it was not overwritten. */
function isSound(name: SalvagedTable, item: Row): boolean {
  return (salvageOf(name).json ?? []).every((column) => {
    const value = item[column] ?? null
    if (value === null) return true
    try {
      JSON.parse(String(value))
      return true
    } catch {
      return false
    }
  })
}

function keyOf(name: SalvagedTable, item: Row): string {
  return JSON.stringify(salvageOf(name).key.map((column) => item[column] ?? null))
}

/**
 * Completes the rows of a damaged database from an earlier copy of the same version. Copied rows may have been sent
 * since: if repeating does harm a person is asked (SY4), and all are rebased first (see rebaseJoined).
 */
export function withCopy(found: UnsentRows, copy: UnsentRows | null): UnsentRows {
  if (copy === null || copy.version !== found.version || found.complete) return found
  const join = (name: SalvagedTable, more: Row[]): Row[] => {
    const known = new Set(found.tables[name].map((item) => keyOf(name, item)))
    return [...found.tables[name], ...more.filter((item) => !known.has(keyOf(name, item)))]
  }
  const repeatable = asked(copy).tables
  const tables = tablesOf((name) => join(name, repeatable[name]))
  const more = WITH_CHANGES.flatMap((name) => joinedBy(found, copy, name))
  return {
    version: found.version,
    complete: copy.complete,
    damaged: found.damaged,
    tables: { ...tables, resources: withJoined(tables.resources, more, tables.outbox) },
  }
}

/** Documents with edits that only the copy has, and the base of these edits. */
function joinedBy(found: UnsentRows, copy: UnsentRows, name: SalvagedTable): JoinedDocument[] {
  const known = new Set(found.tables[name].map((item) => keyOf(name, item)))
  const bases = new Map(copy.tables.documents.map((item) => [keyOf('documents', item), item['data']]))
  return copy.tables[name].flatMap((item) => {
    if (known.has(keyOf(name, item))) return []
    return joinedAt(item, bases.get(keyOf('documents', item)) ?? null)
  })
}

/** Adds documents to the list of joined ones, which may still hold some of an earlier salvage. */
function withJoined(
  resources: readonly Row[],
  more: readonly JoinedDocument[],
  outbox: readonly Row[],
): Row[] {
  const before = resources.find(isJoined)
  const known = before ? parseJoined(String(before['value']), () => outbox) : []
  const all = new Map(
    [...more, ...known].map((item) => [JSON.stringify([item.kind, item.slug, item.id]), item]),
  )
  const value = JSON.stringify([...all.values()])
  const others = resources.filter((item) => item !== before)
  if (all.size === 0) return others
  return [...others, { key: JOINED, value, etag: null, fetched_at: '' }]
}

const OUTCOME_UNKNOWN = { code: 'outcome-unknown', message: '', status: null, fields: [], conflicts: [] }

/**
 * Prepares the rows of a copy for a new database: plain edits are merged as usual, but creations, publishes,
 * deletions and moves that may have arrived wait for a person.
 */
export function asked(copy: UnsentRows): UnsentRows {
  const isRepeatable = (item: Row): boolean =>
    item['is_create'] === 0 && ['save', 'draft', 'autosave'].includes(String(item['mode']))
  const outbox = copy.tables.outbox.map((item) => (isRepeatable(item) ? item : asksPerson(item)))
  return { ...copy, tables: { ...copy.tables, outbox, moves: copy.tables.moves.map(asksPerson) } }
}

function asksPerson(item: Row): Row {
  if (item['state'] === 'parked') return item
  return {
    ...item,
    state: 'parked',
    problem: JSON.stringify(OUTCOME_UNKNOWN),
    problem_code: OUTCOME_UNKNOWN.code,
    request: null,
  }
}

/**
 * Inserts the rows into a new database of their version. Rows that do not fit are left out; false: there were some.
 */
export function writeUnsent(db: Db, { tables }: UnsentRows): boolean {
  let complete = true
  const insert = (name: SalvagedTable): void => {
    const columns = new Set(
      db
        .prepare<[string], { name: string }>('SELECT name FROM pragma_table_info(?)')
        .all(name)
        .map((column) => column.name),
    )
    // A database of that version does not have the table yet.
    if (columns.size === 0) return
    for (const item of tables[name]) {
      const known = Object.entries(item).filter(([column]) => columns.has(column))
      const names = known.map(([column]) => `"${column}"`).join(', ')
      const places = known.map(() => '?').join(', ')
      try {
        db.prepare<SqlValue[]>(`INSERT INTO ${name} (${names}) VALUES (${places})`).run(
          ...known.map(([, value]) => value),
        )
      } catch (error) {
        if (!isMisfit(error)) throw error
        complete = false
      }
    }
  }
  db.transaction(() => {
    for (const name of SALVAGED) insert(name)
  }).exclusive()
  return complete
}

/** True for a row that violates a constraint; other errors, such as a full disk, do not concern the row. */
function isMisfit(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_CONSTRAINT')
}
