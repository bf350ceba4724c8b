import { describe, expect, it } from 'vitest'
import { applyChanges } from '../../../../shared/document/apply.ts'
import { rebaseChanges } from '../../../../shared/document/rebase.ts'
import {
  adjustmentsBetween,
  isSameRow,
  withAdjustments,
} from '../../../../shared/document/server-adjusted.ts'
import type { ServerAdjusted } from '../../../../shared/document/server-adjusted.ts'
import { fieldTypes as types } from '../../../../shared/fields/registry.ts'
import type { JsonObject } from '../../../../shared/json.ts'
import { rows, set } from '../build-change.ts'
import { richSchema as fields } from '../build-fields.ts'

const base: JsonObject = { title: { en: 'a', de: 'A' }, items: [{ id: 'a', qty: 2 }] }
const sent = [
  set('slug', null, ' night '),
  rows('items', ['a'], ['a', 'n'], { added: { n: { id: 'n', label: { en: ' new ' } } } }),
]
const expected = applyChanges(fields, base, sent)
const stored = applyChanges(fields, expected, [
  set('slug', '', 'night'),
  set('items.n.label', '', 'new', 'en'),
])
const adjusted = adjustmentsBetween(fields, expected, stored)
const adjustment = (path: string, value: string): ServerAdjusted => ({
  locale: null,
  path,
  sent: value,
  stored: value.trim(),
})

describe('values that the server stored differently', () => {
  it('DM4 SY6 are known from what was sent and what is stored, in rows too', () => {
    expect(adjusted).toEqual([
      { locale: null, path: 'slug', sent: ' night ', stored: 'night' },
      { locale: 'en', path: 'items.n.label', sent: ' new ', stored: 'new' },
    ])
    expect(adjustmentsBetween(fields, expected, structuredClone(expected))).toEqual([])
  })

  it('DM4 SY5 what was made on top of an own write starts from the stored value', () => {
    const later = [
      set('slug', ' night ', 'day'),
      set('items.n.label', ' new ', 'newer', 'en'),
      set('title', 'a', 'b', 'en'),
    ]
    expect(rebaseChanges({ fields, types }, stored, later, { adjusted })).toEqual({
      changes: [
        set('slug', 'night', 'day'),
        set('items.n.label', 'new', 'newer', 'en'),
        set('title', 'a', 'b', 'en'),
      ],
      conflicts: [],
      alreadyApplied: [],
    })
  })

  it('DM4 follow each other: what became B, and B what became A, became A', () => {
    const first: ServerAdjusted = { locale: null, path: 'slug', sent: 'c', stored: 'b' }
    const then: ServerAdjusted = { locale: null, path: 'slug', sent: 'b', stored: 'a' }
    const both = withAdjustments(withAdjustments([], [first]), [then])
    const { changes, conflicts } = rebaseChanges({ fields, types }, { slug: 'a' }, [set('slug', 'c', 'd')], {
      adjusted: both,
    })
    expect(conflicts).toEqual([])
    expect(changes).toEqual([set('slug', 'a', 'd')])
  })

  it('DM4 SY6 the same value in another locale, or another value, is somebody else’s', () => {
    const made = set('items.n.label', ' new ', 'neu', 'de')
    const other = applyChanges(fields, stored, [set('items.n.label', null, 'new', 'de')])
    expect(rebaseChanges({ fields, types }, other, [made], { adjusted }).conflicts).toHaveLength(1)
    const later = [set('slug', ' night ', 'day')]
    const theirs = { ...stored, slug: 'theirs' }
    expect(rebaseChanges({ fields, types }, theirs, later, { adjusted }).conflicts).toMatchObject([
      { path: 'slug', base: ' night ', mine: 'day', theirs: 'theirs' },
    ])
  })

  it('DM4 SY6 a row that is removed is still the one that was sent', () => {
    const n = { id: 'n', label: { en: ' new ' } }
    const removal = rows('items', ['a', 'n'], ['a'], { removed: { n } })
    expect(rebaseChanges({ fields, types }, stored, [removal], { adjusted }).conflicts).toEqual([])
    expect(rebaseChanges({ fields, types }, stored, [removal], {}).conflicts).toHaveLength(1)
    const field = fields.find((item) => item.type === 'array')
    const inRow = field?.type === 'array' ? field.fields : []
    const at = { path: 'items.n', locale: null }
    expect(isSameRow(inRow, n, { id: 'n', label: { en: 'new' } }, at, adjusted)).toBe(true)
    expect(isSameRow(inRow, n, { id: 'n', label: { en: 'new' }, qty: 1 }, at, adjusted)).toBe(false)
  })

  it('DM4 of each cell the newest is kept, 200 in all, and none that is very long', () => {
    const many = Array.from({ length: 250 }, (_, at) => adjustment(`f${at}`, ' x '))
    const kept = withAdjustments([adjustment('f249', ' old '), adjustment('g', ' y ')], many)
    expect(kept).toHaveLength(200)
    expect(kept.at(-1)).toEqual(adjustment('f249', ' x '))
    expect(withAdjustments([adjustment('g', ' y ')], [adjustment('g', ' z ')])).toEqual([
      adjustment('g', ' z '),
    ])
    expect(withAdjustments([], [adjustment('g', ` ${'x'.repeat(60_000)}`)])).toEqual([])
  })
})
