import { describe, expect, it } from 'vitest'
import { applyChanges } from '../../../../shared/document/apply.ts'
import type { Change } from '../../../../shared/document/change.ts'
import {
  coalesceChanges,
  normaliseAfterOwnWrite,
  normalisedValues,
  rebaseChanges,
  resolveConflicts,
} from '../../../../shared/document/rebase.ts'
import type { Json, JsonObject } from '../../../../shared/json.ts'
import { richSchema as fields } from '../build-fields.ts'
import { fieldTypes } from '../../../../shared/fields/registry.ts'

const set = (path: string, from: Json, to: Json): Change => ({ kind: 'set', path, from, to })
const rows = (
  path: string,
  from: string[],
  to: string[],
  added: Record<string, JsonObject> = {},
): Change => ({
  kind: 'rows',
  path,
  from,
  to,
  added,
})
const base: JsonObject = {
  title: { en: 'Night train', de: 'Nachtzug' },
  tags: ['rail'],
  items: [
    { id: 'a', label: { en: 'Berth', de: 'Koje' }, qty: 2 },
    { id: 'b', label: { en: 'Seat' }, qty: 4 },
  ],
  layout: [{ id: 'h', blockType: 'hero', heading: { en: 'North' } }],
}
/** The base after somebody else edited it. */
const moved = (changes: Change[], locale = 'en'): JsonObject => applyChanges(fields, base, changes, locale)

describe('re-basing changes', () => {
  it('SY6 an edit of another field, and of the same field in another locale, is no conflict', () => {
    const mine = [set('title', 'Night train', 'The night train')]
    const now = applyChanges(
      fields,
      moved([set('slug', null, 'x')]),
      [set('title', 'Nachtzug', 'Der Nachtzug')],
      'de',
    )
    const { changes, conflicts } = rebaseChanges(fieldTypes, fields, now, mine, 'en', base)
    expect(conflicts).toEqual([])
    expect(applyChanges(fields, now, changes, 'en')).toMatchObject({
      title: { en: 'The night train', de: 'Der Nachtzug' },
      slug: 'x',
    })
  })

  it('SY6 a field that both changed to different values is a conflict with its three sides', () => {
    const mine = [set('title', 'Night train', 'Mine'), set('slug', null, 'mine')]
    const result = rebaseChanges(
      fieldTypes,
      fields,
      moved([set('title', 'Night train', 'Theirs')]),
      mine,
      'en',
      base,
    )
    expect(result.conflicts).toEqual([{ path: 'title', base: 'Night train', mine: 'Mine', theirs: 'Theirs' }])
    expect(result.changes).toEqual(mine)
  })

  it('SY6 the same change on both sides has come true', () => {
    const mine = [set('title', 'Night train', 'Same')]
    const result = rebaseChanges(fieldTypes, fields, moved(mine), mine, 'en', base)
    expect(result).toEqual({ changes: [], conflicts: [], cameTrue: mine })
  })

  it('SY6 sets merge, and the merged change starts from what is there now', () => {
    const { changes } = rebaseChanges(
      fieldTypes,
      fields,
      moved([set('tags', ['rail'], ['rail', 'sea'])]),
      [set('tags', ['rail'], ['snow', 'rail'])],
      'en',
    )
    expect(changes).toEqual([set('tags', ['rail', 'sea'], ['snow', 'rail', 'sea'])])
  })

  it('SY6 edits of different rows, a move and an addition go together', () => {
    const mine = [rows('items', ['a', 'b'], ['b', 'a']), set('items.a.qty', 2, 3)]
    const now = moved([
      rows('items', ['a', 'b'], ['a', 'b', 't'], { t: { id: 't', qty: 9 } }),
      set('items.b.qty', 4, 5),
    ])
    const { changes, conflicts } = rebaseChanges(fieldTypes, fields, now, mine, 'en', base)
    expect(conflicts).toEqual([])
    const after = applyChanges(fields, now, changes, 'en')
    expect(after['items']).toMatchObject([
      { id: 'b', qty: 5 },
      { id: 'a', qty: 3, label: { en: 'Berth', de: 'Koje' } },
      { id: 't', qty: 9 },
    ])
  })

  it('SY6 a row that I edited and they removed is one conflict of that row, with my version whole', () => {
    const mine = [
      set('items.a.qty', 2, 3),
      set('items.a.label', 'Berth', 'Upper berth'),
      set('slug', null, 'x'),
    ]
    const now = moved([rows('items', ['a', 'b'], ['b'])])
    const { conflicts } = rebaseChanges(fieldTypes, fields, now, mine, 'en', base)
    expect(conflicts).toEqual([
      {
        path: 'items.a',
        base: { id: 'a', label: 'Berth', qty: 2 },
        mine: { id: 'a', label: 'Upper berth', qty: 3 },
        theirs: null,
      },
    ])
    const kept = resolveConflicts(fields, now, mine, 'en', conflicts, { 'items.a': 'mine' })
    expect(applyChanges(fields, now, kept, 'en')['items']).toMatchObject([
      { id: 'b' },
      { id: 'a', label: { en: 'Upper berth' }, qty: 3 },
    ])
    const dropped = resolveConflicts(fields, now, mine, 'en', conflicts, { 'items.a': 'theirs' })
    expect(dropped).toEqual([set('slug', null, 'x')])
  })

  it.each(['en', 'de'])(
    'SY6 a row that I removed and they edited in %s is a conflict of that row',
    (locale) => {
      const mine = [rows('items', ['a', 'b'], ['b'])]
      const label =
        locale === 'en' ? set('items.a.label', 'Berth', 'Theirs') : set('items.a.label', 'Koje', 'Bett')
      const now = moved([label], locale)
      const { conflicts } = rebaseChanges(fieldTypes, fields, now, mine, 'en', base)
      expect(conflicts).toMatchObject([{ path: 'items.a', mine: null, theirs: { id: 'a' } }])
      const kept = resolveConflicts(fields, now, mine, 'en', conflicts, { 'items.a': 'mine' })
      expect(applyChanges(fields, now, kept, 'en')['items']).toMatchObject([{ id: 'b' }])
      expect(resolveConflicts(fields, now, mine, 'en', conflicts, { 'items.a': 'theirs' })).toEqual([])
    },
  )

  it('SY6 a row that both removed is no conflict', () => {
    const mine = [rows('items', ['a', 'b'], ['b'])]
    expect(rebaseChanges(fieldTypes, fields, moved(mine), mine, 'en', base)).toMatchObject({
      changes: [],
      conflicts: [],
    })
  })

  it('SY6 a change within a row that an earlier change of the list adds finds its row', () => {
    const mine = [rows('items', ['a', 'b'], ['a', 'b', 'n'], { n: { id: 'n' } }), set('items.n.qty', null, 1)]
    expect(
      rebaseChanges(fieldTypes, fields, moved([set('slug', null, 'x')]), mine, 'en', base),
    ).toMatchObject({
      changes: mine,
      conflicts: [],
    })
  })

  it('SY4 a row that was added already is not added again, and what became of it stays', () => {
    const mine = [rows('items', ['a', 'b'], ['a', 'b', 'n'], { n: { id: 'n', qty: 1 } })]
    const now = applyChanges(fields, moved(mine), [set('items.n.qty', 1, 7)], 'en')
    expect(rebaseChanges(fieldTypes, fields, now, mine, 'en', base)).toMatchObject({
      changes: [],
      conflicts: [],
    })
  })

  it('SY13 a change of a field that the schema does not know is carried', () => {
    const mine = [set('gone.deep', null, 'kept')]
    const { changes, conflicts } = rebaseChanges(fieldTypes, fields, base, mine, 'en', base)
    expect({ changes, conflicts }).toEqual({ changes: mine, conflicts: [] })
    expect(applyChanges(fields, base, changes, 'en')['gone']).toEqual({ deep: 'kept' })
  })

  it('SY7 choosing mine puts my value over what is there now, choosing theirs drops my change', () => {
    const mine = [set('title', 'Night train', 'Mine'), set('slug', null, 'x')]
    const now = moved([set('title', 'Night train', 'Theirs')])
    const { conflicts } = rebaseChanges(fieldTypes, fields, now, mine, 'en', base)
    expect(resolveConflicts(fields, now, mine, 'en', conflicts, { title: 'mine' })).toEqual([
      set('title', 'Theirs', 'Mine'),
      set('slug', null, 'x'),
    ])
    expect(resolveConflicts(fields, now, mine, 'en', conflicts, { title: 'theirs' })).toEqual([
      set('slug', null, 'x'),
    ])
    expect(resolveConflicts(fields, now, mine, 'en', conflicts, {})).toEqual(mine)
  })
})

describe('coalescing changes', () => {
  it('SY3 a value that came back to where it began is no change', () => {
    expect(coalesceChanges([set('slug', 'a', 'b')], [set('slug', 'b', 'a')])).toEqual([])
  })

  it('SY3 edits of a new row belong to its content', () => {
    const added = rows('items', [], ['n'], { n: { id: 'n' } })
    const inner = rows('items.n.subs', [], ['s'], { s: { id: 's' } })
    const list = coalesceChanges(
      [added],
      [inner, set('items.n.subs.s.name', null, 'x'), set('items.n.at.time', null, '9')],
    )
    expect(list).toEqual([
      rows('items', [], ['n'], { n: { id: 'n', subs: [{ id: 's', name: 'x' }], at: { time: '9' } } }),
    ])
  })

  it('SY3 edits within a row go when the row goes', () => {
    const list = coalesceChanges([set('items.a.qty', 2, 3)], [rows('items', ['a', 'b'], ['b'])])
    expect(list).toEqual([rows('items', ['a', 'b'], ['b'])])
  })

  it('SY3 a removed row that was put back keeps what was edited in it', () => {
    const removed = rows('items', ['a', 'b'], ['b'])
    const back = rows('items', ['b'], ['a', 'b'], { a: { id: 'a', label: 'Berth', qty: 7 } })
    const list = coalesceChanges([set('items.a.qty', 2, 7), removed], [back])
    expect(moved(list)['items']).toMatchObject([
      { id: 'a', label: { en: 'Berth', de: 'Koje' }, qty: 7 },
      { id: 'b' },
    ])
    const now = moved([set('items.a.qty', 2, 5)])
    expect(rebaseChanges(fieldTypes, fields, now, list, 'en', base).conflicts).toMatchObject([
      { path: 'items.a' },
    ])
  })
})

describe('values that the server stored differently', () => {
  it('SY5 what was made on top of an own write starts from the stored value', () => {
    const sent = [
      set('slug', null, ' night '),
      rows('items', ['a', 'b'], ['a', 'b', 'n'], { n: { id: 'n', label: ' new ' } }),
    ]
    const answer = applyChanges(
      fields,
      moved(sent),
      [set('slug', '', 'night'), set('items.n.label', '', 'new')],
      'en',
    )
    const told = normalisedValues(fields, answer, sent, 'en')
    expect(told).toEqual([
      { path: 'slug', sent: ' night ', stored: 'night' },
      { path: 'items.n.label', sent: ' new ', stored: 'new' },
    ])
    const later = [
      set('slug', ' night ', 'day'),
      set('items.n.label', ' new ', 'newer'),
      set('title', 'a', 'b'),
    ]
    const next = normaliseAfterOwnWrite(later, told)
    expect(next).toEqual([
      set('slug', 'night', 'day'),
      set('items.n.label', 'new', 'newer'),
      set('title', 'a', 'b'),
    ])
    expect(
      rebaseChanges(
        fieldTypes,
        fields,
        applyChanges(fields, answer, [set('title', '', 'a')], 'en'),
        next,
        'en',
      ).conflicts,
    ).toEqual([])
  })

  it('SY5 a change that did not start from the sent value stays as it is', () => {
    const told = [{ path: 'slug', sent: ' night ', stored: 'night' }]
    const other = [set('slug', 'noon', 'day'), set('title', ' night ', 'x')]
    expect(normaliseAfterOwnWrite(other, told)).toEqual(other)
    expect(normaliseAfterOwnWrite([set('slug', ' night ', 'night')], told)).toEqual([])
  })

  it('SY5 nothing is told where the server stored what was sent', () => {
    const sent = [
      set('title', 'Night train', 'x'),
      rows('items', ['a', 'b'], ['n', 'a'], { n: { id: 'n', qty: 1 } }),
    ]
    expect(normalisedValues(fields, moved(sent), sent, 'en')).toEqual([])
  })
})
