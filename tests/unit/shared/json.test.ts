import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Json } from '../../../shared/json.ts'
import { sameJson, shareJson } from '../../../shared/json.ts'

const json: fc.Arbitrary<Json> = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom<Json>('x', '', 0, 1, true, false, null),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('a', 'b', '__proto__', 'constructor'), tie('value'), { maxKeys: 3 }),
  ),
})).value

describe('equality of JSON', () => {
  it('SY6 absent and null are the same, key order does not matter, order of lists does', () => {
    expect(sameJson({ a: 1, b: null }, { a: 1 })).toBe(true)
    expect(sameJson({ a: 1, b: 2 }, { b: 2, a: 1 })).toBe(true)
    expect(sameJson([1, 2], [2, 1])).toBe(false)
    expect(sameJson({}, [])).toBe(false)
    expect(sameJson(null, undefined)).toBe(true)
    expect(sameJson(0, false)).toBe(false)
    expect(sameJson({ toString: null }, {})).toBe(true)
  })

  it('SY6 is reflexive and symmetric', () => {
    fc.assert(
      fc.property(json, json, (a, b) => {
        expect(sameJson(a, a)).toBe(true)
        expect(sameJson(a, b)).toBe(sameJson(b, a))
        expect(sameJson(a, JSON.parse(JSON.stringify(a)))).toBe(true)
      }),
    )
  })
})

describe('a newer value that shares what did not change', () => {
  it('is the older one where nothing changed', () => {
    fc.assert(
      fc.property(json, (value) => {
        const copy: Json = structuredClone(value)
        expect(shareJson(value, copy)).toBe(value)
      }),
    )
  })

  it('holds what the newer one holds, and changes neither', () => {
    fc.assert(
      fc.property(json, json, (before, next) => {
        const was = JSON.stringify([before, next])
        expect(sameJson(shareJson(before, next), next)).toBe(true)
        expect(JSON.stringify([before, next])).toBe(was)
      }),
    )
  })

  it('has the same objects beside and below what changed, and new ones above it', () => {
    const before = {
      layout: [
        { id: 'a', text: ['x'] },
        { id: 'b', text: ['y'] },
      ],
      seo: { title: 'S' },
    }
    const next = {
      layout: [
        { id: 'a', text: ['x'] },
        { id: 'b', text: ['z'] },
      ],
      seo: { title: 'S' },
    }
    const shared = shareJson(before, next)
    expect(shared).toEqual(next)
    expect(shared.seo).toBe(before.seo)
    expect(shared.layout[0]).toBe(before.layout[0])
    expect(shared.layout).not.toBe(before.layout)
    expect(shared.layout[1]).not.toBe(before.layout[1])
    expect(before.layout[1]?.text).toEqual(['y'])
  })
})
