import fc from 'fast-check'
import { parse } from 'qs-esm'
import { describe, expect, it } from 'vitest'
import { operators } from '../../../../shared/cms/where.ts'
import type { Json, JsonObject } from '../../../../shared/json.ts'
import { readAddress, withState } from '../../../../renderer/data/list-address.ts'
import { tries } from '../../../support/tries.ts'

const read = (address: string) => {
  const { state, unreadable } = readAddress(new URLSearchParams(address))
  return { where: state.where, unreadable: unreadable.where }
}
const written = (where: JsonObject | null, before = '') =>
  decodeURIComponent(withState(new URLSearchParams(before), { where }).toString())

const title = { or: [{ and: [{ title: { equals: 'x' } }] }] }
const unreadable = { where: null, unreadable: true }

describe('S3.39 the filter of an address', () => {
  it('is in the form of the web admin', () => {
    expect(written(title)).toBe('where[or][0][and][0][title][equals]=x')
    expect(read('where[or][0][and][0][title][equals]=x')).toEqual({ where: title, unreadable: false })
    expect(read('where%5Bor%5D%5B0%5D%5Band%5D%5B0%5D%5Btitle%5D%5Bequals%5D=x').where).toEqual(title)
  })

  it('leaves the other parameters as they are', () => {
    expect(written(title, 'locale=de&where[or][0][and][0][a][exists]=true&sort=title')).toBe(
      'locale=de&sort=title&where[or][0][and][0][title][equals]=x',
    )
    expect(written(null, 'locale=de&where[or][0][and][0][a][exists]=true&where=')).toBe('locale=de')
    expect(read('locale=de&wherever[a][equals]=1')).toEqual({ where: null, unreadable: false })
  })

  it('is any other shape that the server takes, too', () => {
    expect(read('where[title][equals]=x').where).toEqual(title)
    expect(read('where[and][0][title][equals]=x').where).toEqual(title)
    expect(read('where[or][0][title][equals]=x').where).toEqual(title)
    expect(read('where[title][equals]=x&where[day][exists]=true').where).toEqual({
      or: [{ and: [{ title: { equals: 'x' } }, { day: { exists: 'true' } }] }],
    })
  })

  it.each([
    'where=title',
    'where[title]=x',
    'where[title][bogus]=x',
    'where[or]=x',
    'where[or][0]=x',
    'where[or][0][and]=x',
    'where[or][0][and][0]=x',
    'where[or][0][and][0][title]=x',
    'where[or][0][and][0][title][bogus]=x',
    'where[or][0][and][0][title][equals]=x&where[or][1][and][0][title]=x',
  ])(
    'S5.01 (part) S5.02 (part) S5.03 (part) S5.04 (part) is said to be unreadable where it is none: %s',
    (address) => {
      expect(read(address)).toEqual(unreadable)
    },
  )

  it('is none where nothing is asked', () => {
    for (const address of ['', 'page=2', 'where='])
      expect(read(address)).toEqual({ where: null, unreadable: false })
  })

  it('S9.06 the parser by itself takes lists of 20, 5 levels and 1000 parameters; a filter has as many values and levels as the server reads, and none is cut off', () => {
    expect(parse('a[20]=y')).toEqual({ a: ['y'] })
    expect(parse('a[21]=y')).toEqual({ a: { 21: 'y' } })
    expect(parse('a[b][c][d][e][f][g]=1')).toEqual({ a: { b: { c: { d: { e: { f: { '[g]': '1' } } } } } } })
    const parameters = Array.from({ length: 1100 }, (_, at) => `p${at}=1`)
    expect(Object.keys(parse(parameters.join('&')))).toEqual(
      Array.from({ length: 1000 }, (_, at) => `p${at}`),
    )

    const of = (count: number) => ({
      or: [{ and: [{ season: { in: Array.from({ length: count }, (_, at) => `s${at}`) } }] }],
    })
    for (const count of [20, 21, 30, 1000])
      expect(read(withState(new URLSearchParams(), { where: of(count) }).toString()).where).toEqual(of(count))
    expect(read(withState(new URLSearchParams(), { where: of(1001) }).toString())).toEqual(unreadable)
    const deep = 'where[or][0][and][0][link][equals]'
    expect(read(`${deep}[relationTo]=pages&${deep}[value]=7`).where).toEqual({
      or: [{ and: [{ link: { equals: { relationTo: 'pages', value: '7' } } }] }],
    })
  })

  it('is the same after it was an address in between', () => {
    const value: fc.Arbitrary<Json> = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(fc.string(), { minLength: 1, maxLength: 4 }),
      fc.record({ relationTo: fc.string(), value: fc.string() }),
    )
    const path = fc.stringMatching(/^[a-zA-Z_][\w-]{0,5}(\.[a-zA-Z_]\w{0,5}){0,2}$/).map((name) => `f${name}`)
    const entry = fc
      .tuple(path, fc.constantFrom(...operators), value)
      .map(([name, operator, given]) => ({ [name]: { [operator]: given } }))
    const group = fc.array(entry, { minLength: 1, maxLength: 3 }).map((and) => ({ and }))
    fc.assert(
      fc.property(fc.array(group, { minLength: 1, maxLength: 3 }), (or) => {
        const address = withState(new URLSearchParams('page=2'), { where: { or } }).toString()
        expect(read(address)).toEqual({ where: { or }, unreadable: false })
      }),
      tries(200),
    )
  })
})
