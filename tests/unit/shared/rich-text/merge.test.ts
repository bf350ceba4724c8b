import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mergeValue } from '../../../../shared/document/merge-value.ts'
import { mergeRichText } from '../../../../shared/fields/richText/merge-rich-text.ts'
import { topNodes, wordsOf } from '../../../../shared/fields/richText/nodes.ts'
import { fieldTypes } from '../../../../shared/fields/registry.ts'
import { sameJson } from '../../../../shared/json.ts'
import type { Json } from '../../../../shared/json.ts'
import { richText } from '../build-fields.ts'
import { block, heading, list, listItem, paragraph, rich, rule, text, upload } from './build-nodes.ts'
import { editedTwice, nodes } from './random-text.ts'
import { tries } from '../../../support/tries.ts'

/** Returns a text as its paragraphs: `A B` are two. */
const say = (value: Json | undefined): string =>
  topNodes(value)
    .map((node) => wordsOf(node))
    .join(' | ')

function merged(base: Json, mine: Json, theirs: Json): { text: string; conflicts: string[][] } {
  const result = mergeRichText(base, mine, theirs)
  if (result === null) throw new Error('no rich text')
  const conflicts = result.conflicts.map((one) => [
    say(rich(one.base)),
    say(rich(one.mine)),
    say(rich(one.theirs)),
  ])
  return { text: say(result.value), conflicts }
}

const train = 'The night train leaves Stockholm at six in the evening.'
const berth = 'A berth of one’s own costs more than it used to.'
const north = 'North of Kiruna the trees give up.'
const base = rich(paragraph(train), paragraph(berth), paragraph(north))

describe('merging rich texts', () => {
  it('SY6 edits of different nodes go together', () => {
    const mine = rich(paragraph(train.replace('six', 'seven')), paragraph(berth), paragraph(north))
    const theirs = rich(paragraph(train), paragraph(berth), paragraph(`${north} So do I.`))
    expect(merged(base, mine, theirs)).toEqual({
      text: `${train.replace('six', 'seven')} | ${berth} | ${north} So do I.`,
      conflicts: [],
    })
  })

  it('SY6 what either side added or removed is added or removed', () => {
    const mine = rich(heading('Trains'), paragraph(train), paragraph(north))
    const theirs = rich(paragraph(train), paragraph(berth), rule, paragraph('New.'), paragraph(north))
    expect(merged(base, mine, theirs)).toEqual({
      text: `Trains | ${train} |  | New. | ${north}`,
      conflicts: [],
    })
  })

  it('SY6 a node that one side moved and the other edited is edited at its new place', () => {
    const mine = rich(paragraph(north), paragraph(train), paragraph(berth))
    const theirs = rich(paragraph(train), paragraph(berth), paragraph(north.replace('trees', 'pines')))
    expect(merged(base, mine, theirs).text).toBe(`${north.replace('trees', 'pines')} | ${train} | ${berth}`)
    expect(merged(base, theirs, mine).text).toBe(`${north.replace('trees', 'pines')} | ${train} | ${berth}`)
  })

  it('SY6 a node that both changed, or one changed and the other removed, is asked about', () => {
    const mine = rich(paragraph(`${train} Mine.`), paragraph(north))
    const theirs = rich(paragraph(`${train} Theirs.`), paragraph(`${berth} Theirs.`), paragraph(north))
    expect(merged(base, mine, theirs).conflicts).toEqual([
      [train, `${train} Mine.`, `${train} Theirs.`],
      [berth, '', `${berth} Theirs.`],
    ])
  })

  it('SY7 of a conflict either side can be chosen, node by node; what the other had removed is where it was', () => {
    const mine = rich(paragraph(`${train} Mine.`), paragraph(north))
    const theirs = rich(paragraph(`${train} Theirs.`), paragraph(`${berth} Theirs.`), paragraph(north))
    const choose = (words: string) =>
      say(
        mergeRichText(base, mine, theirs, ({ theirs: node }) =>
          wordsOf(node).startsWith(words) ? 'theirs' : 'mine',
        )?.value,
      )
    expect(choose('A berth')).toBe(`${train} Mine. | ${berth} Theirs. | ${north}`)
    expect(choose('The night')).toBe(`${train} Theirs. | ${north}`)
    const back = mergeRichText(base, theirs, mine, () => 'mine')
    expect(say(back?.value)).toBe(`${train} Theirs. | ${berth} Theirs. | ${north}`)
  })

  it('SY6 blocks and uploads are found by their ids, whatever is in them', () => {
    const start = rich(
      block('a', { text: 'One' }),
      upload('u', { caption: 'x' }),
      block('b', { text: 'Two' }),
    )
    const mine = rich(
      block('b', { text: 'Two' }),
      upload('u', { caption: 'x' }),
      block('a', { text: 'Else' }),
    )
    const theirs = rich(
      block('a', { text: 'One' }),
      upload('u', { caption: 'y' }),
      block('b', { text: 'Wholly other' }),
    )
    expect(mergeRichText(start, mine, theirs)).toEqual({
      value: rich(
        block('b', { text: 'Wholly other' }),
        upload('u', { caption: 'y' }),
        block('a', { text: 'Else' }),
      ),
      conflicts: [],
    })
  })

  it('SY6 what both added alike is there once, what both added at one place is there twice', () => {
    const both = rich(paragraph(train), paragraph('Same.'), paragraph(berth), paragraph(north))
    const more = rich(
      paragraph(train),
      paragraph('Same.'),
      paragraph('More.'),
      paragraph(berth),
      paragraph(north),
    )
    expect(merged(base, both, more)).toEqual({
      text: `${train} | Same. | More. | ${berth} | ${north}`,
      conflicts: [],
    })
    const mine = rich(paragraph(train), paragraph('Mine.'), paragraph(berth), paragraph(north))
    const theirs = rich(paragraph(train), paragraph('Theirs.'), paragraph(berth), paragraph(north))
    expect(merged(base, mine, theirs).text).toBe(`${train} | Mine. | Theirs. | ${berth} | ${north}`)
  })

  it('SY6 unknown nodes and what is unknown of the root go along', () => {
    const odd = { type: 'x-poll', question: 'Which line?', votes: { north: 3 } }
    const start = { root: { ...(rich(odd, paragraph(train)).root as object), theme: 'dark' } } as Json
    const mine = rich(paragraph(train), odd)
    const theirs = {
      root: { type: 'root', theme: 'light', children: [{ ...odd, votes: { north: 4 } }, paragraph(train)] },
    }
    const result = mergeRichText(rich(odd, paragraph(train)), mine, theirs)
    expect(result?.conflicts).toEqual([])
    expect(topNodes(result?.value)).toEqual([paragraph(train), { ...odd, votes: { north: 4 } }])
    expect(result?.value).toMatchObject({ root: { theme: 'light' } })
    expect(mergeRichText(start, mine, start)?.value).toEqual(mine)
  })

  it('SY6 a text that both wrote anew is asked about, not put together', () => {
    const [start, mine, theirs] = ['rowan', 'birch', 'pine'].map((word) => rich(paragraph(word)))
    expect(merged(start ?? null, mine ?? null, theirs ?? null).conflicts).toEqual([
      ['rowan', 'birch', 'pine'],
    ])
  })

  it('SY6 two edits of one item of a list are a conflict of the field', () => {
    const lists = ['a', 'b', 'c'].map((word) => rich(list('bullet', [listItem([text(word)])])))
    const [start = null, mine = null, theirs = null] = lists
    const field = richText('body')
    expect(mergeValue(fieldTypes, field, start, mine, theirs)).toEqual({ ok: false })
    expect(mergeValue(fieldTypes, field, null, mine, theirs)).toEqual({ ok: false })
    expect(mergeValue(fieldTypes, field, 'plain words', mine, theirs)).toEqual({ ok: false })
  })

  it('SY6 an empty paragraph is no text', () => {
    const field = richText('body')
    const theirs = rich(paragraph('Words.'))
    expect(mergeValue(fieldTypes, field, null, rich(paragraph('')), theirs)).toEqual({
      ok: true,
      value: theirs,
    })
  })
})

describe('merging any rich texts', () => {
  it('SY6 the side that changed wins; the same from both is that', () => {
    fc.assert(
      fc.property(nodes, nodes, (one, other) => {
        const [start, end] = [rich(...one), rich(...other)]
        expect(mergeRichText(start, end, start)).toEqual({ value: end, conflicts: [] })
        expect(mergeRichText(start, start, end)).toEqual({ value: end, conflicts: [] })
        expect(mergeRichText(start, end, end)).toEqual({ value: end, conflicts: [] })
      }),
    )
  })

  it('SY6 edits of two people in different nodes are all there, none asks, and each keeps the order of the others', () => {
    expect.hasAssertions()
    fc.assert(
      fc.property(editedTwice, ({ start, mine, theirs, expected }) => {
        const result = mergeRichText(start, mine.value, theirs.value)
        expect(result?.conflicts).toEqual([])
        const got = topNodes(result?.value)
        for (const node of expected) expect(got.some((one) => sameJson(one, node))).toBe(true)
        expect(got).toHaveLength(expected.length)
        // Nodes keep the order of each side.
        for (const side of [mine, theirs]) {
          const order = (all: readonly Json[]) =>
            all
              .flatMap((node) => side.keptInOrder.findIndex((one) => sameJson(one, node)))
              .filter((at) => at >= 0)
          const places = order(got)
          expect(places).toEqual(places.toSorted((a, b) => a - b))
        }
      }),
      tries(500),
    )
  })

  it('SY5 what was merged once is not merged into anything else', () => {
    fc.assert(
      fc.property(editedTwice, ({ start, mine, theirs }) => {
        const once = mergeRichText(start, mine.value, theirs.value)?.value ?? null
        expect(mergeRichText(theirs.value, once, theirs.value)?.value).toEqual(once)
        const twice = mergeRichText(start, mine.value, once)
        const words = (value: Json | undefined) => say(value).split(' | ').toSorted()
        // Nothing is doubled or lost.
        const isAsked = twice === null || twice.conflicts.length > 0
        expect(words(isAsked ? once : twice.value)).toEqual(words(once))
      }),
      tries(300),
    )
  })
})
