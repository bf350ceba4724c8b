import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { fieldTypes } from '../../../../shared/fields/registry.ts'
import { applyChanges } from '../../../../shared/document/apply.ts'
import { change, lostRows } from '../../../../shared/document/change.ts'
import { coalesceChanges } from '../../../../shared/document/coalesce.ts'
import { emptyHistory, recordStep, takeStep } from '../../../../shared/document/history.ts'
import { insertRows, listAt, removeRows } from '../../../../shared/document/row-operations.ts'
import { array, text } from '../build-fields.ts'

const fields = [array('list', [text('word')])]
const place = { path: 'list', locale: null }
const contents = ['__proto__', 'constructor', 'prototype'].map((id) => ({ id, word: `of ${id}` }))
const full = { list: contents }
const empty = { list: [] }
const insertion = insertRows(listAt(fields, empty, place), 0, contents)
const removal = removeRows(
  listAt(fields, full, place),
  contents.map(({ id }) => id),
)

describe('rows whose ids are names that every object knows', () => {
  it('DM2 come and go whole, also as changes that are read back', () => {
    for (const made of [insertion, removal]) {
      const read = v.parse(change, JSON.parse(JSON.stringify(made)))
      expect(JSON.stringify(read)).toBe(JSON.stringify(made))
    }
    expect(applyChanges(fields, empty, [insertion])).toEqual(full)
    const lost = JSON.stringify(
      Object.fromEntries(contents.map((row) => [row.id, { locale: null, row, after: null }])),
    )
    expect(JSON.stringify(v.parse(lostRows, JSON.parse(lost)))).toBe(lost)
  })

  it('DM5 are the same after their changes are coalesced', () => {
    for (const [made, data, after] of [
      [insertion, empty, full],
      [removal, full, empty],
    ] as const) {
      const together = coalesceChanges(fields, data, [], [made])
      expect(JSON.stringify(together)).toBe(JSON.stringify([made]))
      expect(applyChanges(fields, data, together)).toEqual(after)
    }
    expect(coalesceChanges(fields, full, [removal], [insertion])).toEqual([])
  })

  it('DM7 come back when their removal is undone, and go when it is done again', () => {
    const step = { changes: [removal], place, burst: null, at: 0 }
    const history = recordStep(fields, empty, emptyHistory, step)
    const undone = takeStep({ fields, types: fieldTypes }, empty, history, 'undo', [])
    if (undone === null) throw new Error('nothing to undo')
    expect(applyChanges(fields, empty, undone.changes)).toEqual(full)
    const redone = takeStep({ fields, types: fieldTypes }, full, undone.history, 'redo', [])
    if (redone === null) throw new Error('nothing to do again')
    expect(applyChanges(fields, full, redone.changes)).toEqual(empty)
    const [again] = redone.changes
    expect(again?.kind === 'rows' && Object.keys(again.removed)).toEqual(contents.map(({ id }) => id))
  })
})
