import { collectionPath, queryString } from '../../main/server/http/document-query.ts'
import { listWhere, refreshList } from '../../main/server/read/read-lists.ts'
import { entityOf } from '../../main/server/site-context.ts'
import { refId } from '../../shared/cms/doc-ref.ts'
import type { Collection } from '../../shared/cms/schema-model.ts'
import type { ListQuery } from '../../shared/ipc.ts'
import type { Json, JsonObject } from '../../shared/json.ts'
import { idOf, openTestAccount, otherEditor, signIn, type TestAccount } from './main-site.ts'
import { ADMIN, type Cms } from './support/cms.ts'

/* The same list from the CMS and from this computer, with all documents here. Without a test runner, so that the soak
   can run it for long. */

const WORDS = [
  'apple',
  'Äpfel',
  'banana',
  'Zebra',
  'zebra',
  '10',
  '9',
  'Oslo fjord',
  'oslo',
  '100%',
  'a_b',
  'axb',
  'ÄRGER',
  'ärger',
]

/** Returns a document with values of every kind, or without some, for sorts and filters. */
function sink(index: number): JsonObject {
  const word = WORDS[index] ?? ''
  const some = <T extends Json>(value: T, every = 4): T | null => (index % every === 3 ? null : value)
  const day = (month: number) => new Date(Date.UTC(2026, month, 1 + index, 12)).toISOString()
  return {
    text: word,
    textLocalized: some(`${word} en`),
    textMany: some([word, WORDS[(index * 3) % WORDS.length] ?? ''], 3),
    textarea: some(`${word}\nsecond line`),
    email: some(`reader${index}@example.org`),
    code: some(`let ${index}`),
    number: some((index * 37) % 101),
    numberMany: some([index, index + 1], 5),
    dateDay: day(index % 12),
    dateTime: some(day((index * 5) % 12)),
    checkbox: index % 3 === 0,
    radio: ['train', 'ferry', 'foot'][index % 3] ?? null,
    select: some(['one', 'two', 'three'][index % 3] ?? ''),
    selectMany: some([['north'], ['south', 'east'], ['west', 'north']][index % 3] ?? []),
    relationshipLocalized: some(1 + (index % 3), 5),
    relationshipMany: some([1 + (index % 2), 3], 5),
    relationshipPoly: some({ relationTo: index % 2 ? 'posts' : 'pages', value: 1 + (index % 3) }, 6),
    group: { inGroup: word, inner: { deep: some(`deep ${word}`) } },
    array: [{ name: word, note: `note ${index}`, nights: index }],
    json: some({ a: index }),
    _status: 'draft',
  }
}

export type Listed = { ids: string[]; total: number }
export type Difference = { asked: ListQuery; there: Listed; here: Listed }

/** For a page behind the last one the server does not always count the matches (docs/store.md). */
function isSame({ page }: ListQuery, there: Listed, here: Listed): boolean {
  const isBehind = page > 1 && there.ids.length === 0 && there.total === 0
  return JSON.stringify(isBehind ? here.ids : here) === JSON.stringify(isBehind ? [] : there)
}

export type ListSite = {
  account: TestAccount
  other: ReturnType<typeof otherEditor>
  collectionOf: (slug: string) => Collection
  fromServer: (asked: ListQuery) => Promise<Listed>
  fromHere: (asked: ListQuery) => Promise<Listed>
  /** Returns the queries with different answers here and there; should be empty. `heard`: called with each answer. */
  differences: (asked: readonly ListQuery[], heard?: (there: Listed) => void) => Promise<Difference[]>
  dispose: () => Promise<void>
}

export const listQuery = (slug: string, parts: Partial<ListQuery> = {}): ListQuery => ({
  slug,
  page: 1,
  limit: 100,
  sort: 'id',
  search: '',
  where: null,
  locale: 'en',
  ...parts,
})

/** Opens an account that has read all of these collections. `prepare`: creates documents on the server before. */
export async function openListSite(
  cms: Cms,
  slugs: readonly string[],
  prepare: (other: ListSite['other']) => Promise<void> = () => Promise.resolve(),
): Promise<ListSite> {
  const editor = await signIn(cms.url, ADMIN)
  const other = otherEditor(cms.url, editor.token)
  for (const index of WORDS.keys()) {
    const { doc } = await other.ask('POST', '/kitchen-sink?draft=true&locale=en&depth=0', sink(index))
    if (index % 2 === 0)
      await other.ask('PATCH', `/kitchen-sink/${idOf(doc)}?draft=true&locale=de`, {
        textLocalized: `${WORDS[WORDS.length - 1 - index] ?? ''} de`,
        numberLocalized: 50 - index,
        _status: 'draft',
      })
  }
  await prepare(other)
  const account = await openTestAccount({ url: cms.url, ...editor })
  await account.connection.check()
  await account.refreshSchema()
  for (const slug of slugs)
    await refreshList(account.site, listQuery(slug, { sort: 'id', limit: 500 }), account.backgroundFetch.add)
  await account.backgroundFetch.idle()

  const collectionOf = (slug: string): Collection => {
    const found = entityOf(account.schema(), { kind: 'collection', slug })
    if (found?.kind !== 'collection') throw new Error(`no ${slug}`)
    return found
  }
  const fromServer = async (asked: ListQuery): Promise<Listed> => {
    const answer = await other.ask(
      'GET',
      collectionPath(asked.slug) +
        queryString({
          draft: 'true',
          depth: 0,
          limit: asked.limit,
          page: asked.page,
          sort: asked.sort,
          where: listWhere(collectionOf(asked.slug), asked),
          locale: asked.locale,
          'fallback-locale': 'none',
          select: { id: 'true' },
        }),
    )
    return { ids: answer.docs.map(({ id }) => idOf({ id: id ?? null })), total: Number(answer['totalDocs']) }
  }
  const fromHere = async (asked: ListQuery): Promise<Listed> => {
    const page = await account.site.store.list(asked)
    if (page.source !== 'computer') throw new Error('the server gave this list')
    return { ids: page.rows.map((row) => refId(row.ref)), total: page.totalDocs }
  }
  return {
    account,
    other,
    collectionOf,
    fromServer,
    fromHere,
    async differences(asked, heard) {
      const found: Difference[] = []
      for (const one of asked) {
        const there = await fromServer(one)
        const here = await fromHere(one)
        heard?.(there)
        if (!isSame(one, there, here)) found.push({ asked: one, there, here })
      }
      return found
    },
    dispose: account.dispose,
  }
}
