import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Json } from '../../../../shared/json.ts'
import {
  nearOf,
  neighbourNow,
  pointsAt,
  type OrderedDocument,
  keyBetween,
} from '../../../../shared/sync/move.ts'
import { tries } from '../../../support/tries.ts'

const place = (id: string, inList = true): OrderedDocument => ({ id, key: `a${id}`, inList })

describe('where a row goes is told by its neighbours', () => {
  test('moved down, by the row above first, that it goes behind', () => {
    expect(nearOf('1', '2', { isUp: false, descending: false })).toEqual([
      { id: '1', side: 'greater' },
      { id: '2', side: 'less' },
    ])
  })

  test('moved up, by the row below first, that it goes before', () => {
    expect(nearOf('1', '2', { isUp: true, descending: false })).toEqual([
      { id: '2', side: 'less' },
      { id: '1', side: 'greater' },
    ])
  })

  test('in a list that goes backwards, the other way round', () => {
    expect(nearOf('1', null, { isUp: false, descending: true })).toEqual([{ id: '1', side: 'less' }])
  })

  test('and by none where there is none', () => {
    expect(nearOf(null, null, { isUp: true, descending: false })).toBeNull()
  })
})

describe('the neighbour that is there', () => {
  const near = [
    { id: '1', side: 'greater' as const },
    { id: '2', side: 'less' as const },
  ]

  test('is the first one', () => {
    expect(neighbourNow({ near }, place('9'), [place('2'), place('1')])).toEqual({
      place: place('1'),
      side: 'greater',
    })
  })

  test('is the second one where the first is gone', () => {
    expect(neighbourNow({ near }, place('9'), [place('2')])).toEqual({ place: place('2'), side: 'less' })
  })

  test('is not one that has gone to the list of another document', () => {
    expect(neighbourNow({ near }, place('9'), [place('1', false), place('2')])?.place.id).toBe('2')
  })

  test('is none for a document that has left the list itself', () => {
    expect(neighbourNow({ near }, place('9', false), [place('1')])).toBeNull()
  })

  test('is none where both are gone', () => {
    expect(neighbourNow({ near }, place('9'), [])).toBeNull()
  })
})

test.each<[Json, boolean]>([
  [7, true],
  ['7', true],
  [8, false],
  [null, false],
  [[8, 7], true],
  [[8, 9], false],
  [{ relationTo: 'projects', value: 7 }, true],
  [{ relationTo: 'people', value: 7 }, false],
  [
    [
      { relationTo: 'people', value: 7 },
      { relationTo: 'projects', value: 7 },
    ],
    true,
  ],
  [{ en: 8, de: 7 }, true],
])('%j is of the list of project 7: %j', (value, expected) => {
  expect(pointsAt(value, { slug: 'projects', id: '7' })).toBe(expected)
})

describe('the key that shows it in its place until then', () => {
  test.each([
    ['a0', 'a1'],
    ['a1', 'a1i'],
    ['a0', 'b00'],
    ['9z', 'a0'],
    ['a', 'a01'],
    ['a0z', 'a1'],
  ])('is between %s and %s', (lower, upper) => {
    const key = keyBetween(lower, upper)
    expect([lower, key, upper].toSorted()).toEqual([lower, key, upper])
    expect(new Set([lower, key, upper]).size).toBe(3)
  })

  /** Keys as sites have them: of Payload since 3.90, and with capitals from before it. */
  const orderKey = (digits: string): fc.Arbitrary<string> =>
    fc
      .tuple(
        fc.constantFrom('8', '9', 'a', 'b'),
        fc.array(fc.constantFrom(...digits.split('')), { minLength: 2, maxLength: 2 }),
        fc.array(fc.constantFrom(...digits.split('')), { maxLength: 5 }),
      )
      .map(([head, whole, fraction]) => {
        const length = { 8: 2, 9: 1, a: 1, b: 2 }[head] ?? 1
        return head + whole.slice(0, length).join('') + fraction.join('').replace(/0+$/, '')
      })
  const BASE_36 = '0123456789abcdefghijklmnopqrstuvwxyz'
  const BASE_62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

  test.each([BASE_36, BASE_62])('is strictly between, as texts are compared, with digits %s', (digits) => {
    const key = orderKey(digits)
    fc.assert(
      fc.property(key, key, (one, other) => {
        fc.pre(one !== other)
        const [lower = '', upper = ''] = [one, other].toSorted()
        const keys = [
          keyBetween(null, lower),
          lower,
          keyBetween(lower, upper),
          upper,
          keyBetween(upper, null),
        ]
        expect(keys.toSorted()).toEqual(keys)
        expect(new Set(keys).size).toBe(keys.length)
      }),
      tries(2000, { seed: 8, examples: [['a0G', 'a0V']] }),
    )
  })

  test('is behind the last one, and before the first', () => {
    expect(keyBetween('a4', null) > 'a4').toBe(true)
    expect(keyBetween(null, 'a0') < 'a0').toBe(true)
  })

  test('stays between when something is put there again and again', () => {
    const keys = ['a0', 'a1']
    for (let time = 0; time < 200; time += 1) {
      const at = time % 2 === 0 ? 1 : keys.length - 1
      keys.splice(at, 0, keyBetween(keys[at - 1] ?? null, keys[at] ?? null))
    }
    expect(keys.toSorted()).toEqual(keys)
    expect(new Set(keys).size).toBe(keys.length)
  })

  test('is behind the one before where the two are not in order any more', () => {
    expect(keyBetween('a5', 'a1') > 'a5').toBe(true)
  })
})
