import { describe, expect, it } from 'vitest'
import { mergeRichText } from '../../../../shared/fields/richText/merge-rich-text.ts'
import { fieldTypes } from '../../../../shared/fields/registry.ts'
import { childrenOf, topNodes, wordsOf } from '../../../../shared/fields/richText/nodes.ts'
import type { Json, JsonObject } from '../../../../shared/json.ts'
import { richText } from '../build-fields.ts'
import { list, listItem, rich, text } from './build-nodes.ts'

type Kind = 'bullet' | 'number' | 'check'
/** A text with one list; an item in an array is a list in an item. */
type Items = readonly (string | Items)[]
const items = (all: Items): Json[] => {
  let value = 0
  return all.map((one) =>
    typeof one === 'string'
      ? listItem([text(one)], (value += 1))
      : listItem([list('bullet', items(one))], value + 1),
  )
}
const withItems = (all: Items, kind: Kind = 'number', more: JsonObject = {}) =>
  rich({ ...list(kind, items(all)), ...more })

function merge(base: Json, mine: Json, theirs: Json) {
  const merged = mergeRichText(base, mine, theirs)
  if (merged === null) throw new Error('no rich text')
  return merged
}
const shown = (nodes: readonly Json[]): string =>
  nodes
    .map((node) =>
      childrenOf(node).some((one) => childrenOf(one).length > 0) ? inList(node) : wordsOf(node),
    )
    .join(' | ')
const inList = (node: Json): string =>
  shown(childrenOf(node).flatMap((one) => (childrenOf(one).length > 0 ? childrenOf(one) : [one])))
const words = (value: Json): string =>
  topNodes(value)
    .map((node) => shown(childrenOf(node)))
    .join(' / ')
/** Merges both ways without a conflict, and returns the words of both results. */
const agreed = (base: Json, mine: Json, theirs: Json): string[] =>
  [merge(base, mine, theirs), merge(base, theirs, mine)].map(({ value, conflicts }) => {
    expect(conflicts).toEqual([])
    return words(value)
  })

const [coat, boots, book, lamp] = [
  'A coat against the wind',
  'Boots that keep dry',
  'One long book',
  'A lamp and matches',
]
const start = withItems([coat, boots, book])

describe('F64 merging a list by its items', () => {
  it('edits of different items go together, both ways round', () => {
    const mine = withItems([`${coat}, a warm one`, boots, book])
    const theirs = withItems([coat, boots, `${book} or two`])
    const both = `${coat}, a warm one | ${boots} | ${book} or two`
    expect(agreed(start, mine, theirs)).toEqual([both, both])
  })

  it('items that either side added, removed or moved are there, gone or moved, and are numbered anew', () => {
    const mine = withItems([lamp, coat, boots, book])
    const theirs = withItems([boots, book, 'Slippers'])
    const { value, conflicts } = merge(start, mine, theirs)
    expect(conflicts).toEqual([])
    expect(value).toEqual(withItems([lamp, boots, book, 'Slippers']))
    const moved = withItems([book, coat, boots])
    expect(agreed(start, moved, withItems([coat, `${boots} at night`, book]))).toEqual([
      `${book} | ${coat} | ${boots} at night`,
      `${book} | ${coat} | ${boots} at night`,
    ])
  })

  it('what both put at one place is there twice, theirs behind mine as in a text', () => {
    const result = merge(start, withItems([coat, lamp, boots, book]), withItems([coat, 'Tea', boots, book]))
    expect(result).toMatchObject({ conflicts: [] })
    expect(words(result.value)).toBe(`${coat} | ${lamp} | Tea | ${boots} | ${book}`)
  })

  it('a list in an item is merged by its items, too', () => {
    const nested = withItems([coat, [boots, book], lamp])
    const mine = withItems([coat, [`${boots} and warm`, book], lamp])
    const theirs = withItems([coat, [boots, book, 'Tea'], lamp])
    const both = `${coat} | ${boots} and warm | ${book} | Tea | ${lamp}`
    expect(agreed(nested, mine, theirs)).toEqual([both, both])
    // An item of which both together left nothing goes.
    expect(agreed(nested, withItems([coat, [boots], lamp]), withItems([coat, [book], lamp]))).toEqual([
      `${coat} | ${lamp}`,
      `${coat} | ${lamp}`,
    ])
    expect(topNodes(merge(withItems([coat, boots]), withItems([coat]), withItems([boots])).value)).toEqual([])
  })

  it('an item that one ticked and the other rewrote is both; a list that one made another kind keeps the edits of the other', () => {
    const checks = (first: JsonObject, second: string) =>
      rich(list('check', [listItem([text(coat)], 1, first), listItem([text(second)], 2)]))
    const rewritten = rich(list('check', [listItem([text(`${coat}!`)], 1), listItem([text(boots)], 2)]))
    expect(merge(checks({}, boots), checks({ checked: true }, boots), rewritten)).toEqual({
      value: rich(
        list('check', [listItem([text(`${coat}!`)], 1, { checked: true }), listItem([text(boots)], 2)]),
      ),
      conflicts: [],
    })
    const counted = { start: 5 }
    expect(merge(start, withItems([coat, boots, book], 'number', counted), withItems([coat, boots]))).toEqual(
      {
        value: rich({
          ...list('number', [listItem([text(coat)], 5), listItem([text(boots)], 6)], 5),
        }),
        conflicts: [],
      },
    )
  })

  it('an item that both rewrote, or one rewrote and the other removed, is asked about by itself', () => {
    const mine = withItems([`${coat}, red`, boots, lamp, book])
    const theirs = withItems([`${coat}, blue`, `${boots}, high`, book])
    const result = merge(start, mine, theirs)
    const alone = (item: string) => ({
      ...list('number', [expect.anything()]),
      children: [expect.objectContaining({ type: 'listitem', children: [text(item)] })],
    })
    expect(result.conflicts).toEqual([
      {
        kind: 'node',
        base: alone(coat),
        mine: alone(`${coat}, red`),
        theirs: alone(`${coat}, blue`),
        canKeepBoth: true,
      },
    ])
    expect(words(result.value)).toBe(`${coat}, red | ${boots}, high | ${lamp} | ${book}`)
    const removed = merge(start, withItems([boots, book]), theirs)
    expect(removed.conflicts).toMatchObject([
      { mine: null, theirs: alone(`${coat}, blue`), canKeepBoth: false },
    ])
    const chosen = mergeRichText(start, withItems([boots, book]), theirs, () => 'theirs')
    expect(words(chosen?.value ?? null)).toBe(`${coat}, blue | ${boots}, high | ${book}`)
  })

  it('an item that one moved a level deeper and the other ticked is asked about: which list has the tick is not known', () => {
    const of = (...nodes: Json[]) => rich(list('check', nodes))
    const [first, second] = [listItem([text(coat)], 1), listItem([text(boots)], 2)]
    const deeper = of(first, listItem([list('check', [listItem([text(boots)], 1, { indent: 1 })])], 2))
    const { conflicts } = merge(of(first, second), deeper, of(first, { ...second, checked: true }))
    expect(conflicts).toHaveLength(1)
    expect(JSON.stringify(conflicts)).toContain('"checked":true')
  })

  it('what both made of a list itself is asked about once, with the items of both in it', () => {
    const result = merge(
      start,
      withItems([coat, boots, book, lamp], 'bullet'),
      withItems([coat, `${boots}!`, book], 'check'),
    )
    const shownItems = `${coat} | ${boots}! | ${book} | ${lamp}`
    expect(result.conflicts).toHaveLength(1)
    expect(result.conflicts).toMatchObject([
      { mine: { listType: 'bullet', tag: 'ul' }, theirs: { listType: 'check', tag: 'ul' } },
    ])
    expect(words(result.value)).toBe(shownItems)
  })

  it('DM7 undo of an edit of one item leaves what others did in the list', () => {
    const before = withItems([coat, boots, book])
    const after = withItems([coat, `${boots}, old ones`, lamp, book])
    const now = withItems([`${coat}, theirs`, `${boots}, old ones`, lamp, book, 'Tea'])
    const field = richText('body')
    const undone = fieldTypes.richText.takeBack(field, before, after, now, fieldTypes)
    expect(undone?.whole).toBe(true)
    expect(words(undone?.value ?? null)).toBe(`${coat}, theirs | ${boots} | ${book} | Tea`)
  })

  it('as much is asked whatever is answered, also where nothing is left of a list', () => {
    const base = withItems(['Aspen', 'Birch'], 'bullet')
    const [mine, theirs] = [withItems(['Birch'], 'number'), withItems(['Aspen tree'], 'check')]
    const asked = (['mine', 'theirs'] as const).map(
      (side) => mergeRichText(base, mine, theirs, () => side)?.conflicts.length,
    )
    expect(asked).toEqual([2, 2])
  })
})
