import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Json } from '../../../../shared/json.ts'
import { retryDelayMs } from '../../../../shared/sync/delays.ts'
import { findTempIds, replaceId } from '../../../../shared/sync/replace-id.ts'
import { isTempId, makeTempId } from '../../../../shared/cms/doc-ref.ts'
import { tries } from '../../../support/tries.ts'

const json: fc.Arbitrary<Json> = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom<Json>('tmp_1', 'tmp_12', 'x', 1, true, null),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('a', 'tmp_1', 'value'), tie('value'), { maxKeys: 3 }),
  ),
})).value

describe('temporary ids', () => {
  it('SY8 are told from real ones', () => {
    expect(isTempId(makeTempId('u'))).toBe(true)
    expect(isTempId('65f0c3')).toBe(false)
  })

  it('SY8 after a replacement the id is nowhere, and only values that were exactly it changed', () => {
    fc.assert(
      fc.property(json, (value) => {
        const next = replaceId(value, 'tmp_1', 77)
        expect(findTempIds(next)).not.toContain('tmp_1')
        expect(JSON.stringify(next)).toBe(
          JSON.stringify(value, (_key, item: unknown) => (item === 'tmp_1' ? 77 : item)),
        )
        expect(findTempIds(next).includes('tmp_12')).toBe(findTempIds(value).includes('tmp_12'))
      }),
      tries(500),
    )
  })

  it('SY8 what holds no such id is the same object', () => {
    const value: Json = { a: [{ b: 'tmp_2' }], text: 'see tmp_1' }
    expect(replaceId(value, 'tmp_1', 5)).toBe(value)
  })

  it('SY8 a number or a text takes the place, as the site’s ids are', () => {
    expect(replaceId({ related: [{ relationTo: 'posts', value: 'tmp_1' }] }, 'tmp_1', 12)).toEqual({
      related: [{ relationTo: 'posts', value: 12 }],
    })
    expect(replaceId(['tmp_1'], 'tmp_1', 'uuid')).toEqual(['uuid'])
  })
})

describe('waiting before the next try', () => {
  it('SY9 grows to 60 s with full jitter and is never under what the server asked', () => {
    expect(retryDelayMs(1, null, () => 0)).toBe(0)
    expect(retryDelayMs(1, null, () => 0.999)).toBe(999)
    expect(retryDelayMs(3, null, () => 0.5)).toBe(2000)
    expect(retryDelayMs(50, null, () => 0.999)).toBe(59_940)
    fc.assert(
      fc.property(
        fc.integer({ min: -5, max: 1e6 }),
        fc.nat(100_000),
        fc.double({ min: 0, max: 0.999999, noNaN: true }),
        (n, ms, r) => {
          expect(retryDelayMs(n, ms, () => r)).toBeGreaterThanOrEqual(ms)
          expect(retryDelayMs(n, null, () => r)).toBeLessThan(60_000)
          expect(retryDelayMs(n, null, () => r)).toBeGreaterThanOrEqual(0)
        },
      ),
    )
  })
})
