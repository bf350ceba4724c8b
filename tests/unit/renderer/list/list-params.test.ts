import { describe, expect, it } from 'vitest'
import { parseSiteConfig } from '../../../../shared/cms/parse-config.ts'
import { fieldTypes } from '../../../../shared/fields/registry.ts'
import {
  LIMITS,
  limitChoices,
  listQuery,
  nextSort,
  sortDirection,
  withParams,
} from '../../../../renderer/data/list-params.ts'
import { array, collection, richText, text } from './fields.ts'

const posts = collection([text('title')])
const query = (address: string) => listQuery(posts, new URLSearchParams(address), 'en')

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
    expect(listQuery(sorted, new URLSearchParams(), null).sort).toBe('title')
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
    expect(query('limit=501').limit).toBe(10)
  })

  it('F43 takes as many rows as were last chosen, unless the address says how many', () => {
    const kept = (address: string, limit: number) =>
      listQuery(posts, new URLSearchParams(address), 'en', { limit, columns: null }).limit
    expect(kept('', 50)).toBe(50)
    expect(kept('limit=25', 50)).toBe(25)
    for (const bad of [0, -1, 1.5, 501, Number.NaN]) expect(kept('', bad)).toBe(10)
  })

  it('F43 chosen columns are another question only where they are of long fields', () => {
    const site = collection([text('title'), text('kicker'), richText('body'), array('stops', [])], {
      defaultColumns: ['title', 'stops'],
    })
    const asked = (...names: string[]) => {
      const columns = names.map((name) => ({
        accessor: name.replace('-', ''),
        active: !name.startsWith('-'),
      }))
      return listQuery(site, new URLSearchParams(), 'en', { limit: null, columns })
    }
    const plain = listQuery(site, new URLSearchParams(), 'en')
    expect(asked('title')).toEqual(plain)
    expect(asked('title', 'kicker', 'stops', 'id', '-body', 'gone')).toEqual(plain)
    expect(asked('kicker', 'body')).toEqual({ ...plain, columns: ['body'] })
  })

  it('A.4 (part) a new search, order or page size begins at page 1; the other parameters stay', () => {
    const before = new URLSearchParams('page=4&locale=de&search=a')
    expect(withParams(before, { search: 'b' }).toString()).toBe('locale=de&search=b')
    expect(withParams(before, { sort: 'title' }).get('page')).toBeNull()
    expect(withParams(before, { limit: 50 }).get('page')).toBeNull()
    expect(withParams(before, { page: 5 }).toString()).toBe('page=5&locale=de&search=a')
    expect(withParams(before, { search: null }).toString()).toBe('locale=de')
  })

  it('S3.39 (part) A.4 (part) takes the filter, and a new one begins at page 1', () => {
    const where = { or: [{ and: [{ title: { like: 'a' } }] }] }
    expect(query('where[or][0][and][0][title][like]=a')).toMatchObject({ where })
    expect(query('where[title][bogus]=a').where).toBeNull()
    const before = new URLSearchParams('page=4&locale=de')
    expect(query(withParams(before, { where }).toString())).toMatchObject({ page: 1, where })
    const filtered = withParams(before, { where })
    expect(withParams(filtered, { where: null }).toString()).toBe('locale=de')
    expect(query(withParams(filtered, { page: 2 }).toString())).toMatchObject({ page: 2, where })
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
})

it('S9.01 a page has 10 documents where nobody says otherwise, and may have 5, 10, 25, 50 or 100', () => {
  const parsed = parseSiteConfig(fieldTypes, { config: { collections: [{ slug: 'posts', fields: [] }] } })
  const [plain] = parsed.ok ? parsed.schema.collections : []
  expect(plain).toMatchObject({ defaultLimit: 10, limits: [5, 10, 25, 50, 100] })
  if (plain === undefined) throw new Error('not parsed')
  const limit = (address: string) => listQuery(plain, new URLSearchParams(address), null).limit
  expect(limit('')).toBe(10)
  expect(limitChoices(plain.limits)).toEqual([5, 10, 25, 50, 100])
  expect([...LIMITS]).toEqual([5, 10, 25, 50, 100])
  for (const choice of limitChoices(plain.limits)) expect(limit(`limit=${choice}`)).toBe(choice)
})
