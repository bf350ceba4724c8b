import type { DocRef } from '../../../shared/cms/doc-ref.ts'
import { orderFields } from '../../../shared/cms/order-fields.ts'
import type { Collection, SiteSchema } from '../../../shared/cms/schema-model.ts'
import type { FindQuery, ListPage, ListQuery, ListRow } from '../../../shared/ipc.ts'
import { hasLocalRules, withLocalIds } from '../../../shared/lists/local-rules.ts'
import { countKeys, groupFields, groupKey } from '../../../shared/lists/group-by.ts'
import { isPerLocale } from '../../../shared/document/locale-status.ts'
import { shownStatus } from '../../../shared/document/shown-status.ts'
import { rulesIn } from '../../../shared/cms/where.ts'
import { isPlainJson, type Json, type JsonObject } from '../../../shared/json.ts'
import { narrowed } from '../../../shared/lists/base-filter.ts'
import {
  permissionsOfRow,
  readBaseFilter,
  readConditions,
  type Conditions,
} from '../tables/document-permissions.ts'
import { findDocuments, titlesOf } from './find-documents.ts'
import { matchesByRow, matchesWhere, pathsIn } from './list-filter.ts'
import { ListIndex, type LocalRow, type Measure } from './list-index.ts'
import { idsNarrowedBy, lastTotal, readPage } from './list-pages.ts'
import { readListRow } from './list-rows.ts'
import { canJudgeHere } from './local-base-filter.ts'
import { localIds } from './local-documents.ts'
import { searchFor, searchTextOf, searchedPaths } from './list-search.ts'
import { compareBy, ordersOf, sortKeyOf, type Order } from './list-sort.ts'
import { NOTHING, sharesList, valuesAt, type Found, type Measured } from './list-values.ts'
import type { Db } from '../tables/sql.ts'
import { all, one } from '../tables/sql.ts'
import type { StoreApi } from '../store-api.ts'
import type { ReadContext } from '../store-context.ts'

/**
 * Most cached values of all collections, about 50 bytes each; the least recently listed collection is dropped first.
 */
const KEPT_VALUES = 2_000_000

/** Answers list queries from local data, and caches what the next one needs (see ListIndex). */
export class ListReader {
  readonly #context: ReadContext
  readonly #indexes = new Map<string, ListIndex>()
  #fingerprint: string | null = null
  /** The last list on the screen, for which `readAhead` prepares a search; null: nothing is left to prepare. */
  #next: Question | null = null
  /** Collections whose titles will be searched soon. */
  #titles: readonly string[] = []

  constructor(context: ReadContext) {
    this.#context = context
  }

  /** See StoreApi.list. */
  list(asked: ListQuery): ListPage {
    const query = this.#resolved(asked)
    const question = this.#question(query)
    const page = this.#withIndex(query.slug, (index) => list(this.#context, index, question))
    // Only a list on the screen is prepared for searching, not a count or a read by ids.
    if (query.isCount !== true && query.isWhole !== true) this.#next = question
    this.#shrink()
    return query === asked ? page : { ...page, here: JSON.stringify(query.where) }
  }

  /** The query with local conditions replaced by the ids that meet them now. */
  #resolved(query: ListQuery): ListQuery {
    const { where, slug } = query
    if (where === null || !hasLocalRules(where)) return query
    return { ...query, where: withLocalIds(where, localIds(this.#context.db, slug)) }
  }

  #question(query: ListQuery): Question {
    const base = query.isWhole === true ? null : readBaseFilter(this.#context, query.slug)
    return new Question(this.#context, query, base)
  }

  /** Ids that the site's base filter allows in the lists of a collection; null: all of them. */
  #shown(slug: string, index: ListIndex, locale: string | null): ReadonlySet<string> | null {
    const question = this.#question({ ...allOf(slug), locale })
    return question.base === null ? null : new Set(question.findIn(index))
  }

  /** See StoreApi.matching. */
  matching(asked: ListQuery): { fresh: string[]; here: string[] } {
    const query = this.#resolved(asked)
    const question = this.#question(query)
    const found = this.#withIndex(query.slug, (index) => ({
      fresh: freshRows(index, question).map(({ id }) => id),
      here: question.findIn(index),
    }))
    this.#shrink()
    return found
  }

  /** See StoreApi.groups. */
  groups({ query: asked, path }: Parameters<StoreApi['groups']>[0]): ReturnType<StoreApi['groups']> {
    const query = this.#resolved(asked)
    const question = this.#question(query)
    const { collection } = question
    const { types } = this.#context.site
    const field = collection && groupFields(types, collection).find((each) => each.path === path)
    if (!field) return { fresh: [], here: [] }
    const counted = this.#withIndex(query.slug, (index) => ({
      fresh: countKeys(
        freshRows(index, question).map((row) =>
          groupKey(field, valuesAt(collection.fields, row, path, query.locale).values[0]),
        ),
      ),
      here: countKeys(question.valuesIn(index, path).map(({ values }) => groupKey(field, values[0]))),
    }))
    this.#shrink()
    return counted
  }

  /** See StoreApi.findDocuments. */
  find(query: FindQuery): ListRow[] {
    const { schema } = this.#context.site
    if (schema === null) return []
    if (query.words === '') {
      this.#titles = query.slugs
      return []
    }
    // Cached, since a collection is searched twice if there are few exact matches.
    const shown = new Map<string, ReadonlySet<string> | null>()
    const shownOf = (slug: string, index: ListIndex): ReadonlySet<string> | null => {
      if (!shown.has(slug)) shown.set(slug, this.#shown(slug, index, query.locale))
      return shown.get(slug) ?? null
    }
    const found = findDocuments(schema, query, (slug, look) =>
      this.#withIndex(slug, (index) => look(index, shownOf(slug, index))),
    )
    const conditions = readConditions(this.#context)
    const rows = found.flatMap(({ collection, id }) => {
      const { slug } = collection
      const row = this.#withIndex(slug, (index) => localRow(this.#context, index, slug, id))
      const asked = { slug, locale: query.locale }
      return row === null ? [] : [toListRow(this.#context, collection, asked, row, conditions)]
    })
    this.#shrink()
    return rows
  }

  #withIndex<T>(slug: string, look: (index: ListIndex) => T): T {
    const fingerprint = this.#context.site.schema?.fingerprint ?? null
    if (fingerprint !== this.#fingerprint) this.#indexes.clear()
    this.#fingerprint = fingerprint
    const index = this.#indexes.get(slug) ?? new ListIndex(this.#context, slug)
    // Removed until it is read completely, so that a partly read index is not used again.
    this.#indexes.delete(slug)
    index.refresh()
    const seen = look(index)
    this.#indexes.set(slug, index)
    return seen
  }

  /**
   * Reads ahead for some milliseconds: the titles to be searched next, then what a search of the last list, or that
   * list without the server, will need. Returns true if there is more.
   */
  readAhead(): boolean {
    return this.#readTitles() || this.#readList()
  }

  #readTitles(): boolean {
    const { schema } = this.#context.site
    const [slug, ...others] = this.#titles
    if (slug === undefined) return false
    this.#titles = others
    const collection = schema?.collections.find((each) => each.slug === slug)
    if (!schema || !collection) return true
    const isMore = this.#withIndex(slug, (index) => {
      index.titles(titlesOf(schema, collection))
      return index.measureSome()
    })
    if (isMore) this.#titles = [slug, ...others]
    else this.#shrink()
    return true
  }

  #readList(): boolean {
    const question = this.#next
    const index = question && this.#indexes.get(question.query.slug)
    if (!index) return false
    this.#indexes.delete(question.query.slug)
    index.refresh()
    const isDone = question.prepareSome(index)
    this.#indexes.set(question.query.slug, index)
    if (isDone) this.#next = null
    return !isDone
  }

  #shrink(): void {
    const indexes = [...this.#indexes]
    let size = indexes.reduce((sum, [, index]) => sum + index.size, 0)
    for (const [slug, index] of indexes.slice(0, -1)) {
      if (size <= KEPT_VALUES) return
      this.#indexes.delete(slug)
      size -= index.size
    }
  }
}

/**
 * A page of a collection: the server's last one, or the query run on local rows. Unsent new documents come
 * first; documents to be deleted are left out.
 */
function list(context: ReadContext, index: ListIndex, question: Question): ListPage {
  const { db } = context
  const { query, collection } = question
  const { slug } = query
  const named = question.named
  const page = named === null ? readPage(db, question) : null
  const fresh = freshRows(index, question)
  const coverage = coverageOf(context, slug, index, question)
  const shown = (ids: readonly string[]): LocalRow[] =>
    ids.flatMap((id) => {
      const row = readListRow(db, slug, id)
      return row ? [withColumns(index, index.local(row), query.columns)] : []
    })
  const conditions = readConditions(context)
  const rowsOf = (rows: readonly LocalRow[]): ListRow[] =>
    rows.map((row) => toListRow(context, collection, query, row, conditions))

  if (page) {
    const given = question.inOwnOrder(shown(page.ids).filter((row) => !row.isLeaving))
    const unsent = fresh.filter((row) => !page.ids.includes(row.id))
    return {
      rows: rowsOf(
        query.page === 1 ? [...unsent.map((row) => withColumns(index, row, query.columns)), ...given] : given,
      ),
      totalDocs: page.total + unsent.length,
      source: 'server',
      fetchedAt: page.fetchedAt,
      coverage,
    }
  }
  const limit = query.limit === 0 ? Infinity : query.limit
  const start = query.page === 1 ? 0 : (query.page - 1) * limit
  const found = named === null ? question.findIn(index) : named.filter((id) => isListed(id))
  const end = start + limit
  // The server's count from the first page, so that the number of pages does not shrink while the person
  // pages.
  const isWhole = query.search === '' && query.where === null
  const onServer =
    (named === null ? readPage(db, { query: { ...query, page: 1 }, base: question.base })?.total : 0) ??
    (isWhole ? coverage.total : null) ??
    0
  return {
    rows: rowsOf([
      ...fresh.slice(start, end).map((row) => withColumns(index, row, query.columns)),
      ...shown(found.slice(Math.max(0, start - fresh.length), Math.max(0, end - fresh.length))),
    ]),
    totalDocs: fresh.length + Math.max(found.length, onServer),
    source: 'computer',
    fetchedAt: null,
    coverage,
  }

  /** True if a document is stored and will not be deleted. New ones are among the fresh rows. */
  function isListed(id: string): boolean {
    const row = readListRow(db, slug, id)
    return row !== null && !index.local(row).isLeaving && !fresh.some((made) => made.id === id)
  }
}

/** A row from the index, with its edits; a document that was made on this computer has no stored row yet. */
function localRow({ db }: ReadContext, index: ListIndex, slug: string, id: string): LocalRow | null {
  const row = readListRow(db, slug, id)
  return row === null ? (index.newRows().find((made) => made.id === id) ?? null) : index.local(row)
}

/** Matching documents that were made on this computer, newest first. */
function freshRows(index: ListIndex, question: Question): LocalRow[] {
  return index.newRows().filter((row) => !row.isLeaving && question.fits(index, row))
}

/** A row with the values of the long columns. */
function withColumns(index: ListIndex, row: LocalRow, columns: readonly string[] = []): LocalRow {
  return { ...row, data: index.withLongFields(row, columns).data }
}

/** A list query, compiled to columns of the local rows. */
class Question {
  readonly collection: Collection | null
  /** The query as it was asked. */
  readonly query: ListQuery
  /** The site's base filter of the collection. */
  readonly base: JsonObject | null
  /** The filter for local rows. */
  readonly #where: JsonObject | null
  /** Ids that the server has listed, if the base filter cannot be evaluated here; null: `#where` includes it. */
  readonly #listed: ReadonlySet<string> | null
  readonly #search: string
  readonly #orders: Order[]
  readonly #schema: SiteSchema | null
  /** True if some rules must match in one row of a list together. */
  readonly #byRow: boolean
  /** The requested ids, if the filter asks for nothing else: only those rows are read. Null: it asks for more. */
  readonly named: readonly string[] | null

  constructor({ db, site: { schema } }: ReadContext, query: ListQuery, base: JsonObject | null) {
    const collection = schema?.collections.find(({ slug }) => slug === query.slug) ?? null
    this.#schema = schema
    this.collection = collection
    this.query = query
    this.base = base
    const isJudged = base === null || canJudgeHere(collection, base, query.locale)
    this.#where = isJudged ? narrowed(query.where, base) : query.where
    this.#listed = isJudged ? null : idsNarrowedBy(db, query.slug, base)
    this.#byRow = this.#where !== null && sharesList(collection?.fields ?? [], this.#where)
    this.#search = query.search.trim()
    this.#orders = ordersOf(collection, query.sort)
    // Only a read by ids can use them, as it has no order.
    this.named = query.isWhole === true && this.#search === '' ? namedIn(query.where) : null
  }

  /**
   * True if a document made on this computer matches. The base filter is left out: the server may set the
   * values that it looks at, and new edits must stay visible.
   */
  fits(index: ListIndex, row: Measured): boolean {
    const { where } = this.query
    if (this.#search !== '' && !searchFor(this.#search)(this.#text().of(row))) return false
    if (where === null) return true
    const whole = index.withLongFields(row, namesOf(pathsIn(where)))
    return this.#matches(where, (path) => this.#value(path).of(whole))
  }

  #matches(where: JsonObject, foundAt: (path: string) => Found): boolean {
    return this.#byRow ? matchesByRow(where, foundAt) : matchesWhere(where, foundAt)
  }

  /**
   * The rows of a server's page. In a manual order they are sorted by key, so that a local move shows before the
   * server is asked again.
   */
  inOwnOrder(rows: LocalRow[]): LocalRow[] {
    const [first] = this.#orders
    const schema = this.#schema
    if (first === undefined || this.collection === null || schema === null) return rows
    if (!orderFields(schema, this.collection).includes(first.path)) return rows
    const keys = rows.map((row) => sortKeyOf(this.collection, row, first.path, null))
    const compare = compareBy([{ cells: keys, descending: first.descending }])
    return [...rows.keys()].toSorted(compare).flatMap((at) => rows[at] ?? [])
  }

  /** Ids of all matching rows, in order. */
  findIn(index: ListIndex): string[] {
    return this.#rowsIn(index).map(({ id }) => id)
  }

  /** The values at a path in all matching rows. */
  valuesIn(index: ListIndex, path: string): Found[] {
    const column = index.found(this.#value(path))
    return this.#rowsIn(index).map(({ position }) => column.cells[position] ?? NOTHING)
  }

  #rowsIn(index: ListIndex): { id: string; position: number }[] {
    const where = this.#where
    const { texts, keys } = this.#columnsOf(index)
    const filtered = new Map(
      (where === null ? [] : pathsIn(where)).map((path) => [path, index.found(this.#value(path))]),
    )
    index.measureRows()

    const answers = where === null ? [] : index.answers(JSON.stringify([where, this.query.locale]))
    const fits = (position: number): boolean =>
      where === null ||
      (answers[position] ??= this.#matches(where, (path) => filtered.get(path)?.cells[position] ?? NOTHING))
    const hasWords = this.#search === '' ? null : searchFor(this.#search)
    const found: { id: string; position: number }[] = []
    for (const { id, position } of index.inOrder(this.#orderKey(), compareBy(keys))) {
      if (this.#listed?.has(id) === false) continue
      if (hasWords && !hasWords(texts.cells[position] ?? '')) continue
      if (!fits(position)) continue
      found.push({ id, position })
    }
    return found
  }

  /** Prepares a part of what searches in this order need. Returns true when all is done. */
  prepareSome(index: ListIndex): boolean {
    const { keys } = this.#columnsOf(index)
    if (index.measureSome()) return false
    index.order(this.#orderKey(), compareBy(keys))
    return true
  }

  /**
   * The columns for searching and sorting. The search column is always prepared, as a search is the likely next
   * query.
   */
  #columnsOf(index: ListIndex) {
    return {
      texts: index.texts(this.#text()),
      keys: this.#orders.map(({ path, descending }) => ({
        cells: index.keys(this.#key(path)).cells,
        descending,
      })),
    }
  }

  #orderKey(): string {
    return JSON.stringify([this.#orders, this.query.locale])
  }

  #text(): Measure<ReturnType<typeof searchTextOf>> {
    const { locale } = this.query
    return {
      key: JSON.stringify(locale),
      names: namesOf(searchedPaths(this.collection)),
      long: false,
      of: (row) => searchTextOf(this.collection, row, locale),
    }
  }

  #value(path: string): Measure<Found> {
    const { locale } = this.query
    return {
      key: JSON.stringify([path, locale, this.#byRow]),
      names: namesOf([path]),
      long: true,
      of: (row) => valuesAt(this.collection?.fields ?? [], row, path, locale, this.#byRow),
    }
  }

  #key(path: string): Measure<Json> {
    const { locale } = this.query
    return {
      key: JSON.stringify([path, locale]),
      names: namesOf([path]),
      long: false,
      of: (row) => sortKeyOf(this.collection, row, path, locale),
    }
  }
}

/** The ids of a filter that asks for documents by id only; null: it asks for more. */
function namedIn(where: JsonObject | null): string[] | null {
  const [[path, rule] = [], ...others] = where === null ? [] : rulesIn(where)
  if (path !== 'id' || others.length > 0 || !isPlainJson(rule)) return null
  const { in: ids, ...besides } = rule
  return Array.isArray(ids) && Object.keys(besides).length === 0 ? [...new Set(ids.map(String))] : null
}

/** The top-level fields that paths begin with. */
function namesOf(paths: readonly string[]): string[] {
  return [...new Set(paths.map((path) => path.split(/\.|__/)[0] ?? path))]
}

function toListRow(
  context: ReadContext,
  collection: Collection | null,
  { slug, locale }: Pick<ListQuery, 'slug' | 'locale'>,
  row: LocalRow,
  conditions: Conditions | null,
): ListRow {
  const ref: DocRef = { kind: 'collection', slug, id: row.id }
  const document = readWhole(context.db, slug, row.id)
  const permissions = permissionsOfRow(context, conditions, { ...row, ref }, document?.permissions ?? null)
  return {
    ref,
    data: row.data,
    updatedAt: row.updatedAt,
    isNew: row.isNew,
    status: statusOf(collection, row, locale),
    state: row.state,
    complete: document !== undefined,
    ...(permissions !== null && { permissions }),
  }
}

/** The status as the document's header shows it (U52); null if unknown, or if the collection has no drafts. */
function statusOf(collection: Collection | null, row: LocalRow, locale: string | null): ListRow['status'] {
  if (collection === null) return row.isNew ? null : row.status
  if (!collection.versions?.drafts) return null
  if (row.status === null && !row.isNew && !isPerLocale(row.data['_status'])) return null
  return shownStatus({ ...row, hasPublished: row.hasPublished ?? null }, row.queued, row.isTyped, locale)
}

/** The stored permissions of a document that is here as a whole. */
function readWhole(db: Db, slug: string, id: string): { permissions: string | null } | undefined {
  const sql = `SELECT permissions FROM documents WHERE kind = 'collection' AND slug = ? AND id = ?`
  return one<{ permissions: string | null }>(db, sql, slug, id)
}

/** A query for the whole collection. */
const allOf = (slug: string): ListQuery => ({
  slug,
  page: 1,
  limit: 1,
  sort: 'id',
  search: '',
  where: null,
  locale: null,
})

/** Number of local documents of a collection, and its total, within the site's base filter. */
function coverageOf(
  context: ReadContext,
  slug: string,
  index: ListIndex,
  { base, query }: Question,
): ListPage['coverage'] {
  const { db } = context
  if (base !== null) {
    const listOfAll = new Question(context, { ...allOf(slug), locale: query.locale }, base)
    const listed = new Set(listOfAll.findIn(index))
    const here = wholeIds(db, slug).filter((id) => listed.has(id)).length
    const total = lastTotal(db, listOfAll)
    return { here, total: total === null ? null : Math.max(total, here) }
  }
  const here = one<{ count: number }>(
    db,
    `SELECT count(*) AS count FROM documents WHERE kind = 'collection' AND slug = ? AND is_new = 0 AND is_gone = 0`,
    slug,
  )
  const count = here?.count ?? 0
  const total = collectionTotal(db, slug)
  // Local documents exist on the server, even if they were created after it counted.
  return { here: count, total: total === null ? null : Math.max(total, count) }
}

/** Ids of complete local documents that the server has. */
function wholeIds(db: Db, slug: string): string[] {
  const sql = `SELECT id FROM documents WHERE kind = 'collection' AND slug = ? AND is_new = 0 AND is_gone = 0`
  return all<{ id: string }>(db, sql, slug).map(({ id }) => id)
}

/** The server's number of documents in the collection, null if unknown. */
export function collectionTotal(db: Db, slug: string): number | null {
  const row = one<{ total: number }>(db, 'SELECT total FROM collection_totals WHERE slug = ?', slug)
  return row?.total ?? null
}
