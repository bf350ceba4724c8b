import { describe, expect, it } from 'vitest'
import { apiQuery } from '../../../../shared/cms/api-view.ts'
import { apiQuestionOf } from '../../../../renderer/screens/api/api-params.ts'

const of = (query: string, more = {}) =>
  apiQuestionOf(new URLSearchParams(query), { locale: 'en', defaultDepth: 2, hasDrafts: true, ...more })

describe('what an address of the API view asks for', () => {
  it('S2.57 (draft, depth) is in its query; draft only as the word true, depth that of the site where it says none', () => {
    expect(of('')).toEqual({ depth: 2, draft: false, locale: 'en' })
    expect(of('depth=0&draft=true')).toEqual({ depth: 0, draft: true, locale: 'en' })
    for (const draft of ['1', 'TRUE', 'yes', '']) expect(of(`draft=${draft}`).draft).toBe(false)
    expect(of('draft=true', { hasDrafts: false }).draft).toBe(false)
  })

  it('S9.04 (API view) a depth is a whole number of 0 to 10', () => {
    for (const depth of ['11', '-1', '1.5', 'x', 'NaN', '', '1e9']) expect(of(`depth=${depth}`).depth).toBe(2)
    expect(of('depth=10').depth).toBe(10)
    expect(of('', { defaultDepth: 40 }).depth).toBe(10)
  })

  it('S7.06 (query) is written in the order of the web admin, encoded', () => {
    expect(apiQuery({ depth: 2, draft: false, locale: 'en' })).toBe('?depth=2&draft=false&locale=en')
    expect(apiQuery({ depth: 0, draft: true, locale: 'a&b' })).toBe('?depth=0&draft=true&locale=a%26b')
    expect(apiQuery({ depth: 0, draft: true, locale: null })).toBe('?depth=0&draft=true')
  })
})
