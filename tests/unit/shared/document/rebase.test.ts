import { describe, expect, it } from 'vitest'
import { rowId } from '../../../../shared/cms/fields.ts'
import { applyChanges } from '../../../../shared/document/apply.ts'
import type { Change, LostRows } from '../../../../shared/document/change.ts'
import { effectiveDocument } from '../../../../shared/document/effective.ts'
import { lostRows, rebaseChanges } from '../../../../shared/document/rebase.ts'
import type { Rebased } from '../../../../shared/document/rebase.ts'
import { resolveConflicts } from '../../../../shared/document/resolve-conflicts.ts'
import { fieldTypes as types } from '../../../../shared/fields/registry.ts'
import type { JsonObject } from '../../../../shared/json.ts'
import { rows, set } from '../build-change.ts'
import { richSchema as fields } from '../build-fields.ts'

const schema = { fields, types }
const a = { id: 'a', label: { en: 'Berth', de: 'Koje' }, qty: 2, subs: [{ id: 's', name: { en: 'x' } }] }
const b = { id: 'b', label: { en: 'Seat' }, qty: 4 }
const base: JsonObject = {
  title: { en: 'Night train', de: 'Nachtzug' },
  tags: ['rail'],
  items: [a, b],
  layout: [{ id: 'h', blockType: 'hero', heading: { en: 'North' } }],
}
/** Returns the base after another user's edits. */
const moved = (...changes: Change[]): JsonObject => applyChanges(fields, base, changes)
const rebase = (now: JsonObject, changes: readonly Change[]): Rebased =>
  rebaseChanges(schema, now, changes, { lost: lostRows(fields, base, now, changes) })
const title = (from: string, to: string): Change => set('title', from, to, 'en')

describe('re-basing changes', () => {
  it('SY6 an edit of another field, and of the same field in another locale, is no conflict', () => {
    const now = moved(set('slug', null, 'x'), set('title', 'Nachtzug', 'Der Nachtzug', 'de'))
    const { changes, conflicts } = rebase(now, [title('Night train', 'The night train')])
    expect(conflicts).toEqual([])
    expect(applyChanges(fields, now, changes)).toMatchObject({
      title: { en: 'The night train', de: 'Der Nachtzug' },
      slug: 'x',
    })
  })

  it('SY6 a field that both changed to different values is a conflict with its three sides', () => {
    const mine = [title('Night train', 'Mine'), set('slug', null, 'mine')]
    const result = rebase(moved(title('Night train', 'Theirs')), mine)
    expect(result.conflicts).toEqual([
      { locale: 'en', path: 'title', base: 'Night train', mine: 'Mine', theirs: 'Theirs' },
    ])
    expect(result.changes).toEqual(mine)
  })

  it('SY6 the same change on both sides is applied already', () => {
    const mine = [title('Night train', 'Same')]
    expect(rebase(moved(...mine), mine)).toEqual({ changes: [], conflicts: [], alreadyApplied: mine })
  })

  it('SY6 sets merge, and the merged change starts from what is there now', () => {
    const now = moved(set('tags', ['rail'], ['rail', 'sea']))
    const { changes } = rebase(now, [set('tags', ['rail'], ['snow', 'rail'])])
    expect(changes).toEqual([set('tags', ['rail', 'sea'], ['snow', 'rail', 'sea'])])
  })

  it('SY6 edits of different rows, a move and an addition go together', () => {
    const mine = [rows('items', ['a', 'b'], ['b', 'a']), set('items.a.qty', 2, 3)]
    const now = moved(
      rows('items', ['a', 'b'], ['a', 'b', 't'], { added: { t: { id: 't', qty: 9 } } }),
      set('items.b.qty', 4, 5),
    )
    const { changes, conflicts } = rebase(now, mine)
    expect(conflicts).toEqual([])
    expect(applyChanges(fields, now, changes)['items']).toMatchObject([
      { id: 'b', qty: 5 },
      { id: 'a', qty: 3, label: { en: 'Berth', de: 'Koje' } },
      { id: 't', qty: 9 },
    ])
  })

  it('SY6 a row that both removed is no conflict', () => {
    const mine = [rows('items', ['a', 'b'], ['b'], { removed: { a } })]
    expect(rebase(moved(...mine), mine)).toMatchObject({ changes: [], conflicts: [] })
  })

  it('SY6 a change within a row that an earlier change of the list adds finds its row', () => {
    const mine = [
      rows('items', ['a', 'b'], ['a', 'b', 'n'], { added: { n: { id: 'n' } } }),
      set('items.n.qty', null, 1),
    ]
    expect(rebase(moved(set('slug', null, 'x')), mine)).toEqual({
      changes: [rows('items', ['a', 'b'], ['a', 'b', 'n'], { added: { n: { id: 'n', qty: 1 } } })],
      conflicts: [],
      alreadyApplied: [],
    })
  })

  it('SY4 a row that was added already is not added again, and what became of it stays', () => {
    const mine = [rows('items', ['a', 'b'], ['a', 'b', 'n'], { added: { n: { id: 'n', qty: 1 } } })]
    const now = moved(...mine, set('items.n.qty', 1, 7))
    expect(rebase(now, mine)).toMatchObject({ changes: [], conflicts: [] })
  })

  it('SY4 a row that was added already stays where they have moved it since', () => {
    const mine = [rows('items', ['a', 'b'], ['a', 'b', 'n'], { added: { n: { id: 'n', qty: 1 } } })]
    const now = moved(...mine, rows('items', ['a', 'b', 'n'], ['n', 'a', 'b']))
    expect(rebase(now, mine)).toMatchObject({ changes: [], conflicts: [] })
  })

  it('SY13 a change of a field that the schema does not know is carried', () => {
    const mine = [set('gone.deep', null, 'kept')]
    const { changes, conflicts } = rebase(base, mine)
    expect({ changes, conflicts }).toEqual({ changes: mine, conflicts: [] })
    expect(applyChanges(fields, base, changes)['gone']).toEqual({ deep: 'kept' })
  })

  it('DM3 DM5 an edit that was undone meets no conflict, and nothing is left of it', () => {
    const mine = [title('Night train', 'Mine'), title('Mine', 'Night train')]
    const now = moved(title('Night train', 'Theirs'))
    expect(rebase(now, mine)).toEqual({ changes: [], conflicts: [], alreadyApplied: [] })
  })
})

it('SY6 SY7 a row that I removed and they keep stands behind all that it stood behind, also where I moved one of those', () => {
  const three = [a, b, { id: 'c', qty: 1 }]
  const changes = [rows('items', ['a', 'b', 'c'], ['b', 'a'], { removed: { c: { id: 'c', qty: 1 } } })]
  const now = { items: three.with(2, { id: 'c', qty: 2 }) }
  const { changes: mine, conflicts } = rebase(now, changes)
  const kept = resolveConflicts(fields, now, mine, conflicts, { 'items.c': 'theirs' })
  expect(kept).toEqual([rows('items', ['a', 'b', 'c'], ['b', 'a', 'c'])])
})

describe('a row that they removed and I edited', () => {
  const gone = moved(rows('items', ['a', 'b'], ['b'], { removed: { a } }))
  const mine = [
    set('items.a.qty', 2, 3),
    set('items.a.label', 'Berth', 'Upper berth', 'en'),
    set('items.a.subs.s.name', 'x', 'y', 'en'),
    set('slug', null, 'x'),
  ]
  const edited = {
    id: 'a',
    label: { en: 'Upper berth', de: 'Koje' },
    qty: 3,
    subs: [{ id: 's', name: { en: 'y' } }],
  }

  it('SY6 SY7 is put back with my edits, and is one conflict of the row', () => {
    const { changes, conflicts } = rebase(gone, mine)
    expect(conflicts).toEqual([{ locale: null, path: 'items.a', base: a, mine: edited, theirs: null }])
    expect(changes).toEqual([
      { ...rows('items', ['b'], ['a', 'b'], { added: { a: edited } }), revived: { a } },
      set('slug', null, 'x'),
    ])
    const kept = resolveConflicts(fields, gone, changes, conflicts, { 'items.a': 'mine' })
    expect(applyChanges(fields, gone, kept)['items']).toEqual([edited, b])
    expect(rebase(gone, kept).conflicts).toEqual([])
    const dropped = resolveConflicts(fields, gone, changes, conflicts, { 'items.a': 'theirs' })
    expect(dropped).toEqual([set('slug', null, 'x')])
  })

  it('SY7 stays a conflict until somebody decides, however often the base moves', () => {
    const { changes, conflicts } = rebase(gone, mine)
    const later = applyChanges(fields, gone, [set('settings.color', null, 'red')])
    expect(rebaseChanges(schema, later, changes, {})).toEqual({ changes, conflicts, alreadyApplied: [] })
  })

  it('SY6 is edited again where they put it back: no edit is lost, and nothing is asked', () => {
    const { changes } = rebase(gone, mine)
    const back = { ...base, items: [b, { ...a, label: { en: 'Berth', de: 'Liege' } }] }
    const again = rebaseChanges(schema, back, changes, {})
    expect(again.conflicts).toEqual([])
    expect(applyChanges(fields, back, again.changes)['items']).toEqual([
      b,
      { ...edited, label: { en: 'Upper berth', de: 'Liege' } },
    ])
  })

  it('SY6 keeps the rows that they added beside it where I added one too', () => {
    const now = moved(rows('items', ['a', 'b'], ['t'], { added: { t: { id: 't' } }, removed: { a, b } }))
    const both = [
      rows('items', ['a', 'b'], ['a', 'b', 'm'], { added: { m: { id: 'm' } } }),
      set('items.a.qty', 2, 3),
    ]
    const { changes, conflicts } = rebase(now, both)
    expect(conflicts.map((item) => item.path)).toEqual(['items.a'])
    const ids = applyChanges(fields, now, changes)['items']
    expect(ids).toMatchObject([{ id: 'a', qty: 3 }, { id: 'm' }, { id: 't' }])
  })

  it('DM5 is not put back for edits that were undone', () => {
    const idle = [set('items.a.qty', 2, 3), set('items.a.qty', 3, 2), rows('items.a.subs', ['s'], ['s'])]
    expect(rebase(gone, idle)).toEqual({ changes: [], conflicts: [], alreadyApplied: [] })
  })

  it('SY6 is put back with a row inside of it that was lost before', () => {
    const change = [set('items.a.subs.s.name', 'x', 'y', 'en')]
    const first = moved(rows('items.a.subs', ['s'], [], { removed: { s: { id: 's', name: { en: 'x' } } } }))
    const lost: LostRows = {
      ...lostRows(fields, base, first, change),
      'items.a': { locale: null, row: { ...a, subs: [] } },
    }
    const { changes, conflicts } = rebaseChanges(schema, gone, change, { lost })
    expect(conflicts.map((item) => item.path)).toEqual(['items.a'])
    expect(applyChanges(fields, gone, changes)['items']).toEqual([
      b,
      { ...a, subs: [{ id: 's', name: { en: 'y' } }] },
    ])
  })

  describe('where the rows before it are gone, too', () => {
    const four = (...ids: string[]): JsonObject => ({ ...base, items: ids.map((id) => ({ id, qty: 1 })) })
    const last = (['p', 'q', 'r', 's'] as const).map((id) => ({ id, qty: 1 }))
    const inThird = [set('items.r.qty', 1, 3)]
    const idsOf = (now: JsonObject, { changes }: Rebased): string[] => {
      const found = applyChanges(fields, now, changes)['items']
      return Array.isArray(found) ? found.map((one) => rowId(one) ?? '') : []
    }
    const lostOf = (...places: number[]): LostRows =>
      Object.fromEntries(
        places.map((at) => [
          `items.${last[at]?.id}`,
          { locale: null, row: last[at] ?? {}, after: last[at - 1]?.id ?? null },
        ]),
      )

    it('SY6 comes back behind the nearest one that is left, or as the first', () => {
      const was = four('p', 'q', 'r', 's')
      const put = (now: JsonObject): string[] =>
        idsOf(now, rebaseChanges(schema, now, inThird, { lost: lostRows(fields, was, now, inThird) }))
      expect(put(four('p', 's'))).toEqual(['p', 'r', 's'])
      expect(put(four('s'))).toEqual(['r', 's'])
      expect(put(four('s', 't'))).toEqual(['r', 's', 't'])
    })

    it.each([
      ['q', 'r'],
      ['r', 'q'],
    ])('SY6 comes back with the others as they stood, whichever was edited first: %s, %s', (...order) => {
      const [was, now] = [four('p', 'q', 'r', 's'), four('s')]
      const changes = order.map((id) => set(`items.${id}.qty`, 1, 3))
      const rebased = rebaseChanges(schema, now, changes, { lost: lostRows(fields, was, now, changes) })
      expect(idsOf(now, rebased)).toEqual(['q', 'r', 's'])
    })

    it('SY6 comes back there also where one went after the other', () => {
      const put = (now: JsonObject, ...places: number[]): string[] =>
        idsOf(now, rebaseChanges(schema, now, inThird, { lost: lostOf(...places) }))
      expect(put(four('p', 's'), 1, 2)).toEqual(['p', 'r', 's'])
      expect(put(four('s'), 0, 1, 2)).toEqual(['r', 's'])
      // The position of an unknown row is unknown.
      expect(put(four('s'), 2)).toEqual(['s', 'r'])
    })
  })

  it('SY7 shows what was typed where it is not known what the row was like', () => {
    const { conflicts } = rebaseChanges(schema, gone, mine, {})
    expect(conflicts).toMatchObject([
      { path: 'items.a', base: null, theirs: null, mine: { id: 'a', qty: 3 } },
    ])
  })

  it.each([
    ['mine', [{ id: 'a', qty: 3, label: { en: 'Upper berth' }, subs: [{ id: 's', name: { en: 'y' } }] }]],
    ['theirs', []],
  ] as const)('SY7 keeps what was typed where a person takes %s of such a row', (side, rowsThere) => {
    const { changes, conflicts } = rebaseChanges(schema, gone, mine, {})
    const settled = resolveConflicts(fields, gone, changes, conflicts, { 'items.a': side })
    expect(rebaseChanges(schema, gone, settled).conflicts).toEqual([])
    const items = applyChanges(fields, gone, settled)['items']
    const found = Array.isArray(items) ? items.filter((item) => rowId(item) === 'a') : null
    expect(found).toEqual(rowsThere)
  })
})

describe('a row that I removed and they edited', () => {
  it.each(['en', 'de'])('SY6 in %s is a conflict of that row', (locale) => {
    const mine = [rows('items', ['a', 'b'], ['b'], { removed: { a } })]
    const now = moved(
      locale === 'en'
        ? set('items.a.label', 'Berth', 'Theirs', 'en')
        : set('items.a.label', 'Koje', 'Bett', 'de'),
    )
    const { changes, conflicts } = rebase(now, mine)
    expect(conflicts).toMatchObject([{ path: 'items.a', base: a, mine: null, theirs: { id: 'a' } }])
    const kept = resolveConflicts(fields, now, changes, conflicts, { 'items.a': 'mine' })
    expect(applyChanges(fields, now, kept)['items']).toMatchObject([{ id: 'b' }])
    expect(rebase(now, kept).conflicts).toEqual([])
    expect(resolveConflicts(fields, now, changes, conflicts, { 'items.a': 'theirs' })).toEqual([])
  })

  it('SY6 in a row inside of it, three levels down, is a conflict too', () => {
    const mine = [rows('items', ['a', 'b'], ['b'], { removed: { a } })]
    const now = moved(set('items.a.subs.s.name', 'x', 'z', 'en'))
    expect(rebase(now, mine).conflicts).toMatchObject([{ path: 'items.a', mine: null }])
  })
})

describe('choosing a side', () => {
  it('SY7 mine puts my value over what is there now, theirs drops my change', () => {
    const mine = [title('Night train', 'Mine'), set('slug', null, 'x')]
    const now = moved(title('Night train', 'Theirs'))
    const { conflicts } = rebase(now, mine)
    const choose = (choices: Record<string, 'mine' | 'theirs'>) =>
      resolveConflicts(fields, now, mine, conflicts, choices)
    expect(choose({ title: 'mine' })).toEqual([title('Theirs', 'Mine'), set('slug', null, 'x')])
    expect(choose({ title: 'theirs' })).toEqual([set('slug', null, 'x')])
    expect(choose({})).toEqual(mine)
  })
})

describe('the effective document', () => {
  it('DM4 is base, entries in order and the draft, which is rebased on the way', () => {
    const { queued, data, draft } = effectiveDocument(schema, {
      base: { ...base, slug: 'night' },
      entries: [{ changes: [title('Night train', 'One')] }, { changes: [title('One', 'Two')] }],
      draft: {
        changes: [title('Two', 'Three'), set('slug', ' night ', 'day'), set('items.z.qty', 1, 2)],
        lost: { 'items.z': { locale: null, row: { id: 'z', qty: 1 } } },
      },
      adjusted: [{ locale: null, path: 'slug', sent: ' night ', stored: 'night' }],
    })
    expect(queued).toMatchObject({ title: { en: 'Two', de: 'Nachtzug' }, slug: 'night' })
    expect(data).toMatchObject({
      title: { en: 'Three', de: 'Nachtzug' },
      slug: 'day',
      items: [{ id: 'a' }, { id: 'b' }, { id: 'z', qty: 2 }],
    })
    expect(draft.conflicts.map((item) => item.path)).toEqual(['items.z'])
  })
})
