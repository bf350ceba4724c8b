import { describe, expect, test } from 'vitest'
import type { ListPage, ListQuery } from '../../../shared/ipc.ts'
import type { JsonObject } from '../../../shared/json.ts'
import { at, author, en, note, post, set } from './support/site.ts'
import { commit, give, leave, send, setUpBench } from './support/bench.ts'

const bench = setUpBench()
const TEMP = 'tmp_0f8fad5b-d9cb-469f-a165-70867728950e'

function ask(more: Partial<ListQuery> = {}): ListQuery {
  return {
    slug: 'posts',
    page: 1,
    limit: 10,
    sort: '-createdAt',
    search: '',
    where: null,
    locale: 'en',
    ...more,
  }
}

const ids = (page: ListPage): string[] =>
  page.rows.map(({ ref }) => (ref.kind === 'collection' ? ref.id : ''))

/** Stores rows as in a list's answer: only some columns. */
function giveRows(rows: [string, JsonObject][], more: Partial<ListQuery> = {}, askedAt = Infinity): void {
  const list = rows.map(([id, data]) => ({
    id,
    data: { id: Number(id), ...data },
    updatedAt: at(Number(id)),
    status: 'published' as const,
    hasPublished: true,
  }))
  bench.store.putListPage({ query: ask(more), askedAt, rows: list, totalDocs: 30, collectionTotal: 31 })
}

describe('a page that the server gave', () => {
  test('is shown as it was given, with the time and how much is here', () => {
    giveRows(
      [
        ['3', { title: { en: 'C' } }],
        ['1', { title: { en: 'A' } }],
      ],
      { sort: 'title' },
    )
    give(bench.store, post('1'), { title: { en: 'A' } })
    const page = bench.store.list(ask({ sort: 'title' }))
    expect(ids(page)).toEqual(['3', '1'])
    expect(page).toMatchObject({ totalDocs: 30, source: 'server', coverage: { here: 1, total: 31 } })
    expect(page.fetchedAt).not.toBeNull()
    expect(page.rows.map((row) => row.complete)).toEqual([false, true])
    expect(bench.store.list(ask({ sort: '-title' })).source).toBe('computer')
  })

  test('carries the edits of this computer and their state', () => {
    give(bench.store, post('1'), { title: { en: 'A', de: 'Ä' }, body: { en: { root: 'x'.repeat(5000) } } })
    giveRows([
      ['1', { title: { en: 'A', de: 'Ä' } }],
      ['2', { title: { en: 'B' } }],
    ])
    commit(bench.store, post('1'), [en('title', 'A', 'A2')])
    const [first, second] = bench.store.list(ask()).rows
    expect(first).toMatchObject({
      data: { title: { en: 'A2', de: 'Ä' } },
      state: { kind: 'waiting', count: 1 },
      // As in the header of the document (see shown-status.test.ts).
      status: 'changed',
    })
    expect(first?.data).not.toHaveProperty('body')
    expect(second).toMatchObject({
      data: { title: { en: 'B' } },
      state: { kind: 'saved' },
      status: 'published',
    })
  })

  test.each(['in', 'equals'])('finds a document made here by either of its ids: %s', (operator) => {
    const { store } = bench
    give(store, note('SE'), { id: 'SE', title: 'Sweden' })
    store.createDocument({ slug: 'notes', id: TEMP, data: {} })
    commit(store, note(TEMP), [set('id', null, 'NO'), set('title', null, 'Norway')])
    const by = (rule: JsonObject) =>
      ids(store.list(ask({ slug: 'notes', sort: 'title', where: { id: rule } })))
    // Documents refer to it by its temporary id; a person types the other.
    for (const id of [TEMP, 'NO']) {
      const operand = operator === 'in' ? [id] : id
      expect(by({ [operator]: operand })).toEqual([TEMP])
      expect(by({ [`not_${operator}`]: operand })).toEqual(['SE'])
    }
  })

  test('has documents made here first until they are sent, counted once', () => {
    const { store } = bench
    giveRows([
      ['2', { title: { en: 'B' } }],
      ['1', { title: { en: 'A' } }],
    ])
    store.createDocument({ slug: 'posts', id: TEMP, data: {} })
    expect(ids(store.list(ask()))).toEqual(['2', '1'])
    const key = commit(store, post(TEMP), [en('title', null, 'New')])
    expect(ids(store.list(ask()))).toEqual([TEMP, '2', '1'])
    expect(store.list(ask())).toMatchObject({
      totalDocs: 31,
      rows: [{ isNew: true, status: 'draft', complete: true }, {}, {}],
    })
    send(store, key, { id: 9, title: 'New', updatedAt: at(9), _status: 'draft' })
    expect(ids(store.list(ask()))).toEqual(['9', '2', '1'])
    expect(store.list(ask()).totalDocs).toBe(31)
    giveRows([
      ['9', { title: { en: 'New' } }],
      ['2', { title: { en: 'B' } }],
    ])
    expect(ids(store.list(ask()))).toEqual(['9', '2'])
    expect(store.list(ask()).totalDocs).toBe(30)
  })

  test('leaves out documents that are to be deleted, and shows them again when that needs a person', () => {
    const { store } = bench
    give(store, post('1'), { title: { en: 'A' } })
    giveRows([
      ['2', { title: { en: 'B' } }],
      ['1', { title: { en: 'A' } }],
    ])
    const key = commit(store, post('1'), [], 'delete')
    expect(ids(store.list(ask()))).toEqual(['2'])
    give(store, post('1'), { title: { en: 'A!' } }, 5)
    expect(ids(store.list(ask()))).toEqual(['2', '1'])
    store.retry({ key, choices: {} })
    leave(store, key)
    store.settleSent({ key, answer: { data: null, locale: null } })
    expect(store.list(ask())).toMatchObject({ totalDocs: 29 })
    expect(ids(store.list(ask()))).toEqual(['2'])
  })

  test('SY11 says nothing of a document that was learnt since it was asked for', () => {
    const { store } = bench
    const askedAt = store.moment()
    give(store, post('1'), { title: { en: 'Newer' }, slug: 'kept' }, 50)
    giveRows([['1', { title: { en: 'Older' } }]], {}, askedAt)
    expect(store.list(ask()).rows[0]?.data['title']).toEqual({ en: 'Newer' })
    expect(store.getDocument(post('1'))?.base.data).toMatchObject({ slug: 'kept', title: { en: 'Newer' } })
  })

  test('F11 SY11 of a server that went back in time is shown, and its documents are fetched', () => {
    const { store } = bench
    give(store, post('1'), { title: { en: 'Vanished' } }, 50)
    giveRows([['1', { title: { en: 'Restored' } }]], {}, store.moment())
    expect(store.list(ask()).rows[0]?.data['title']).toEqual({ en: 'Restored' })
    expect(store.staleBases({ slug: 'posts', rows: [{ id: '1', updatedAt: at(1) }] })).toEqual([
      { id: '1', updatedAt: at(50) },
    ])
  })

  test('is reported once, and not when it came again unchanged', () => {
    giveRows([['1', { title: { en: 'A' } }]])
    expect(bench.events).toContainEqual({ name: 'documents.listChanged', payload: { slug: 'posts' } })
    bench.events.length = 0
    giveRows([['1', { title: { en: 'A' } }]])
    expect(bench.events).toEqual([])
  })

  test('a changed document is one with a draft over a published version', () => {
    const base = { data: { title: { en: 'A' } }, updatedAt: at(1), status: 'draft' as const }
    bench.store.putBase({ ref: post('1'), ...base, hasPublished: true })
    bench.store.putBase({ ref: post('2'), ...base, hasPublished: false })
    bench.store.putBase({ ref: author('1'), ...base, status: null, hasPublished: null })
    expect(bench.store.list(ask({ sort: 'id' })).rows.map((row) => row.status)).toEqual(['changed', 'draft'])
    expect(bench.store.list(ask({ slug: 'authors' })).rows.map((row) => row.status)).toEqual([null])
  })
})

describe('a query run on what is here', () => {
  function fill(): void {
    const { store } = bench
    const put = (id: string, data: JsonObject, seconds: number): void => {
      give(store, post(id), { ...data, _status: 'draft' }, seconds)
    }
    put('1', { title: { en: 'banana split' }, views: 10, kind: 'news', tags: ['x', 'y'], author: 5 }, 1)
    put('2', { title: { en: 'Apple pie', de: 'Äpfel' }, views: 9, meta: { title: { en: 'pie' } } }, 2)
    put('3', { views: 100, related: [{ relationTo: 'notes', value: 'n1' }] }, 3)
    put(
      '10',
      { title: { en: '100% pie' }, kind: 'essay', layout: [{ id: 'r', blockType: 'hero', size: 'xl' }] },
      4,
    )
  }
  const found = (more: Partial<ListQuery>): string[] => ids(bench.store.list(ask({ sort: 'id', ...more })))
  const where = (rule: JsonObject): string[] => found({ where: rule })

  test('sorts as the server does: nothing first, numbers by size, text by code point, in the locale', () => {
    fill()
    expect(found({ sort: 'title' })).toEqual(['3', '10', '2', '1'])
    expect(found({ sort: '-title' })).toEqual(['1', '2', '10', '3'])
    expect(found({ sort: 'views' })).toEqual(['10', '2', '1', '3'])
    expect(found({ sort: 'id' })).toEqual(['1', '2', '3', '10'])
    expect(found({ sort: '-updatedAt' })).toEqual(['10', '3', '2', '1'])
    expect(found({ sort: 'title', locale: 'de' }).at(-1)).toBe('2')
    expect(found({ sort: 'kind,-views' })).toEqual(['3', '2', '10', '1'])
  })

  test('searches the title in the locale, every word, in either case, and edits made here', () => {
    fill()
    expect(found({ search: 'PIE' })).toEqual(['2', '10'])
    expect(found({ search: 'pie apple' })).toEqual(['2'])
    expect(found({ search: 'äPF', locale: 'de' })).toEqual(['2'])
    expect(found({ search: 'äpf' })).toEqual([])
    // A missing title matches no text.
    expect(found({ search: '%' })).toEqual(['1', '2', '10'])
    expect(found({ search: 'a_p%pie' })).toEqual(['2'])
    commit(bench.store, post('3'), [en('title', null, 'Cherry pie')])
    expect(found({ search: 'pie' })).toEqual(['2', '3', '10'])
  })

  test.each<[string, JsonObject, string[]]>([
    ['equals', { kind: { equals: 'news' } }, ['1']],
    ['equals a number given as text', { views: { equals: '9' } }, ['2']],
    ['equals null', { title: { equals: null } }, ['3']],
    ['not_equals takes what has no value', { kind: { not_equals: 'news' } }, ['2', '3', '10']],
    ['in', { kind: { in: ['news', 'essay'] } }, ['1', '10']],
    ['in as text', { id: { in: '1,3' } }, ['1', '3']],
    ['not_in', { kind: { not_in: ['news'] } }, ['10']],
    ['exists', { title: { exists: true } }, ['1', '2', '10']],
    ['exists false', { title: { exists: 'false' } }, ['3']],
    ['like', { title: { like: 'pie' } }, ['2', '10']],
    ['not_like is the whole text', { title: { not_like: 'apple pie' } }, ['1', '10']],
    ['contains', { title: { contains: 'ana' } }, ['1']],
    ['greater_than', { views: { greater_than: 9 } }, ['1', '3']],
    ['less_than_equal', { views: { less_than_equal: '10' } }, ['1', '2']],
    ['any of many values', { tags: { equals: 'y' } }, ['1']],
    ['a field of a group', { 'meta.title': { like: 'pie' } }, ['2']],
    ['a field of any block', { 'layout.size': { equals: 'xl' } }, ['10']],
    ['a relation', { author: { equals: '5' } }, ['1']],
    ['a part of a relation', { 'related.value': { equals: 'n1' } }, ['3']],
    [
      'or and and',
      { or: [{ and: [{ kind: { equals: 'news' } }] }, { and: [{ views: { equals: 9 } }] }] },
      ['1', '2'],
    ],
    ['no rule at all', { or: [] }, ['1', '2', '3', '10']],
    ['the status', { _status: { equals: 'draft' } }, ['1', '2', '3', '10']],
  ])('filters: %s', (_name, rule, expected) => {
    fill()
    expect(where(rule)).toEqual(expected)
  })

  test('pages and counts', () => {
    fill()
    const page = bench.store.list(ask({ sort: 'id', limit: 3, page: 2 }))
    expect(ids(page)).toEqual(['10'])
    expect(page).toMatchObject({
      totalDocs: 4,
      source: 'computer',
      fetchedAt: null,
      coverage: { here: 4, total: null },
    })
  })

  test('U7 the pages do not become fewer where a later one is not here: the count is the server’s', () => {
    giveRows([['1', { title: { en: 'A' } }]], { limit: 1 })
    give(bench.store, post('2'), { title: { en: 'B' } }, 2)
    const second = bench.store.list(ask({ limit: 1, page: 2 }))
    expect(second).toMatchObject({ source: 'computer', totalDocs: 30, coverage: { here: 1, total: 31 } })
    expect(ids(second)).toHaveLength(1)
    expect(bench.store.list(ask({ limit: 1, page: 30 }))).toMatchObject({ rows: [], totalDocs: 30 })
    // A search knows only local matches.
    expect(bench.store.list(ask({ limit: 1, search: 'b' })).totalDocs).toBe(1)
  })

  test('U26 the whole list has as many documents as the collection, in any order; a collection has what is here of it', () => {
    bench.store.putListPage({ query: ask(), askedAt: Infinity, rows: [], totalDocs: 2, collectionTotal: 2 })
    give(bench.store, post('1'), { title: { en: 'A' } })
    const other = ask({ sort: 'title' })
    expect(bench.store.list(other)).toMatchObject({ totalDocs: 2, coverage: { here: 1, total: 2 } })
    // Created after the server's count.
    give(bench.store, post('2'), { title: { en: 'B' } })
    give(bench.store, post('3'), { title: { en: 'C' } })
    expect(bench.store.list(other)).toMatchObject({ totalDocs: 3, coverage: { here: 3, total: 3 } })
  })

  test('rows that the server no longer lists are left out once it listed all there are', () => {
    fill()
    const rows = [{ id: '1', data: { id: 1 }, updatedAt: at(1), status: null, hasPublished: null }]
    bench.store.putListPage({ query: ask(), rows, totalDocs: 1, collectionTotal: 1 })
    expect(found({ sort: 'id' })).toEqual(['1'])
  })

  test('ten thousand rows are sorted and searched in one go', () => {
    const rows = Array.from({ length: 10_000 }, (_, index) => ({
      id: String(index),
      data: { id: index, title: { en: `Title ${(index * 7919) % 10_000}`, de: 'Titel' }, slug: `s-${index}` },
      updatedAt: at(index),
      status: null,
      hasPublished: null,
    }))
    bench.store.putListPage({
      query: ask({ search: 'all' }),
      rows,
      totalDocs: 10_000,
      collectionTotal: 10_000,
    })
    const page = bench.store.list(ask({ sort: '-title', search: '99' }))
    expect(page.rows[0]?.data['title']).toMatchObject({ en: 'Title 9999' })
    expect(page.rows).toHaveLength(10)
  })
})

test('a list of documents that are named by their ids is in the order that is asked for', () => {
  giveRows([
    ['1', { title: { en: 'C' } }],
    ['2', { title: { en: 'A' } }],
    ['3', { title: { en: 'B' } }],
  ])
  const where = { or: [{ and: [{ id: { in: ['1', '2', '3'] } }] }] }
  expect(ids(bench.store.list(ask({ where, sort: 'title' })))).toEqual(['2', '3', '1'])
  expect(ids(bench.store.list(ask({ where, sort: '-title', limit: 2, page: 2 })))).toEqual(['2'])
})

test('documents that are asked for by their ids are those that are here, whatever page was kept of them', () => {
  const where = { or: [{ and: [{ id: { in: ['1', '2', '3'] } }] }] }
  const byIds = (): string[] => ids(bench.store.list(ask({ where, sort: 'id', isWhole: true })))
  giveRows([['1', { title: { en: 'A' } }]], { where, sort: 'id', isWhole: true })
  expect(byIds()).toEqual(['1'])
  // It was restored from the trash.
  giveRows([['2', { title: { en: 'B' } }]])
  expect(byIds()).toEqual(['1', '2'])
  give(bench.store, post('1'), { title: { en: 'A' } })
  commit(bench.store, post('1'), [], 'delete')
  expect(byIds()).toEqual(['2'])
})

test('a document that was made here and says nothing of its status is a draft', () => {
  const where = { or: [{ and: [{ _status: { equals: 'draft' } }] }] }
  bench.store.createDocument({ slug: 'posts', id: TEMP, data: {} })
  commit(bench.store, post(TEMP), [en('title', null, 'Copy')])
  expect(ids(bench.store.list(ask({ where })))).toEqual([TEMP])
})
