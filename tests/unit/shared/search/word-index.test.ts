import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { editsTo, mistakesIn } from '../../../../shared/search/edits-to.ts'
import { foldText, wordsIn } from '../../../../shared/search/fold-text.ts'
import { FirstFew } from '../../../../main/store/lists/find-documents.ts'
import { MISSPELT, WordIndex } from '../../../../shared/search/word-index.ts'

function indexOf(texts: readonly string[]): WordIndex {
  const index = new WordIndex()
  texts.forEach((text, position) => index.set(position, text.split('\n')))
  return index
}

function found(texts: readonly string[], typed: string, misspelt = true): string[] {
  return indexOf(texts)
    .hits(typed, { misspelt })
    .map(({ position }) => texts[position] ?? '')
}

describe('folding a text', () => {
  test.each([
    ['Ålesund', 'alesund'],
    ['Łódź', 'lodz'],
    ['STRASSE', 'strasse'],
    ['Straße', 'strasse'],
    ['Ночной', 'ночнои'],
    ['قِطَارٌ', 'قطار'],
    ['أحمد', 'احمد'],
    ['مكتبة', 'مكتبه'],
    ['İstanbul', 'istanbul'],
    ['ﬁn', 'fin'],
  ])('%s becomes %s', (text, folded) => {
    expect(foldText(text)).toBe(folded)
  })

  test('a text falls into words at signs and spaces', () => {
    expect(wordsIn(' night-train, to “Narvik” (2026) ')).toEqual(['night', 'train', 'to', 'narvik', '2026'])
  })
})

test('of misspelt words only whole ones of five letters or more fit where that is wanted', () => {
  const index = indexOf(['make translation outbox'])
  const fits = (typed: string) => index.hits(typed, { misspelt: 'whole' }).length === 1
  expect(['outbx', 'outbxo', 'transaltion', 'transl'].map(fits)).toEqual([true, true, true, true])
  expect(['lake', 'bmake', 'train', 'transaltio'].map(fits)).toEqual([false, false, false, false])
})

describe('texts that have some of the words', () => {
  const texts = ['The night train to Narvik', 'Narvik harbour', 'The train north', 'A tram to the harbour']
  const partly = (typed: string) =>
    indexOf(texts)
      .hits(typed, { misspelt: true, partly: true })
      .map(({ position }) => texts[position])

  test('those with most of them come first', () => {
    expect(partly('nite train narvik')).toEqual([
      'The night train to Narvik',
      'Narvik harbour',
      'The train north',
    ])
    expect(partly('harbour of narvick')).toEqual([
      'Narvik harbour',
      'A tram to the harbour',
      'The night train to Narvik',
    ])
  })

  test('words of a few letters tell nothing by themselves', () => {
    expect(partly('the ferry to bergen')).toEqual([])
  })
})

describe('mistakes between what is typed and a word', () => {
  test.each([
    ['lighthouse', 'lighthouse', 0, true],
    ['lighthose', 'lighthouse', 1, true],
    ['lightheouse', 'lighthouse', 1, true],
    ['lihgthouse', 'lighthouse', 1, true],
    ['lihgthose', 'lighthouse', 2, true],
    ['lihgt', 'lighthouse', 1, false],
    ['narvk', 'narvik', 1, true],
  ])('%s is %s with %d', (typed, word, edits, isWhole) => {
    expect(editsTo(typed, word, 2)).toEqual({ edits, isWhole })
  })

  test('more than are allowed are none', () => {
    expect([editsTo('harbour', 'lighthouse', 2), editsTo('lihgthose', 'lighthouse', 1)]).toEqual([null, null])
  })

  test('a short word has none, a long one two, a number none', () => {
    expect(['the', 'port', 'harbour', 'b2026x', 'x'.repeat(41)].map(mistakesIn)).toEqual([0, 1, 2, 0, 0])
  })

  test('are as many as the whole table without its band says', () => {
    const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 8 })
    fc.assert(
      fc.property(letters, letters, (typed, word) => {
        const edits = plainEdits(typed, word)
        const whole = edits.at(-1) ?? 0
        const least = Math.min(...edits)
        expect(editsTo(typed, word, 2)).toEqual(
          least > 2 ? null : { edits: least, isWhole: whole === least && word.length <= typed.length + 2 },
        )
      }),
    )
  })
})

/** Mistakes from what is typed to each beginning of the word. */
function plainEdits(typed: string, word: string): number[] {
  const rows: number[][] = []
  for (let row = 0; row <= typed.length; row++) {
    const own: number[] = []
    for (let column = 0; column <= word.length; column++) {
      const at = (up: number, left: number) => (up === 0 ? own : rows[row - up])?.[column - left] ?? Infinity
      const isSame = typed[row - 1] === word[column - 1]
      const isTurned =
        row > 1 && column > 1 && typed[row - 1] === word[column - 2] && typed[row - 2] === word[column - 1]
      own.push(
        row === 0
          ? column
          : column === 0
            ? row
            : Math.min(
                at(1, 1) + (isSame ? 0 : 1),
                at(1, 0) + 1,
                at(0, 1) + 1,
                isTurned ? at(2, 2) + 1 : Infinity,
              ),
      )
    }
    rows.push(own)
  }
  return rows.at(-1) ?? []
}

describe('texts by the words that are typed', () => {
  test('called so, beginning so, words together, words anywhere, misspelt: in this order', () => {
    const texts = [
      'To a night rain',
      'Trains by night',
      'The night train',
      'Night train north',
      'Night train',
    ]
    expect(found(texts, 'night train')).toEqual([
      'Night train',
      'Night train north',
      'The night train',
      'Trains by night',
      'To a night rain',
    ])
  })

  test('each word has to be there, whatever their order', () => {
    expect(found(['Night train', 'Night', 'Train'], 'train night')).toEqual(['Night train'])
  })

  test('mistakes count only where they are wanted', () => {
    expect(found(['Lighthouse'], 'lihgthouse', false)).toEqual([])
    expect(found(['Lighthouse'], 'lihgthouse')).toEqual(['Lighthouse'])
  })

  test('a part of a word is found from three letters on, one of another script at once', () => {
    expect(found(['Nachtzug', '東京の夜', 'النشر'], 'zug')).toEqual(['Nachtzug'])
    expect(found(['Nachtzug'], 'zu', false)).toEqual([])
    expect(found(['東京の夜'], '夜')).toEqual(['東京の夜'])
    expect(found(['النشر'], 'نشر')).toEqual(['النشر'])
  })

  test('a line is called so by itself, and words may be in several lines', () => {
    const score = (typed: string) =>
      indexOf(['Night train\nNachtzug nach Norden\n41'])
        .hits(typed, { misspelt: false })
        .map((hit) => hit.score)
    expect([score('night train'), score('41'), score('night'), score('nachtzug')]).toEqual([
      [0],
      [50],
      [100],
      [150],
    ])
    expect(found(['Night train\nNachtzug\n41'], 'nachtzug 41')).toHaveLength(1)
  })

  test('of a text in the place of another one nothing of the other is found', () => {
    const index = indexOf(['Night train'])
    expect(index.hits('night', { misspelt: true })).toHaveLength(1)
    index.set(0, ['Harbour'])
    expect(index.hits('night', { misspelt: true })).toEqual([])
    expect(index.hits('harbour', { misspelt: true })).toEqual([{ position: 0, score: 0 }])
  })

  test('words that come later are found by what was typed before', () => {
    const index = indexOf(['Night train'])
    expect(index.hits('nig', { misspelt: false })).toHaveLength(1)
    index.set(1, ['Nigella'])
    expect(index.hits('nig', { misspelt: false })).toHaveLength(2)
  })

  test('misspelt ones say so', () => {
    const [hit] = indexOf(['Lighthouse']).hits('lighthuose', { misspelt: true })
    expect(hit?.score).toBeGreaterThanOrEqual(MISSPELT)
  })

  test('many words that each match inside of a word are not misspelt', () => {
    const words = Array.from({ length: 12 }, (_, at) => String.fromCodePoint(97 + at).repeat(3))
    const [hit] = indexOf([words.map((word) => `x${word}`).join(' ')]).hits(words.join(' '), {
      misspelt: true,
    })
    expect(hit?.score).toBeLessThan(MISSPELT)
  })

  test('nothing, and signs alone, find nothing', () => {
    expect([found(['Night'], ''), found(['Night'], ' … ')]).toEqual([[], []])
  })
})

test('the first of many are those that sorting all of them would give, alike ones in the order given', () => {
  const pair = fc.record({ key: fc.nat(9), at: fc.nat() })
  fc.assert(
    fc.property(fc.array(pair), fc.integer({ min: 1, max: 5 }), (pairs, count) => {
      const compare = (a: { key: number }, b: { key: number }) => a.key - b.key
      const few = new FirstFew(count, compare)
      for (const one of pairs) few.add(one)
      expect(few.list).toEqual(pairs.toSorted(compare).slice(0, count))
    }),
  )
})
