import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canKeepBoth, mergeRichText, mergeSides } from '../../../../shared/fields/richText/merge-rich-text.ts'
import { fieldTypes } from '../../../../shared/fields/registry.ts'
import { sameJson, type Json } from '../../../../shared/json.ts'
import { richText } from '../build-fields.ts'
import { tries } from '../../../support/tries.ts'
import { deeds, edit, editor, faultIn, START } from './edited-nodes.ts'

const schema = { editor, types: fieldTypes }
const field = richText('body', { editor })
type Side = 'mine' | 'theirs' | 'both'

function merge(base: Json, mine: Json, theirs: Json, side: Side = 'mine') {
  const merged = mergeRichText(base, mine, theirs, () => side, schema)
  if (merged === null) throw new Error('no rich text')
  return merged
}
const twice = fc.record({ mine: deeds, theirs: deeds }).map(({ mine, theirs }) => ({
  mine: edit(START, 'Ö', mine),
  theirs: edit(START, 'Ж', theirs),
}))
const wordsIn = (value: Json): string[] =>
  [...JSON.stringify(value).matchAll(/"(?:text|heading|author|note)":"([^"]*)"/g)]
    .map(([, words]) => words ?? '')
    .toSorted()

describe('F64 merging lists, tables and blocks of a text, whatever two people did', () => {
  it('a side that did nothing yields, and the same from both is that', () => {
    fc.assert(
      fc.property(deeds, (done) => {
        const { value } = edit(START, 'Ö', done)
        for (const sides of [
          [value, START],
          [START, value],
          [value, value],
        ] as const)
          expect(merge(START, ...sides)).toEqual({ value, conflicts: [] })
      }),
      tries(60),
    )
  })

  it('nothing that either wrote is lost: it is in the text or in what is asked, and what comes is a text as editors make it', () => {
    fc.assert(
      fc.property(twice, fc.constantFrom<Side>('mine', 'theirs', 'both'), ({ mine, theirs }, side) => {
        const { value, conflicts } = merge(START, mine.value, theirs.value, side)
        const [text, asked] = [JSON.stringify(value), JSON.stringify(conflicts)]
        for (const word of [...mine.written, ...theirs.written]) expect(text + asked).toContain(word)
        // The chosen side has all its words.
        const chosen = side === 'theirs' ? theirs : mine
        const beside = side === 'both' && conflicts.every(canKeepBoth) ? theirs.written : []
        for (const word of [...chosen.written, ...beside]) expect(text).toContain(word)
        // Untouched parts are still there.
        const kept = wordsIn(START).filter((words) =>
          [mine.value, theirs.value].every((one) => JSON.stringify(one).includes(words)),
        )
        for (const words of kept) expect(text + asked).toContain(words)
        expect(faultIn(value)).toBe(null)
      }),
      tries(150),
    )
  })

  it('whoever comes first, the same is asked, and the same words are there where nothing is', () => {
    fc.assert(
      fc.property(twice, ({ mine, theirs }) => {
        const one = merge(START, mine.value, theirs.value)
        const other = merge(START, theirs.value, mine.value)
        expect(other.conflicts.length).toBe(one.conflicts.length)
        const isAsked = one.conflicts.length > 0
        expect(isAsked || sameJson(wordsIn(other.value), wordsIn(one.value))).toBe(true)
      }),
      tries(100),
    )
  })

  it('the two sides of a merge, made at once, are those that it has where one side is chosen for all', () => {
    fc.assert(
      fc.property(twice, ({ mine, theirs }) => {
        const of = (side: Side): Json => merge(START, mine.value, theirs.value, side).value
        expect(mergeSides(START, mine.value, theirs.value, schema)).toEqual({
          mine: of('mine'),
          theirs: of('theirs'),
        })
      }),
      tries(40),
    )
  })

  it('SY5 what was merged once is not merged into anything else', () => {
    fc.assert(
      fc.property(twice, ({ mine, theirs }) => {
        const once = merge(START, mine.value, theirs.value)
        fc.pre(once.conflicts.length === 0)
        const again = merge(START, mine.value, once.value)
        // Nothing is doubled or lost.
        const isAsked = again.conflicts.length > 0
        expect(wordsIn(isAsked ? once.value : again.value)).toEqual(wordsIn(once.value))
        expect(merge(theirs.value, once.value, theirs.value).value).toEqual(once.value)
      }),
      tries(100),
    )
  })

  it('DM7 undo over a merge takes back what I did, and nothing that they wrote', () => {
    fc.assert(
      fc.property(twice, ({ mine, theirs }) => {
        const { value, conflicts } = merge(START, mine.value, theirs.value)
        fc.pre(conflicts.length === 0)
        const undone = fieldTypes.richText.takeBack(field, START, mine.value, value, fieldTypes)
        const text = JSON.stringify(undone?.value ?? value)
        for (const word of theirs.written) expect(text).toContain(word)
        const gone = undone?.whole === true ? mine.written : []
        for (const word of gone) expect(text).not.toContain(word)
        expect(faultIn(undone?.value ?? value)).toBe(null)
      }),
      tries(100),
    )
  })
})

/** Edits that cannot overlap: each side has its own items, fields and cells. */
const apart = fc
  .record({
    owner: fc.array(fc.boolean(), { minLength: 3, maxLength: 3 }),
    items: fc.array(fc.constantFrom('keep', 'write', 'remove', 'tick', 'add'), {
      minLength: 3,
      maxLength: 3,
    }),
    rows: fc.array(fc.constantFrom('keep', 'write', 'add'), { minLength: 3, maxLength: 3 }),
    fields: fc.array(fc.boolean(), { minLength: 3, maxLength: 3 }),
    column: fc.boolean(),
  })
  .map(({ owner, items, rows, fields, column }) => {
    const of = (isMine: boolean) => {
      const mark = isMine ? 'Ö' : 'Ж'
      // From the end, so that earlier positions stay.
      const done = [2, 1, 0].flatMap((at) => {
        if (owner[at] !== isMine) return []
        const kind = items[at] ?? 'keep'
        // The first line of a text is a paragraph, not an item.
        return kind === 'keep' ? [] : [{ kind, at: kind === 'write' || kind === 'add' ? at + 1 : at }]
      })
      const cells = [2, 1, 0].flatMap((at) =>
        owner[at] === isMine && rows[at] === 'add' ? [{ kind: 'row' as const, at }] : [],
      )
      const inBlock = [0, 1, 2].flatMap((at) =>
        owner[at] === isMine && fields[at] ? [{ kind: 'field' as const, at }] : [],
      )
      const wide = column && isMine ? [{ kind: 'column' as const, at: 0 }] : []
      return edit(START, mark, [...inBlock, ...cells, ...wide, ...done])
    }
    return { mine: of(true), theirs: of(false) }
  })

it('F64 edits of two people in different items, fields, rows and columns are all there, and nobody is asked', () => {
  fc.assert(
    fc.property(apart, ({ mine, theirs }) => {
      for (const [one, other] of [
        [mine, theirs],
        [theirs, mine],
      ] as const) {
        const { value, conflicts } = merge(START, one.value, other.value)
        expect(conflicts).toEqual([])
        for (const word of [...mine.written, ...theirs.written]) expect(JSON.stringify(value)).toContain(word)
        expect(faultIn(value)).toBe(null)
      }
    }),
    tries(60),
  )
})
