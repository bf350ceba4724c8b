import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseSiteConfig } from '../../../../shared/cms/parse-config.ts'
import { fieldTypes } from '../../../../shared/fields/registry.ts'
import { nextSort, sortAfterPress, sortDirection } from '../../../../renderer/data/list-sort.ts'
import { readAddress, withState } from '../../../../renderer/data/list-address.ts'
import type { JsonObject } from '../../../../shared/json.ts'
import type { Collection } from '../../../../shared/cms/schema-model.ts'
import {
  NOTHING_KEPT,
  readListPreference,
  type ListPreference,
} from '../../../../shared/lists/list-preference.ts'
import {
  LIMITS,
  limitChoices,
  queryOf,
  withKept,
  type ListState,
} from '../../../../shared/lists/list-state.ts'
import { tries } from '../../../support/tries.ts'
import { array, collection, richText, text } from './fields.ts'

const posts = collection([text('title')])
const asked = (
  of: Collection,
  address: string,
  locale: string | null = 'en',
  kept: Partial<ListPreference> = {},
) => queryOf(of, withKept(readAddress(new URLSearchParams(address)), { ...NOTHING_KEPT, ...kept }), locale)
const query = (address: string) => asked(posts, address)

describe('the address of a list', () => {
  it('S2.46 (part) without parameters asks for the first page in the collection’s own order', () => {
    expect(query('')).toEqual({
      slug: 'posts',
      page: 1,
      limit: 10,
      sort: '-updatedAt',
      search: '',
      where: null,
      locale: 'en',
    })
    const sorted = collection([text('title')], { defaultSort: 'title' })
    expect(asked(sorted, '', null).sort).toBe('title')
  })

  it('S2.46 (part) takes page, limit, sort and search', () => {
    expect(query('page=3&limit=50&sort=title&search=%20narvik%20')).toMatchObject({
      page: 3,
      limit: 50,
      sort: 'title',
      search: 'narvik',
    })
  })

  it('S2.46 (part) counts what is no number as not given', () => {
    for (const bad of ['0', '-1', '1.5', 'abc', '1e3', '', '99999999999'])
      expect(query(`page=${bad}&limit=${bad}`)).toMatchObject({ page: 1, limit: 10 })
    expect(query('limit=1001').limit).toBe(10)
  })

  it('F43 takes as many rows as were last chosen, unless the address says how many', () => {
    const kept = (address: string, limit: number) => asked(posts, address, 'en', { limit }).limit
    expect(kept('', 50)).toBe(50)
    expect(kept('limit=25', 50)).toBe(25)
    for (const bad of [0, -1, 1.5, 1001, '25'])
      expect(readListPreference({ limit: bad }, () => undefined).limit).toBeNull()
  })

  it('is sorted as it was last, unless the address says how', () => {
    const kept = (address: string) => asked(posts, address, 'en', { sort: 'title' }).sort
    expect(kept('')).toBe('title')
    expect(kept('sort=-slug')).toBe('-slug')
    for (const bad of [7, '', null, ['title']])
      expect(readListPreference({ sort: bad }, () => undefined).sort).toBeNull()
  })

  it('F43 chosen columns are another question only where they are of long fields', () => {
    const site = collection([text('title'), text('kicker'), richText('body'), array('stops', [])], {
      defaultColumns: ['title', 'stops'],
    })
    const shown = (...names: string[]) => {
      const columns = names.map((name) => ({
        accessor: name.replace('-', ''),
        active: !name.startsWith('-'),
      }))
      return asked(site, '', 'en', { columns })
    }
    const plain = asked(site, '')
    expect(shown('title')).toEqual(plain)
    expect(shown('title', 'kicker', 'stops', 'id', '-body', 'gone')).toEqual(plain)
    expect(shown('kicker', 'body')).toEqual({ ...plain, columns: ['body'] })
  })

  it('A.4 (part) a new search, order or page size begins at page 1; the other parameters stay', () => {
    const before = new URLSearchParams('page=4&locale=de&search=a')
    expect(withState(before, { search: 'b' }).toString()).toBe('locale=de&search=b')
    expect(withState(before, { sort: 'title' }).get('page')).toBeNull()
    expect(withState(before, { limit: 50 }).get('page')).toBeNull()
    expect(withState(before, { page: 5 }).toString()).toBe('page=5&locale=de&search=a')
    expect(withState(before, { search: '' }).toString()).toBe('locale=de')
  })

  it('S3.39 (part) A.4 (part) takes the filter, and a new one begins at page 1', () => {
    const where = { or: [{ and: [{ title: { like: 'a' } }] }] }
    expect(query('where[or][0][and][0][title][like]=a')).toMatchObject({ where })
    expect(query('where[title][bogus]=a').where).toBeNull()
    const before = new URLSearchParams('page=4&locale=de')
    expect(query(withState(before, { where }).toString())).toMatchObject({ page: 1, where })
    const filtered = withState(before, { where })
    expect(withState(filtered, { where: null }).toString()).toBe('locale=de')
    expect(query(withState(filtered, { page: 2 }).toString())).toMatchObject({ page: 2, where })
  })

  it('keeps a date that moves on, and the question has the moment that it means', () => {
    const where = { or: [{ and: [{ updatedAt: { greater_than: 'now-7d' } }] }] }
    const { state } = readAddress(withState(new URLSearchParams(), { where }))
    expect(state.where).toEqual(where)
    const now = new Date('2026-11-29T12:00:00.000Z')
    expect(queryOf(posts, state, 'en', now).where).toEqual({
      or: [{ and: [{ updatedAt: { greater_than: '2026-11-22T12:00:00.000Z' } }] }],
    })
  })

  it('S2.45 (part) offers the site’s page sizes, or 5 to 100', () => {
    expect(limitChoices([10, 25])).toEqual([10, 25])
    expect(limitChoices([])).toEqual([5, 10, 25, 50, 100])
    expect(limitChoices([0, -3, 9000])).toEqual([5, 10, 25, 50, 100])
  })

  it('a press on a head sorts by it, a second one turns it round', () => {
    expect(nextSort('-updatedAt', 'title', false)).toBe('title')
    expect(nextSort('title', 'title', false)).toBe('-title')
    expect(nextSort('-title', 'title', false)).toBe('title')
    expect(nextSort('title', 'updatedAt', true)).toBe('-updatedAt')
    expect(sortDirection('-title', 'title')).toBe('descending')
    expect(sortDirection('titles', 'title')).toBeNull()
  })

  it('a third press puts back what the site sorts by', () => {
    const press = (sort: string, path: string, dates = false) =>
      sortAfterPress(sort, path, dates, '-updatedAt')
    expect(press('-updatedAt', 'title')).toBe('title')
    expect(press('title', 'title')).toBe('-title')
    expect(press('-title', 'title')).toBeNull()
    expect(press('-updatedAt', 'updatedAt', true)).toBe('updatedAt')
    expect(press('updatedAt', 'updatedAt', true)).toBeNull()
    // No press is in vain where the site begins with the second direction.
    expect(sortAfterPress('-title', 'title', false, '-title')).toBe('title')
    expect(sortAfterPress('title', 'title', false, '-title')).toBe('-title')
  })
})

it('S9.01 a page has 10 documents where nobody says otherwise, and may have 5, 10, 25, 50 or 100', () => {
  const parsed = parseSiteConfig(fieldTypes, { config: { collections: [{ slug: 'posts', fields: [] }] } })
  const [plain] = parsed.ok ? parsed.schema.collections : []
  expect(plain).toMatchObject({ defaultLimit: 10, limits: [5, 10, 25, 50, 100] })
  if (plain === undefined) throw new Error('not parsed')
  const limit = (address: string) => asked(plain, address, null).limit
  expect(limit('')).toBe(10)
  expect(limitChoices(plain.limits)).toEqual([5, 10, 25, 50, 100])
  expect([...LIMITS]).toEqual([5, 10, 25, 50, 100])
  for (const choice of limitChoices(plain.limits)) expect(limit(`limit=${choice}`)).toBe(choice)
})

describe('a state of a list is the same after it was', () => {
  const path = fc.stringMatching(/^-?[a-z][a-zA-Z]{0,6}(\.[a-z]{1,5})?$/)
  const orNull = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: null })
  const columns = orNull(
    fc.array(fc.record({ accessor: fc.stringMatching(/^[a-z][\w.]{0,8}$/), active: fc.boolean() })),
  )
  const limit = orNull(fc.integer({ min: 1, max: 1000 }))
  const where = fc.constantFrom<JsonObject | null>(null, {
    or: [{ and: [{ title: { like: 'a&b=c' } }, { day: { exists: 'true' } }] }],
  })
  const word = fc.string({ unit: 'binary' }).map((typed) => typed.trim())
  const state: fc.Arbitrary<ListState> = fc.record({
    page: fc.integer({ min: 1, max: 999_999_999 }),
    limit,
    sort: orNull(path),
    search: word,
    where,
    columns,
    groupBy: orNull(path),
    locale: orNull(fc.constantFrom('en', 'pt-BR')),
    view: orNull(word.filter((typed) => typed !== '')),
  })

  it('an address, whatever that said before', () => {
    fc.assert(
      fc.property(state, state, (before, wanted) => {
        const address = withState(withState(new URLSearchParams('x=1'), before), wanted).toString()
        expect(readAddress(new URLSearchParams(address))).toEqual({
          state: wanted,
          unreadable: { where: false, columns: false },
        })
        expect(new URLSearchParams(address).get('x')).toBe('1')
      }),
      tries(300),
    )
  })

  it('a preference, which has a part of it', () => {
    const listViewType = fc.constantFrom('list' as const, 'folders' as const, null)
    fc.assert(
      fc.property(fc.record({ columns, limit, sort: orNull(path), listViewType }), (kept) => {
        const never = () => {
          throw new Error('complained')
        }
        const read = readListPreference(JSON.parse(JSON.stringify(kept)), never)
        expect(read).toEqual(kept)
        const { listViewType: _, ...ofList } = kept
        expect(withKept(readAddress(new URLSearchParams()), read)).toMatchObject(ofList)
      }),
      tries(300),
    )
  })

  it('a question, which has the parts that decide about the documents', () => {
    fc.assert(
      fc.property(state, (wanted) => {
        const question = queryOf(posts, wanted, wanted.locale)
        const { page, limit: rows, sort, search, where: filter, locale } = wanted
        expect(question).toMatchObject({ page, search, where: filter, locale })
        expect([question.limit, question.sort]).toEqual([rows ?? 10, sort ?? '-updatedAt'])
      }),
      tries(300),
    )
  })
})
