import { describe, expect, it } from 'vitest'
import { pluralKey } from '../../../../renderer/i18n/translator.ts'

const having = (forms: string[]) => (key: string) => forms.some((form) => key === `k_${form}`)
const all = having(['zero', 'one', 'two', 'few', 'many', 'other'])

describe('S9.22 the plural form of a key', () => {
  it.each([
    [0, 'k_zero'],
    [1, 'k_one'],
    [2, 'k_two'],
    [3, 'k_few'],
    [5, 'k_few'],
    [6, 'k_many'],
    [100, 'k_many'],
    [1.5, 'k_other'],
  ])('S9.22 (part) of %d is %s where all forms exist', (count, key) => {
    expect(pluralKey('k', count, all)).toBe(key)
  })

  it('S9.22 (part) is _other where the form does not exist', () => {
    const exists = having(['one', 'other'])
    expect([0, 2, 3, 5, 6, 100].map((count) => pluralKey('k', count, exists))).toEqual(
      Array(6).fill('k_other'),
    )
    expect(pluralKey('k', 1, exists)).toBe('k_one')
  })

  it('S9.22 (part) is the bare key where no form exists', () => {
    expect(pluralKey('k', 1, () => false)).toBe('k')
  })
})
