import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { putBack } from '../../../../shared/document/merge-ids.ts'
import { mergeIds, mergeValue } from '../../../../shared/document/merge-value.ts'
import { richText, relation, text } from '../build-fields.ts'
import { fieldTypes } from '../../../../shared/fields/registry.ts'
import { tries } from '../../../support/tries.ts'

const letters = 'abcdefgh'.split('')
const ids = fc.uniqueArray(fc.constantFrom(...letters), { maxLength: 8 })

describe('merging lists of rows', () => {
  it('SY6 gives mine where theirs is unchanged, and theirs where mine is', () => {
    fc.assert(
      fc.property(ids, ids, (base, other) => {
        expect(mergeIds(base, other, base)).toEqual(other)
        expect(mergeIds(base, base, other)).toEqual(other)
        expect(mergeIds(base, other, other)).toEqual(other)
      }),
    )
  })

  it('SY6 keeps what either side added and drops what either side removed', () => {
    fc.assert(
      fc.property(ids, ids, ids, (base, mine, theirs) => {
        const merged = mergeIds(base, mine, theirs)
        expect(new Set(merged).size).toBe(merged.length)
        for (const id of letters) {
          const both = mine.includes(id) && theirs.includes(id)
          const either = mine.includes(id) || theirs.includes(id)
          expect(merged.includes(id)).toBe(base.includes(id) ? both : either)
        }
      }),
      tries(1000),
    )
  })

  it.each([
    ['abc', 'cab', 'abcd', 'cabd', 'my move and their addition'],
    ['abc', 'abxc', 'cba', 'cbxa', 'their move and my addition, which follows its neighbour'],
    ['abcd', 'acd', 'dabc', 'dac', 'my removal and their move'],
    ['abc', 'bac', 'acb', 'bac', 'a row that both moved is where I put it'],
    ['', 'x', 'y', 'xy', 'two rows in an empty list'],
    ['ab', 'xab', 'abx', 'abx', 'what both added, which stands where they put it'],
    ['ab', 'abxy', 'yxab', 'yxab', 'two that both added, in their order'],
    ['ab', 'axb', 'b', 'xb', 'my addition after a row that they removed'],
    ['abcd', 'adcx', 'bcda', 'dcxa', 'my move behind a row that they moved away'],
    ['abcd', 'badc', 'bcda', 'bdca', 'two moves of mine, of which one is behind a row that they moved away'],
  ])('SY6 merges %s, mine %s, theirs %s to %s: %s', (base, mine, theirs, merged) => {
    expect(mergeIds(base.split(''), mine.split(''), theirs.split('')).join('')).toBe(merged)
  })

  it('SY6 keeps each pair that one move turned round, whatever row the other side moved', () => {
    const index = fc.nat({ max: letters.length - 1 })
    const move = (id: string, to: number): string[] => {
      const rest = letters.filter((other) => other !== id)
      return [...rest.slice(0, to), id, ...rest.slice(to)]
    }
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.constantFrom(...letters), { minLength: 2, maxLength: 2 }),
        index,
        index,
        ([mine = '', theirs = ''], myPlace, theirPlace) => {
          // If two neighbours swap, either one may have moved.
          fc.pre(Math.abs(letters.indexOf(mine) - myPlace) > 1)
          fc.pre(Math.abs(letters.indexOf(theirs) - theirPlace) > 1)
          const [moved, there] = [move(mine, myPlace), move(theirs, theirPlace)]
          const merged = mergeIds(letters, moved, there)
          const isAhead = (list: string[], id: string, other: string) =>
            list.indexOf(id) < list.indexOf(other)
          for (const other of letters) {
            if (other === mine || other === theirs) continue
            expect(isAhead(merged, mine, other)).toBe(isAhead(moved, mine, other))
            expect(isAhead(merged, theirs, other)).toBe(isAhead(there, theirs, other))
          }
        },
      ),
      tries(1000),
    )
  })

  it('SY6 DM7 puts rows back where they were while nobody else wrote, whatever of the list stands here only', () => {
    fc.assert(
      fc.property(ids, ids, ids, (known, base, gone) => {
        const here = new Set(known.filter((id) => !gone.includes(id)))
        expect(putBack(known, here, known, base, base)).toEqual(known)
      }),
      tries(1000),
    )
  })

  it.each([
    ['amcb', 'c', 'acb', 'cab', 'camb', 'where they moved it'],
    ['abm', 'b', 'ab', 'ba', 'bam', 'where they moved it, ahead of all'],
    ['bam', 'b', 'ab', 'ab', 'bam', 'where it was moved here'],
    ['abcm', 'bc', 'abc', 'acbt', 'acbm', 'in the order that they gave them'],
  ])(
    'SY6 DM7 puts rows back: list %s without %s, there %s and by now %s, is %s: %s',
    (known, gone, then, base, order) => {
      const here = new Set(known.split('').filter((id) => !gone.includes(id)))
      const back = putBack(known.split(''), here, known.split(''), base.split(''), then.split(''))
      expect(back.join('')).toBe(order)
    },
  )

  it('SY6 merges a move within a list of 2,000 rows', () => {
    const base = Array.from({ length: 2000 }, (_, index) => `row${index}`)
    const mine = [...base.slice(1), 'row0']
    const theirs = ['new', ...base]
    expect(mergeIds(base, mine, theirs)).toEqual(['new', ...mine])
  })
})

describe('merging values', () => {
  const tags = text('tags', { hasMany: true })

  it('SY6 merges values of a hasMany field as an ordered set', () => {
    expect(mergeValue(fieldTypes, tags, ['a', 'b'], ['a', 'b', 'm'], ['t', 'a'])).toEqual({
      ok: true,
      value: ['t', 'a', 'm'],
    })
  })

  it('SY6 leaves an item that both put in where they have it: nothing is left to do', () => {
    expect(mergeValue(fieldTypes, tags, ['may'], ['may', 'march'], ['january', 'march', 'may'])).toEqual({
      ok: true,
      value: ['january', 'march', 'may'],
    })
  })

  it('SY6 tells items of a polymorphic relationship by collection and id', () => {
    const related = relation('related', { hasMany: true, polymorphic: true })
    const post = { relationTo: 'posts', value: 1 }
    const page = { relationTo: 'pages', value: 1 }
    expect(mergeValue(fieldTypes, related, [post], [post, page], [])).toEqual({ ok: true, value: [page] })
  })

  it('SY6 takes no value for an empty set', () => {
    expect(mergeValue(fieldTypes, tags, null, ['m'], ['t'])).toEqual({ ok: true, value: ['m', 't'] })
    expect(mergeValue(fieldTypes, tags, ['a'], null, ['a', 't'])).toEqual({ ok: true, value: ['t'] })
  })

  it('SY6 does not take a list with an item twice for a set: both changed is a conflict', () => {
    expect(mergeValue(fieldTypes, tags, ['a'], ['a', 'a'], ['a', 'b'])).toEqual({ ok: false })
  })

  it('SY6 takes the side that changed, and finds a conflict where both did', () => {
    const title = text('title')
    expect(mergeValue(fieldTypes, title, 'a', 'b', 'a')).toEqual({ ok: true, value: 'b' })
    expect(mergeValue(fieldTypes, title, 'a', 'a', 'c')).toEqual({ ok: true, value: 'c' })
    expect(mergeValue(fieldTypes, title, 'a', 'b', 'b')).toEqual({ ok: true, value: 'b' })
    expect(mergeValue(fieldTypes, title, 'a', 'b', 'c')).toEqual({ ok: false })
    expect(mergeValue(fieldTypes, richText('body'), { a: 1 }, { a: 2 }, { a: 3 })).toEqual({ ok: false })
    expect(mergeValue(fieldTypes, null, 'a', 'b', 'c')).toEqual({ ok: false })
  })
})
