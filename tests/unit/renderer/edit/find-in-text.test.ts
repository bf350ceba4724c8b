import { describe, expect, it } from 'vitest'
import { findInText, foundIn } from '../../../../renderer/screens/edit/find/find-in-text.ts'

const found = (typed: string, text: string, language: string | null = 'en') =>
  foundIn(findInText(typed, language), text).map(({ start, end }) => text.slice(start, end))

describe('finding in a text', () => {
  it('finds all that a person reads as the same, with its place in the text as it is', () => {
    expect(found('cafe', 'Café, CAFE and cafe\u0301 in one café')).toEqual([
      'Café',
      'CAFE',
      'cafe\u0301',
      'café',
    ])
    expect(foundIn(findInText('b', 'en'), 'aBb')).toEqual([
      { start: 1, end: 2 },
      { start: 2, end: 3 },
    ])
  })

  it('knows the letters of the language', () => {
    expect(found('strasse', 'Die Straße', 'de')).toEqual(['Straße'])
    expect(found('a', 'å', 'de')).toEqual(['å'])
    // Letters of their own in Swedish and in Turkish.
    expect(found('a', 'å', 'sv')).toEqual([])
    expect(found('ı', 'i', 'tr')).toEqual([])
    expect(found('istanbul', 'İstanbul', 'tr')).toEqual(['İstanbul'])
    expect(found('οδοσ', 'ΟΔΟΣ', 'el')).toEqual(['ΟΔΟΣ'])
  })

  it('reads Arabic without vowel signs and stretched letters', () => {
    expect(found('مدرسة', 'في مَدْرَسَة', 'ar')).toEqual(['مَدْرَسَة'])
    expect(found('كتاب', 'كتـــاب جديد', 'ar')).toEqual(['كتـــاب'])
    expect(found('احمد', 'أحمد', 'ar')).toEqual(['أحمد'])
  })

  it('counts what lies beside each other, and nothing twice', () => {
    expect(found('aa', 'aaaa')).toEqual(['aa', 'aa'])
    expect(found('', 'anything')).toEqual([])
    expect(found('😀', 'a 😀 b')).toEqual(['😀'])
  })

  it('reads a long text in pieces, finds what lies across two of them, and stops where there is enough', () => {
    const text = `${'x'.repeat(9998)}Ärger${'y'.repeat(1_000_000)}aerger ärger`
    const find = findInText('ärger', 'de')
    const pieces = [...find(text)]
    expect(pieces.length).toBeGreaterThan(100)
    const all = foundIn(find, text)
    expect(all.map(({ start, end }) => text.slice(start, end))).toEqual(['Ärger', 'ärger'])
    expect(pieces.flat()).toEqual(all)
    expect(foundIn(find, text, 1)).toEqual([{ start: 9998, end: 10_003 }])
  })

  it('takes a locale that is no language as not known', () => {
    expect(found('e', 'é', 'not a tag!')).toEqual(['é'])
    expect(found('e', 'é', null)).toEqual(['é'])
    expect(found('e', 'é', 'en_US')).toEqual(['é'])
  })
})
