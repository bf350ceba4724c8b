import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dataFields, isRows, rowFields, rowId } from '../../../../shared/cms/fields.ts'
import type { Field, RowsField } from '../../../../shared/cms/schema-model.ts'
import { applyChange, applyChanges } from '../../../../shared/document/apply.ts'
import type { RowsChange } from '../../../../shared/document/change.ts'
import { getStored } from '../../../../shared/document/path.ts'
import { projectLocale } from '../../../../shared/document/project.ts'
import { findRow, rowIds } from '../../../../shared/document/row-index.ts'
import {
  duplicateRows,
  insertRows,
  listAt,
  moveRows,
  removeRows,
  withFreshIds,
} from '../../../../shared/document/row-operations.ts'
import { isPlainJson } from '../../../../shared/json.ts'
import type { Json, JsonObject } from '../../../../shared/json.ts'
import { generated } from '../generated.ts'
import { allPlaces, Dice, dice, randomChanges } from '../random-documents.ts'
import type { Place } from '../random-documents.ts'
import { expectSame } from '../same-data.ts'
import { tries } from '../../../support/tries.ts'

const runs = tries(250)

/** A list with rows of a document, and some of its rows. */
type Chosen = { place: Place; node: RowsField; ids: string[]; index: number }
function someRows(fields: Field[], data: JsonObject, roll: Dice): Chosen | null {
  const lists = allPlaces(fields, data).filter((place) => (place.rows ?? []).length > 0)
  const place = lists[roll.below(Math.max(1, lists.length))]
  if (place === undefined || !isRows(place.node)) return null
  const rows = place.rows ?? []
  const some = rows.filter(() => roll.below(2) === 0)
  return {
    place,
    node: place.node,
    ids: some.length > 0 ? some : rows.slice(0, 1),
    index: roll.below(rows.length + 1),
  }
}

/** The ids of all rows there are, in all locales, as often as they occur. */
function allIds(fields: Field[], data: JsonObject): string[] {
  return dataFields(fields).flatMap((node) => {
    const value = data[node.name]
    const slots = node.localized && isPlainJson(value) ? Object.values(value) : [value]
    return slots.flatMap((slot) => {
      if (node.type === 'nested') return isPlainJson(slot) ? allIds(node.fields, slot) : []
      if (!isRows(node) || !Array.isArray(slot)) return []
      return slot
        .filter(isPlainJson)
        .flatMap((row) => [rowId(row) ?? '', ...allIds(rowFields(node, row) ?? [], row)])
    })
  })
}

function withoutIds(value: Json): Json {
  if (Array.isArray(value)) return value.map(withoutIds)
  if (!isPlainJson(value)) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, item]) => (key === 'id' ? [] : [[key, withoutIds(item)]])),
  )
}

describe('row operations', () => {
  it('DM6 duplicated rows stand behind their originals, hold the same in all locales, and repeat no id', () => {
    expect.hasAssertions()
    fc.assert(
      fc.property(generated, dice, ({ fields, base }, rolls) => {
        const chosen = someRows(fields, base, new Dice(rolls, 'n'))
        if (chosen === null) return
        const { place, node, ids } = chosen
        const change = duplicateRows(node, listAt(fields, base, place), ids)
        const after = applyChange(fields, base, change)
        const all = allIds(fields, after)
        expect(new Set(all).size).toBe(all.length)
        const rows = getStored(fields, after, place.path, place.locale)
        for (const id of ids) {
          const copy = rowIds(rows)[rowIds(rows).indexOf(id) + 1] ?? ''
          expect(place.rows).not.toContain(copy)
          expect(withoutIds(findRow(rows, copy) ?? {})).toEqual(withoutIds(findRow(rows, id) ?? {}))
        }
        expect(rowIds(rows).filter((id) => place.rows?.includes(id))).toEqual(place.rows)
      }),
      runs,
    )
  })

  it('DM6 pasted rows repeat no id, whatever is pasted how often, and wherever', () => {
    expect.hasAssertions()
    fc.assert(
      fc.property(generated, dice, ({ fields, base }, rolls) => {
        const roll = new Dice(rolls, 'n')
        let now = base
        for (let times = 0; times < 3; times += 1) {
          const chosen = someRows(fields, now, roll)
          if (chosen === null) continue
          const { place, node, ids, index } = chosen
          const list = listAt(fields, now, place)
          const copies = ids.map((id) => withFreshIds(node, findRow(list.rows, id) ?? {}))
          now = applyChange(fields, now, insertRows(list, index, copies))
        }
        const all = allIds(fields, now)
        expect(new Set(all).size).toBe(all.length)
      }),
      runs,
    )
  })

  it('DM6 rows are removed and moved as said, and hold what they held', () => {
    expect.hasAssertions()
    fc.assert(
      fc.property(generated, dice, ({ fields, base }, rolls) => {
        const chosen = someRows(fields, base, new Dice(rolls, 'n'))
        if (chosen === null) return
        const { place, ids, index } = chosen
        const rows = place.rows ?? []
        const list = listAt(fields, base, place)
        const others = rows.filter((id) => !ids.includes(id))
        const after = (change: RowsChange) => listAt(fields, applyChange(fields, base, change), place).rows
        expect(rowIds(after(removeRows(list, ids)))).toEqual(others)
        const moved = after(moveRows(list, ids, index))
        expect(rowIds(moved).toSorted()).toEqual(rows.toSorted())
        expect(rowIds(moved).filter((id) => ids.includes(id))).toEqual(ids)
        expect(rowIds(moved).filter((id) => !ids.includes(id))).toEqual(others)
        for (const id of rows) expect(findRow(moved, id)).toBe(findRow(list.rows, id))
        const next = rows.slice(index).find((id) => !ids.includes(id))
        expect(rowIds(moved)[rowIds(moved).indexOf(ids.at(-1) ?? '') + 1]).toBe(next)
      }),
      runs,
    )
  })
})

describe('edits in one locale', () => {
  it('DM6 SY6 leave all that is localized as it is in the others, to the byte', () => {
    expect.hasAssertions()
    fc.assert(
      fc.property(generated, dice, ({ fields, base }, edits) => {
        const changes = randomChanges(fields, base, 'en', new Dice(edits, 'n'), { most: 12 })
        const after = applyChanges(fields, base, changes)
        const gone = new Set(allIds(fields, base).filter((id) => !allIds(fields, after).includes(id)))
        for (const place of allPlaces(fields, base, ['de', 'fr'])) {
          if (place.locale === null || place.path.split('.').some((part) => gone.has(part))) continue
          const is = getStored(fields, after, place.path, place.locale)
          expect(JSON.stringify(is)).toBe(JSON.stringify(getStored(fields, base, place.path, place.locale)))
        }
        const localized = changes.filter((change) => change.locale !== null)
        const only = applyChanges(fields, base, localized)
        for (const code of ['de', 'fr'])
          expectSame(projectLocale(fields, only, code), projectLocale(fields, base, code))
      }),
      runs,
    )
  })
})
