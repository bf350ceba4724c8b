import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refreshList } from '../../main/server/read/read-lists.ts'
import { refId } from '../../shared/cms/doc-ref.ts'
import { fieldTypes } from '../../shared/fields/registry.ts'
import type { ListQuery } from '../../shared/ipc.ts'
import type { Json, JsonObject } from '../../shared/json.ts'
import { filterFields, type FilterField } from '../../shared/lists/filter-fields.ts'
import { arityOf } from '../../shared/lists/filter-form.ts'
import { withLocalIds } from '../../shared/lists/local-rules.ts'
import { listQuery, openListSite, type ListSite } from './list-parity.ts'
import { addForRandomLists } from './random-lists.ts'
import { startCms, type Cms } from './support/cms.ts'

/*
 * A list that the server never gave is made of what is on this computer (M.03). With everything here it must be the
 * list that the server would give: the same documents in the same order.
 */

let cms: Cms
let site: ListSite

beforeAll(async () => {
  cms = await startCms()
  site = await openListSite(cms, ['kitchen-sink', 'posts', 'places', 'authors', 'media'], addForRandomLists)
})
afterAll(async () => {
  await site.dispose()
  await cms.dispose()
})

const query = listQuery
const differences = (asked: ListQuery[]) => site.differences(asked)

const inBoth = (make: (locale: string) => ListQuery[]): ListQuery[] => ['en', 'de'].flatMap(make)

describe('M.03 (part) order', () => {
  test.each([
    ['kitchen-sink', 'id text textLocalized textarea email code number numberLocalized dateDay dateTime'],
    ['kitchen-sink', 'checkbox radio select group.inGroup group.inner.deep _status createdAt updatedAt'],
    ['posts', 'title slug kicker readingTime category publishDate season photographer meta.title _status'],
    ['places', 'name country elevation'],
    ['authors', 'name email'],
  ])('of %s by %s', async (slug, paths) => {
    const sorts = paths.split(' ').flatMap((path) => [path, `-${path}`])
    const asked = inBoth((locale) => sorts.map((sort) => query(slug, { sort, locale })))
    expect(await differences(asked)).toEqual([])
  })

  test('of a collection that has its own', async () => {
    expect(await differences([query('posts', { sort: '' }), query('kitchen-sink', { sort: '' })])).toEqual([])
  })

  test('in pages', async () => {
    const asked = [1, 2, 3, 9].flatMap((page) =>
      ['text', '-radio', 'select', '-dateDay'].map((sort) => query('kitchen-sink', { page, limit: 7, sort })),
    )
    expect(await differences(asked)).toEqual([])
  })
})

/** Every operator with every operand, on one field. */
const rules = (path: string, operators: string[], operands: Json[]): ListQuery[] =>
  inBoth((locale) =>
    operators.flatMap((operator) =>
      operandsOf(operator, operands).map((operand) =>
        query('kitchen-sink', { where: { [path]: { [operator]: operand } }, locale }),
      ),
    ),
  )

function operandsOf(operator: string, operands: Json[]): Json[] {
  if (operator === 'exists') return ['true', 'false']
  return operator === 'in' || operator === 'not_in' ? [operands.slice(0, 1), operands.slice(0, 2)] : operands
}

const SAME = ['equals', 'not_equals', 'in', 'not_in', 'exists']
const TEXT = [...SAME, 'like', 'not_like', 'contains']
const COMPARED = [...SAME, 'greater_than', 'greater_than_equal', 'less_than', 'less_than_equal']

describe('M.03 (part) filters', () => {
  test('on what only this computer knows of thousands of documents, page by page', async () => {
    const ids = Array.from({ length: 2500 }, (_, index) => String(index + 2))
    const asks = (is: string): ListQuery => {
      const where = withLocalIds(
        { or: [{ and: [{ '@unsent': { equals: is } }] }] },
        { '@unsent': ids, '@conflict': [] },
      )
      return query('kitchen-sink', { where, limit: 3, page: 2 })
    }
    const all = query('kitchen-sink', { limit: 500 })
    const { rows } = await site.account.site.store.list(all)
    const among = rows.map(({ ref }) => refId(ref)).filter((id) => ids.includes(id))
    const listed: unknown[] = []
    for (const asked of [asks('true'), { ...asks('false'), page: 1 }]) {
      await refreshList(site.account.site, asked, () => undefined)
      const page = await site.account.site.store.list(asked)
      listed.push([page.source, page.rows.map(({ ref }) => refId(ref)), page.totalDocs])
    }
    expect(listed).toEqual([
      ['server', among.slice(3, 6), among.length],
      ['server', ['1'], 1],
    ])
  })

  test.each(['text', 'textLocalized', 'textarea', 'code', 'textMany', 'group.inGroup', 'group.inner.deep'])(
    'on the text %s',
    async (path) => {
      const operands = ['apple', 'zebra', 'Apple', 'OSLO fjord', 'fjord oslo', '9', '100%', 'a_b', 'an', '']
      expect(await differences(rules(path, TEXT, operands))).toEqual([])
    },
  )

  test.each(['array.name', 'array.note'])('on the text %s of rows', async (path) => {
    expect(await differences(rules(path, TEXT, ['apple', 'zebra', 'fjord oslo', 'note 3']))).toEqual([])
  })

  test.each(['id', 'number', 'numberLocalized', 'numberMany', 'array.nights'])(
    'on the number %s',
    async (path) => {
      expect(await differences(rules(path, COMPARED, [37, '3', 0]))).toEqual([])
    },
  )

  test.each(['dateDay', 'dateTime', 'createdAt', 'updatedAt'])('on the date %s', async (path) => {
    const operands = ['2026-04-04T12:00:00.000Z', '2026-06-01', '2026-11-20']
    expect(await differences(rules(path, COMPARED, operands))).toEqual([])
  })

  test.each([
    ['radio', [...SAME, 'contains', 'not_like'], ['train', 'nope']],
    ['select', SAME, ['one', 'two']],
    ['_status', SAME, ['draft', 'published']],
    ['checkbox', ['equals', 'not_equals', 'exists'], ['true', 'false', true, false]],
    ['email', [...SAME, 'contains', 'not_like'], ['reader1@example.org', 'nobody@example.org']],
    ['relationshipLocalized', SAME, [1, '2']],
    ['relationshipMany', SAME, [1, '3', 2]],
    ['upload', SAME, [1, 2]],
    ['relationshipPoly.value', ['equals', 'in'], [1]],
    ['relationshipPoly.relationTo', ['equals'], ['posts', 'pages']],
    ['json', ['exists'], []],
    ['richText', ['exists'], []],
    ['blocks.line', ['equals', 'like'], ['A plain block', 'a']],
    ['point', ['exists'], []],
  ] as [string, string[], Json[]][])('on %s', async (path, operators, operands) => {
    expect(await differences(rules(path, operators, operands))).toEqual([])
  })

  test('on blocks that are too long for rows of lists', async () => {
    const rule = (operator: string, operand: string) =>
      query('posts', { where: { 'layout.heading': { [operator]: operand } } })
    expect(await differences([rule('like', 'a'), rule('like', 'e'), rule('like', 'zzz')])).toEqual([])
  })

  test('on one list of rows, or one field with many values: they must fit in one of them together', async () => {
    const tea = { 'array.name': { equals: 'tea' } }
    const apple = { 'array.name': { equals: 'apple' } }
    const together: JsonObject[][] = [
      [{ 'array.name': { equals: 'axb' } }, { 'array.nights': { equals: '11' } }],
      [tea, { 'array.nights': { equals: '1' } }],
      [tea, { 'array.note': { equals: 'note 0' } }],
      [{ or: [tea, apple] }, { 'array.inner.word': { equals: 'deep' } }],
      [tea, { 'array.nights': { not_equals: '0' } }, { 'array.inner.word': { exists: 'false' } }],
      [{ numberMany: { equals: '2' } }, { numberMany: { equals: '3' } }],
      [{ relationshipMany: { in: ['1'] } }, { relationshipMany: { in: ['3'] } }],
      [{ textMany: { like: 'oslo' } }, { textMany: { like: 'fjord' } }],
    ]
    const asked = together.map((and) => query('kitchen-sink', { where: { and } }))
    expect(await differences(asked)).toEqual([])
  })

  test('S3.39 (part) joined by or and and, with a search besides', async () => {
    const isApple = { and: [{ text: { equals: 'apple' } }, { number: { exists: 'true' } }] }
    const isLarge = { or: [{ number: { greater_than: 50 } }, { checkbox: { equals: 'true' } }] }
    const wheres: JsonObject[] = [
      { or: [isApple, { and: [{ text: { like: 'zebra' } }] }] },
      { and: [{ text: { exists: 'true' } }, isLarge] },
      { or: [] },
      { or: [{ and: [] }] },
    ]
    const asked = wheres.flatMap((where) =>
      ['', 'e'].map((search) => query('kitchen-sink', { where, search })),
    )
    expect(await differences(asked)).toEqual([])
  })
})

/** Two values that a line of the form may compare with, as an address has them. */
function operandsFor({ value, field }: FilterField): Json[] {
  switch (value) {
    case 'number':
      return ['3', '37']
    case 'date':
      return ['2026-04-04T12:00:00.000Z', '2026-11-20T12:00:00.000Z']
    case 'choice':
      return 'options' in field ? field.options.slice(0, 2).map((option) => option.value) : []
    case 'document':
      return 'polymorphic' in field && field.polymorphic
        ? field.relationTo.map((relationTo) => ({ relationTo, value: '1' }))
        : ['1', '2']
    case 'tick':
      return ['true', 'false']
    default:
      return ['apple', 'a']
  }
}

describe('what the form of a filter offers', () => {
  test.each(['kitchen-sink', 'posts', 'places', 'authors'])(
    'A.4 (part) of %s is answered by the server, and here the same',
    async (slug) => {
      const asked = filterFields(fieldTypes, site.collectionOf(slug)).flatMap((offered) =>
        offered.operators.flatMap((operator) => {
          const operands = operandsFor(offered)
          const arity = arityOf(operator)
          const values: Json[] =
            arity === 'presence'
              ? ['true', 'false']
              : arity === 'many'
                ? [operands.slice(0, 1), operands]
                : operands
          return values.map((value) =>
            query(slug, { where: { or: [{ and: [{ [offered.path]: { [operator]: value } }] }] } }),
          )
        }),
      )
      expect(asked.length).toBeGreaterThan(0)
      expect(await differences(asked)).toEqual([])
    },
  )
})

describe('M.03 (part) search', () => {
  test.each(['posts', 'kitchen-sink', 'places', 'authors'])('of %s', async (slug) => {
    const words = ['porto', 'PORTO', 'the guide', 'zebra', '%', '_', "o'", '"', '\\', 'no such thing']
    const asked = inBoth((locale) =>
      words.map((search) => query(slug, { search, locale, sort: '-updatedAt' })),
    )
    expect(await differences(asked)).toEqual([])
  })

  test('of files, by what they show as well as by their names', async () => {
    const asked = (['en', 'de'] as const).flatMap((locale) =>
      ['narvik-line', 'sleepers', 'Schwellen', 'platform of abisko', 'no such thing'].map((search) =>
        query('media', { search, locale }),
      ),
    )
    expect(await differences(asked)).toEqual([])
    const totals = async (search: string, locale: string) =>
      (await site.fromServer(query('media', { search, locale }))).total
    expect([await totals('sleepers', 'en'), await totals('schwellen', 'de')]).toEqual([1, 1])
    expect([await totals('narvik-line', 'en'), await totals('sleepers', 'de')]).toEqual([1, 0])
  })

  test('finds letters beyond A to Z in either case, which the server’s SQLite does not', async () => {
    const asked = query('kitchen-sink', { search: 'äpfel' })
    expect(await site.fromServer(asked)).toMatchObject({ total: 0 })
    expect(await site.fromHere(asked)).toMatchObject({ total: 1 })
  })
})
