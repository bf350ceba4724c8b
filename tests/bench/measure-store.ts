import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { openStore, type StoreClient } from '../../main/store/worker/store-client.ts'
import { parseSiteConfig } from '../../shared/cms/parse-config.ts'
import { fieldTypes } from '../../shared/fields/registry.ts'
import type { ListQuery } from '../../shared/ipc.ts'
import { isJson, isPlainJson, type JsonObject } from '../../shared/json.ts'
import { listAt, ok } from '../integration/support/cms.ts'
import { fillStore, madeAt, madeDocument, titleOf } from '../support/fill-store.ts'
import type { BenchSite } from './bench-site.ts'
import { median, percentile95, repeat } from './figures.ts'

const DOCUMENTS = 100_000
const ENTRIES = { count: 10_000, documents: 5000 }
/** Draft writes in each series, and the pause between two, in milliseconds. */
const WRITES = 300
const PAUSE_MS = 5
const EDITED = DOCUMENTS - 10

export type StoreFigures = {
  /** The first list offline, before anything was read. */
  firstList: number
  /** Lists and searches in milliseconds, medians. */
  list: number
  search: number
  searchTwoWords: number
  /** A search right after an edit. */
  searchAfterEdit: number
  /** A filter and a sort on fields without a column in the reader, and the same again. */
  filterFirst: number
  filterAgain: number
  sortFirst: number
  sortAgain: number
  heads: number
  /** A search in the palette, from the first key with its titles loaded, and from each further key, p95. */
  findFirst: number
  findNext: number
  /** From a keystroke to the disk, p95: alone, during lists and searches, during filters, while documents arrive. */
  typed: number
  typedDuringLists: number
  typedDuringFilters: number
  typedDuringArrival: number
}

/** Rules on different fields, more than the reader keeps columns for: each one is evicted before it repeats. */
const RULES: readonly JsonObject[] = [
  { kicker: { like: 'a' } },
  { readingTime: { greater_than: '5' } },
  { season: { in: ['winter', 'summer'] } },
  { publishDate: { less_than: '2026-06-01T00:00:00.000Z' } },
  { 'practical.costs.amount': { greater_than: '20' } },
  { category: { exists: 'true' } },
  { photographer: { equals: '2' } },
  { 'meta.title': { contains: 'e' } },
  { standfirst: { not_like: 'rail' } },
]
const SORTS = [
  'kicker',
  '-readingTime',
  'season',
  '-publishDate',
  'slug',
  '-title',
  'standfirst',
  '-_status',
  'id',
]
const filterOf = (round: number): JsonObject => ({ or: [{ and: [RULES[round % RULES.length] ?? {}] }] })
const sortOf = (round: number): string => SORTS[round % SORTS.length] ?? ''

/** Measures the store alone, in its real workers, with 100,000 documents like the demo's and 10,000 entries. */
export async function measureStore(site: BenchSite, runs: number): Promise<StoreFigures> {
  const folder = await mkdtemp(path.join(tmpdir(), 'galley-bench-store-'))
  const file = path.join(folder, 'store.sqlite')
  const { schema, templates } = await demo(site)
  fillStore(file, { slug: 'posts', templates, documents: DOCUMENTS, entries: ENTRIES })
  const store = await openStore({
    file,
    workerUrl: new URL('../../main/store/worker/worker.ts', import.meta.url),
    onEvent: () => undefined,
    onFatal: (error) => {
      throw error
    },
  })
  try {
    await store.setSchema(schema)
    const list = (more: Partial<ListQuery> = {}) => timeOf(() => store.list(query(more)))
    const firstList = await list()
    await untilReadAhead(store)
    const lists = await repeat(runs, (run) => list({ page: 2 + run }))
    const search = await repeat(runs, () => list({ search: 'night' }))
    const searchTwoWords = await repeat(runs, () => list({ search: 'ferry coast' }))
    const searchAfterEdit = await repeat(runs, async (run) => {
      await type(store, `After ${run}`)
      return list({ search: 'night' })
    })
    const filters = await firstAndAgain(runs, (run) => list({ where: filterOf(run) }))
    const sorts = await firstAndAgain(runs, (run) => list({ sort: sortOf(run) }))
    const found = await findByKeys(store)
    const heads = await repeat(runs, () => timeOf(() => store.outboxHeads({ after: 0, limit: 20 })))
    const typed = await series(store)
    const typedDuringLists = await during(store, async (round) => {
      const sort = ['title', '-updatedAt', 'slug', '-title', 'readingTime'][round % 5] ?? ''
      const locale = ['en', 'de', 'fr'][round % 3] ?? ''
      await store.list(query({ sort, locale, search: 'night' }))
    })
    const typedDuringFilters = await during(store, async (round) => {
      await store.list(query({ where: filterOf(round), sort: sortOf(round) }))
    })
    const typedDuringArrival = await during(store, async (round) => {
      await store.putBases(arriving(templates, DOCUMENTS + 1 + round * 50))
      // Leaves time for other tasks of the source.
      await wait(20)
    })
    return {
      firstList,
      list: median(lists),
      search: median(search),
      searchTwoWords: median(searchTwoWords),
      searchAfterEdit: median(searchAfterEdit),
      filterFirst: median(filters.first),
      filterAgain: median(filters.again),
      sortFirst: median(sorts.first),
      sortAgain: median(sorts.again),
      heads: median(heads),
      findFirst: median(found.first),
      findNext: percentile95(found.next),
      typed,
      typedDuringLists,
      typedDuringFilters,
      typedDuringArrival,
    }
  } finally {
    await store.close()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Returns the site's schema, and documents of a collection in all locales as templates. */
export async function demo({ cms, token }: BenchSite, slug = 'posts') {
  const config = ok(await cms.request('GET', '/desktop/config', { token })).json
  if (!isJson(config)) throw new Error('the config is no JSON')
  const parsed = parseSiteConfig(fieldTypes, config)
  if (!parsed.ok) throw new Error(parsed.reason.code)
  const question = `/${slug}?draft=true&locale=all&depth=0&limit=50&sort=id`
  const docs = listAt(ok(await cms.request('GET', question, { token })).json, 'docs')
  const templates = docs.filter((doc): doc is JsonObject => isJson(doc) && isPlainJson(doc))
  return { schema: parsed.schema, templates }
}

function query(more: Partial<ListQuery>): ListQuery {
  return {
    slug: 'posts',
    page: 1,
    limit: 100,
    sort: '-updatedAt',
    search: '',
    where: null,
    locale: 'en',
    ...more,
  }
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

/** Words typed into the palette, key by key: in another order, with a number, misspelt, and in no title. */
const FOUND = ['ferry harbour', 'night 4711', 'habrour fery', 'brigde statoin', 'lighthouse', 'n t']

async function findByKeys(store: StoreClient): Promise<{ first: number[]; next: number[] }> {
  const find = (words: string) => store.findDocuments({ words, slugs: ['posts'], limit: 8, locale: 'en' })
  const times = { first: [] as number[], next: [] as number[] }
  for (const text of FOUND) {
    await find('')
    await untilReadAhead(store)
    for (let length = 1; length <= text.length; length++)
      times[length === 1 ? 'first' : 'next'].push(await timeOf(() => find(text.slice(0, length))))
  }
  return times
}

async function firstAndAgain(
  runs: number,
  ask: (run: number) => Promise<number>,
): Promise<{ first: number[]; again: number[] }> {
  const again: number[] = []
  const first = await repeat(runs, async (run) => {
    const taken = await ask(run)
    again.push(await ask(run))
    return taken
  })
  return { first, again }
}

/** Waits for the reader's background work between two answers, after which answers come at once. */
async function untilReadAhead(store: StoreClient): Promise<void> {
  await wait(5000)
  await store.list(query({}))
}

function type(store: StoreClient, text: string): Promise<unknown> {
  const ref = { kind: 'collection' as const, slug: 'posts', id: String(EDITED) }
  const change = { kind: 'set' as const, locale: 'en', path: 'title', from: titleOf(EDITED), to: text }
  return store.putDraft({ ref, changes: [change] })
}

async function series(store: StoreClient): Promise<number> {
  const values = await repeat(WRITES, async (run) => {
    await wait(PAUSE_MS)
    return timeOf(() => type(store, `Typed ${run}`))
  })
  return percentile95(values)
}

/** Runs the series while another task repeats. */
async function during(store: StoreClient, other: (round: number) => Promise<void>): Promise<number> {
  const end = new AbortController()
  const going = (async () => {
    for (let round = 0; !end.signal.aborted; round++) await other(round)
  })()
  try {
    return await series(store)
  } finally {
    end.abort()
    await going
  }
}

function arriving(templates: readonly JsonObject[], from: number) {
  return Array.from({ length: 50 }, (_, index) => {
    const data = madeDocument({ templates }, from + index)
    const ref = { kind: 'collection' as const, slug: 'posts', id: String(from + index) }
    return {
      ref,
      data,
      updatedAt: madeAt(from + index),
      status: 'published' as const,
      hasPublished: true,
    }
  })
}
