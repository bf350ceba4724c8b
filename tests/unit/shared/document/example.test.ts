import { describe, expect, it } from 'vitest'
import { applyChanges } from '../../../../shared/document/apply.ts'
import type { Change } from '../../../../shared/document/change.ts'
import { coalesceChanges } from '../../../../shared/document/coalesce.ts'
import { emptyHistory, recordStep, takeStep } from '../../../../shared/document/history.ts'
import { lostRows, rebaseChanges } from '../../../../shared/document/rebase.ts'
import { resolveConflicts } from '../../../../shared/document/resolve-conflicts.ts'
import { splitByLocale } from '../../../../shared/document/split-by-locale.ts'
import { fieldTypes as types } from '../../../../shared/fields/registry.ts'
import { fieldTypes } from '../../../../shared/fields/registry.ts'
import type { JsonObject } from '../../../../shared/json.ts'
import { rows, set } from '../build-change.ts'
import { richSchema as fields } from '../build-fields.ts'

const a = { id: 'a', qty: 2 }
const b = { id: 'b', qty: 4 }
const base: JsonObject = { title: { en: 'Night train', de: 'Nachtzug' }, items: [a, b] }

describe('the example in docs/document-model.md', () => {
  it('DM1 DM2 DM5 DM7 SY6 holds', () => {
    const made: Change[] = [
      set('title', 'Nachtzug', 'Der Nachtzug', 'de'),
      rows('items', ['a', 'b'], ['a', 'b', 'n'], { added: { n: { id: 'n' } } }),
      set('items.n.label', null, 'Seat', 'en'),
      set('items.a.qty', 2, 3),
    ]
    const n = { id: 'n', label: { en: 'Seat' } }
    const history = made.reduce(
      (known, change) =>
        recordStep(fields, base, known, { changes: [change], place: change, burst: null, at: 0 }),
      emptyHistory,
    )
    const changes = coalesceChanges(fields, base, [], made)
    expect(changes).toEqual([made[0], rows('items', ['a', 'b'], ['a', 'b', 'n'], { added: { n } }), made[3]])

    const [german, english] = splitByLocale(fields, base, changes, 'en')
    expect(german).toEqual({ locale: 'de', changes: [made[0]] })
    expect(english).toEqual({ locale: 'en', changes: changes.slice(1) })

    const before = applyChanges(fields, base, german?.changes ?? [])
    const moved = rows('items', ['a', 'b'], ['b', 't'], { added: { t: { id: 't' } }, removed: { a } })
    const now = applyChanges(fields, before, [moved])
    const mine = english?.changes ?? []
    const rebased = rebaseChanges({ fields, types }, now, mine, { lost: lostRows(fields, before, now, mine) })
    expect(rebased.changes).toEqual([
      {
        ...rows('items', ['b', 't'], ['a', 'b', 'n', 't'], { added: { a: { ...a, qty: 3 }, n } }),
        revived: { a },
      },
    ])
    expect(rebased.conflicts.map((item) => item.path)).toEqual(['items.a'])

    const left = resolveConflicts(fields, now, rebased.changes, rebased.conflicts, { 'items.a': 'theirs' })
    expect(left).toEqual([rows('items', ['b', 't'], ['b', 'n', 't'], { added: { n } })])

    const data = applyChanges(fields, now, left)
    const first = takeStep({ fields, types: fieldTypes }, data, history, 'undo', [])
    expect(first).toMatchObject({ changes: [], passedOver: [{ path: 'items.a.qty', locale: null }] })
    const second = takeStep({ fields, types: fieldTypes }, data, first?.history ?? emptyHistory, 'undo', [])
    expect(second?.changes).toEqual([set('items.n.label', 'Seat', null, 'en')])
  })
})
