import type { DocRef } from '../../../shared/cms/doc-ref.ts'
import { effectiveDocument } from '../../../shared/document/effective.ts'
import { queuedStatus, type QueuedStatus } from '../../../shared/document/shown-status.ts'
import { withWaitingFile } from '../../../shared/fields/file/server-file.ts'
import type { Json, JsonObject } from '../../../shared/json.ts'
import { WordIndex } from '../../../shared/search/word-index.ts'
import type { DocState, OutboxEntry } from '../../../shared/sync/entry.ts'
import { documentState } from '../../../shared/sync/queue.ts'
import { openDifferencesOf } from '../tables/differences.ts'
import { hasRows, idsIn } from '../tables/document-rows.ts'
import { changesOf, readDocument } from '../tables/documents.ts'
import { readDraft } from '../tables/draft-rows.ts'
import { readListRow, summarise } from './list-rows.ts'
import type { SearchText } from './list-search.ts'
import type { Found, Measured } from './list-values.ts'
import { readMovesOf, shownPlaces } from '../tables/moves.ts'
import { readEntries } from '../tables/outbox-rows.ts'
import { all, one, parseJson } from '../tables/sql.ts'
import { OWN_WORK } from '../tables/table-list.ts'
import type { ListRowInput } from '../store-api.ts'
import type { ReadContext } from '../store-context.ts'

/** A row with local edits applied, and its state on this computer. */
export type LocalRow = ListRowInput & {
  isNew: boolean
  /** True if it is going to be deleted. */
  isLeaving: boolean
  state: DocState
  /** Queued changes of its status. */
  queued: readonly QueuedStatus[]
  isTyped: boolean
}

const AS_ON_SERVER = {
  isNew: false,
  isLeaving: false,
  state: { kind: 'saved' },
  queued: [],
  isTyped: false,
} satisfies Partial<LocalRow>

/** A value to compute for each row of a collection. */
export type Measure<T> = {
  /** Key among measures of its kind. */
  key: string
  /** The top-level fields that it reads. */
  names: readonly string[]
  /** True if long fields, which list rows lack, are read from the whole document. */
  long: boolean
  of: (row: Measured) => T
}

/** The values of one measure for all rows, by position. */
export class Column<T> {
  readonly cells: T[] = []
  readonly #measure: Measure<T>

  constructor(measure: Measure<T>) {
    this.#measure = measure
  }

  get source(): Pick<Measure<T>, 'names' | 'long'> {
    return this.#measure
  }

  fill(position: number, row: Measured): void {
    this.cells[position] = this.#measure.of(row)
  }
}

/** The words of titles, and times of the last change, for the search across collections. */
export class TitleColumn {
  readonly words = new WordIndex()
  /** Times by position, in milliseconds. */
  readonly times: number[] = []
  readonly #measure: Measure<readonly string[]>

  constructor(measure: Measure<readonly string[]>) {
    this.#measure = measure
  }

  get source(): Pick<Measure<readonly string[]>, 'names' | 'long'> {
    return this.#measure
  }

  fill(position: number, row: Measured): void {
    this.words.set(position, this.#measure.of(row))
    this.times[position] = Date.parse(row.updatedAt ?? '') || 0
  }
}

type AnyColumn = Pick<Column<unknown>, 'source' | 'fill'>

/** Number of orders, and of columns of each kind, that are cached per collection. */
const KEPT = 6
/** Divides the number of rows: if so many more than CHUNK have changed, reading all rows again is less work. */
const MANY_CHANGES = 8
/** Rows per read; takes about 10 ms. */
const CHUNK = 1000

/**
 * A cache of some values of all rows of a collection, in columns: after the first read only changed rows are read
 * again, so searching 100,000 rows does not parse them. Use it in one transaction, after `refresh`.
 */
export class ListIndex {
  readonly #context: ReadContext
  readonly #slug: string
  /** Number of the last change that is included (`turn` of row_changes); null: no row was read yet. */
  #turn: number | null = null
  /** Ids of documents with drafts, entries or moves, or with values that the server did not take. */
  #edited = new Set<string>()
  #local = new Map<string, LocalRow>()
  /** Ids by position; null for a removed row. */
  #ids: (string | null)[] = []
  #positions = new Map<string, number>()
  #free: number[] = []
  #hasRows = false
  /** Positions of rows that are not listed: to be deleted, or not on the server yet. */
  readonly #hidden = new Set<number>()
  readonly #columns = {
    /** Sort keys. */
    keys: new Map<string, Column<Json>>(),
    /** Values for filters. */
    found: new Map<string, Column<Found>>(),
    /** Texts for searches. */
    texts: new Map<string, Column<SearchText>>(),
    /** Titles for the search across collections. */
    titles: new Map<string, TitleColumn>(),
  }
  /** Columns that are still being filled, and the id up to which they are. */
  #unmeasured: { columns: AnyColumn[]; upTo: string } = { columns: [], upTo: '' }
  /** Answers of filters for rows, by position, as far as they were computed. */
  readonly #answers = new Map<string, (boolean | undefined)[]>()
  readonly #orders = new Map<string, { positions: number[]; stale: Set<number> }>()

  constructor(context: ReadContext, slug: string) {
    this.#context = context
    this.#slug = slug
  }

  /** Number of cached values. */
  get size(): number {
    return this.#ids.length * (1 + this.#allColumns().length + this.#answers.size + this.#orders.size)
  }

  /** Reads the changes since the last call. */
  refresh(): void {
    const { db } = this.#context
    const newest = one<{ turn: number | null }>(
      db,
      'SELECT max(turn) AS turn FROM row_changes WHERE slug = ?',
      this.#slug,
    )
    const turn = newest?.turn ?? 0
    if (turn === this.#turn) return
    const many = CHUNK + Math.ceil(this.#ids.length / MANY_CHANGES)
    const changed =
      this.#turn === null
        ? null
        : all<{ id: string }>(
            db,
            'SELECT id FROM row_changes WHERE slug = ? AND turn > ? LIMIT ?',
            this.#slug,
            this.#turn,
            many,
          )
    this.#turn = turn
    if (changed === null || changed.length === many) this.#startOver()
    else for (const { id } of changed) this.#reread(id)
  }

  #startOver(): void {
    this.#edited = editedIds(this.#context, this.#slug)
    this.#local.clear()
    this.#ids = []
    this.#positions.clear()
    this.#free = []
    this.#hasRows = false
    this.#hidden.clear()
    for (const columns of Object.values(this.#columns)) columns.clear()
    this.#unmeasured = { columns: [], upTo: '' }
    this.#answers.clear()
    this.#orders.clear()
  }

  #allColumns(): AnyColumn[] {
    return Object.values(this.#columns).flatMap((columns) => [...columns.values()])
  }

  #reread(id: string): void {
    const { db } = this.#context
    this.#local.delete(id)
    if (isEdited(this.#context, this.#slug, id)) this.#edited.add(id)
    else this.#edited.delete(id)
    if (!this.#hasRows && this.#unmeasured.upTo === '') return

    const row = readListRow(db, this.#slug, id)
    let position = this.#positions.get(id)
    if (row === null) {
      if (position === undefined) return
      this.#ids[position] = null
      this.#positions.delete(id)
      this.#hidden.delete(position)
      this.#free.push(position)
    } else {
      position ??= this.#place(id)
      const shown = this.#edited.has(id) ? this.#measurable(row, position) : row
      for (const column of this.#allColumns()) column.fill(position, this.#withLong(shown, column))
      if (!this.#edited.has(id)) this.#hidden.delete(position)
    }
    for (const answers of this.#answers.values()) answers[position] = undefined
    for (const order of this.#orders.values()) order.stale.add(position)
  }

  #place(id: string): number {
    const position = this.#free.pop() ?? this.#ids.length
    this.#ids[position] = id
    this.#positions.set(id, position)
    return position
  }

  /** A row with its edits, for the columns; notes whether it is listed at all. */
  #measurable(row: ListRowInput, position: number): LocalRow {
    const local = this.local(row)
    if (local.isNew || local.isLeaving) this.#hidden.add(position)
    else this.#hidden.delete(position)
    return local
  }

  /** The row with local edits applied. */
  local(row: ListRowInput): LocalRow {
    const known = this.#local.get(row.id)
    if (known) return known
    if (!this.#edited.has(row.id)) return { ...row, ...AS_ON_SERVER }
    const made = withEdits(this.#context, this.#slug, row)
    this.#local.set(row.id, made)
    return made
  }

  /** Documents made on this computer, newest first. One without any edit is not listed yet. */
  newRows(): LocalRow[] {
    const sql = `SELECT id FROM documents WHERE kind = 'collection' AND slug = ? AND is_new = 1 ORDER BY rowid DESC`
    return all<{ id: string }>(this.#context.db, sql, this.#slug)
      .filter(({ id }) => this.#edited.has(id))
      .map(({ id }) => this.local({ id, data: {}, updatedAt: null, status: null, hasPublished: false }))
  }

  keys(measure: Measure<Json>): Column<Json> {
    return this.#column(this.#columns.keys, measure.key, () => new Column(measure))
  }

  found(measure: Measure<Found>): Column<Found> {
    return this.#column(this.#columns.found, measure.key, () => new Column(measure))
  }

  texts(measure: Measure<SearchText>): Column<SearchText> {
    return this.#column(this.#columns.texts, measure.key, () => new Column(measure))
  }

  titles(measure: Measure<readonly string[]>): TitleColumn {
    return this.#column(this.#columns.titles, measure.key, () => new TitleColumn(measure))
  }

  /** Returns a column; its cells are filled by the next `measureRows`. */
  #column<C extends AnyColumn>(columns: Map<string, C>, key: string, make: () => C): C {
    const known = columns.get(key)
    const column = known ?? make()
    columns.delete(key)
    columns.set(key, column)
    for (const oldest of [...columns.keys()].slice(0, -KEPT)) columns.delete(oldest)
    if (!known) this.#unmeasured = { columns: [...this.#unmeasured.columns, column], upTo: '' }
    return column
  }

  /** The answers of a filter, by position; undefined: not computed since the row changed. `key` names the filter. */
  answers(key: string): (boolean | undefined)[] {
    const answers = this.#answers.get(key) ?? []
    this.#answers.delete(key)
    this.#answers.set(key, answers)
    for (const oldest of [...this.#answers.keys()].slice(0, -KEPT)) this.#answers.delete(oldest)
    return answers
  }

  /** Fills all requested columns that are not complete yet, in one pass. */
  measureRows(): void {
    while (this.measureSome()) continue
  }

  /** Fills a part of the requested columns. Returns true if there is more. */
  measureSome(): boolean {
    const { columns, upTo } = this.#unmeasured
    if (columns.length === 0 && this.#hasRows) return false
    const last = this.#scan(columns, upTo)
    if (last !== null) {
      this.#unmeasured = { columns, upTo: last }
      return true
    }
    this.#unmeasured = { columns: [], upTo: '' }
    this.#hasRows = true
    return false
  }

  /** Measures the next rows after an id; returns the last id, null if there are no more. */
  #scan(columns: readonly AnyColumn[], after: string): string | null {
    const fields = fieldsOf(columns)
    const selected = fields.map(({ long }, index) => `${long ? LONG_VALUE : VALUE} AS c${index}`)
    type Row = { id: string; updated_at: string | null; status: 'draft' | 'published' | null } & {
      [column: `c${number}`]: string | null
    }
    const rows = all<Row>(
      this.#context.db,
      `SELECT ${['l.id', 'l.updated_at', 'l.status', ...selected].join(', ')} FROM list_rows l
       WHERE l.slug = ? AND l.id > ? ORDER BY l.id LIMIT ${CHUNK}`,
      ...fields.flatMap(({ name, long }) => (long ? [jsonPath(name), jsonPath(name)] : [jsonPath(name)])),
      this.#slug,
      after,
    )
    for (const row of rows) {
      const position = this.#positions.get(row.id) ?? this.#place(row.id)
      const data: JsonObject = {}
      for (const [index, { name }] of fields.entries()) {
        const text = row[`c${index}`]
        if (text !== null && text !== undefined) data[name] = parseJson(text)
      }
      const { id, updated_at: updatedAt, status } = row
      const whole = this.#edited.has(id) ? readListRow(this.#context.db, this.#slug, id) : null
      const shown = whole ? this.#measurable(whole, position) : { id, data, updatedAt, status }
      for (const column of columns) column.fill(position, whole ? this.#withLong(shown, column) : shown)
    }
    return rows.length < CHUNK ? null : (rows.at(-1)?.id ?? null)
  }

  #withLong(row: Measured, { source }: AnyColumn): Measured {
    return source.long ? this.withLongFields(row, source.names) : row
  }

  /** The row with long fields added from the whole document (see summarise). */
  withLongFields(row: Measured, names: readonly string[]): Measured {
    if (names.every((name) => name in row.data)) return row
    const data = effectiveData(this.#context, { kind: 'collection', slug: this.#slug, id: row.id })
    if (data === null) return row
    const found = names.filter((name) => !(name in row.data) && name in data)
    return {
      ...row,
      data: { ...row.data, ...Object.fromEntries(found.map((name) => [name, data[name] ?? null])) },
    }
  }

  /** The id of the row at a position; null if it is not listed. */
  listedAt(position: number): string | null {
    return this.#hidden.has(position) ? null : (this.#ids[position] ?? null)
  }

  /** True if a document has a draft, an entry or a move, or values that the server did not take. */
  isEdited(id: string): boolean {
    return this.#edited.has(id)
  }

  /** All listed rows in order. `compare` takes two positions; `key` names the order. */
  *inOrder(
    key: string,
    compare: (a: number, b: number) => number,
  ): Generator<{ id: string; position: number }> {
    for (const position of this.order(key, compare)) {
      const id = this.#ids[position]
      if (id !== null && id !== undefined && !this.#hidden.has(position)) yield { id, position }
    }
  }

  /** Positions of all rows in order; computed once, then kept up to date. */
  order(key: string, compare: (a: number, b: number) => number): number[] {
    const known = this.#orders.get(key)
    if (known?.stale.size === 0) return known.positions
    const before = known ? known.positions : [...this.#ids.keys()]
    const stale = known?.stale ?? new Set<number>()
    // Unchanged rows are still sorted, which makes the sort fast.
    const positions = [...before.filter((position) => !stale.has(position)), ...stale]
      .filter((position) => this.#ids[position] !== null)
      .toSorted(compare)
    this.#orders.delete(key)
    this.#orders.set(key, { positions, stale: new Set() })
    for (const oldest of [...this.#orders.keys()].slice(0, -KEPT)) this.#orders.delete(oldest)
    return positions
  }
}

const VALUE = 'l.data -> ?'
const LONG_VALUE = `coalesce(l.data -> ?, (SELECT d.data -> ? FROM documents d
  WHERE d.kind = 'collection' AND d.slug = l.slug AND d.id = l.id))`

/** The fields of all columns, each once; in full if any column needs that. */
function fieldsOf(columns: readonly AnyColumn[]): { name: string; long: boolean }[] {
  const fields = new Map<string, boolean>()
  for (const { source } of columns)
    for (const name of source.names) fields.set(name, source.long || (fields.get(name) ?? false))
  return [...fields].map(([name, long]) => ({ name, long }))
}

function jsonPath(name: string): string {
  return `$.${JSON.stringify(name)}`
}

/** Ids of a collection's documents that have drafts, entries or moves, or values that the server did not take. */
export function editedIds({ db }: Pick<ReadContext, 'db'>, slug: string): Set<string> {
  return new Set(idsIn(db, OWN_WORK, slug))
}

/** True if a document has a draft, an entry or a move, or values that the server did not take. */
export function isEdited({ db }: ReadContext, slug: string, id: string): boolean {
  return hasRows(db, OWN_WORK, { kind: 'collection', slug, id })
}

function withEdits(context: ReadContext, slug: string, row: ListRowInput): LocalRow {
  const { db } = context
  const ref: DocRef = { kind: 'collection', slug, id: row.id }
  const entries = readEntries(db, ref)
  const draft = readDraft(db, ref)
  const document = readDocument(db, ref)
  const isNew = document?.isNew ?? false
  const differences = document ? openDifferencesOf(context, document, changesOf(entries, draft)) : []
  const isGone = document?.isGone ?? false
  const queued = [...entries, ...readMovesOf(db, ref)]
  const state = documentState(queued, { hasDraft: draft !== null, isNew, isGone, differences })
  const local: LocalRow = {
    ...row,
    isNew,
    isLeaving: isLeaving(entries),
    state,
    queued: entries.map(queuedStatus),
    isTyped: draft !== null,
  }
  if (!document) return local
  const { data: base, adjusted } = document
  const { data } = effectiveDocument(context.site.documentSchema(ref), { base, entries, draft, adjusted })
  const whole = { ...withWaitingFile(context.site.fields(ref), data), ...shownPlaces(db, ref) }
  return { ...local, data: summarise(whole, row.data) }
}

/** True if a document is going to be deleted without a further decision. */
export function isLeaving(entries: readonly OutboxEntry[]): boolean {
  return entries.some((entry) => entry.mode === 'delete' && entry.state !== 'parked')
}

/** The whole document with local edits applied; null if it is not here as a whole. */
export function effectiveData({ db, site }: ReadContext, ref: DocRef): JsonObject | null {
  const document = readDocument(db, ref)
  if (!document) return null
  const { data: base, adjusted } = document
  const entries = readEntries(db, ref)
  const draft = readDraft(db, ref)
  const { data } = effectiveDocument(site.documentSchema(ref), { base, entries, draft, adjusted })
  return withWaitingFile(site.fields(ref), data)
}
