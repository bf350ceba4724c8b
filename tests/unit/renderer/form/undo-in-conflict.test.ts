import { expect, test } from 'vitest'
import type { Json, JsonObject } from '../../../../shared/json.ts'
import { givenUpBetween } from '../../../../shared/document/server-adjusted.ts'
import { fieldTypes } from '../../../../shared/fields/registry.ts'
import { createEdits, type Edits } from '../../../../renderer/form/edits.ts'
import { array, text } from '../../shared/build-fields.ts'

const fields = [text('title'), array('rows', [text('word')])]

function open(below: JsonObject): Edits {
  return createEdits({ schema: { fields, types: fieldTypes }, below })
}

function type(edits: Edits, from: Json, to: Json): void {
  const cell = { path: 'title', locale: null }
  edits.perform([{ kind: 'set', ...cell, from, to }], { place: cell, typing: true })
}

test('DM7 an undo of what somebody else changed too shows theirs: nothing of mine is left', () => {
  const edits = open({ title: 'Old' })
  type(edits, 'Old', 'Mine')
  edits.moveTo({ title: 'Theirs' }, {}, [])
  edits.undo()
  expect(edits.data()).toEqual({ title: 'Theirs' })
  expect(edits.isEmpty()).toBe(true)
})

/** Found by `npm run soak -- --seed=41`: it was taken back, and their text was gone. */
test('DM7 an undo after a choice for theirs leaves theirs', () => {
  const edits = open({ title: 'Old' })
  type(edits, 'Old', 'Mine')
  edits.handOver()
  const givenUp = givenUpBetween(fields, { title: 'Mine' }, { title: 'Theirs' })
  edits.moveTo({ title: 'Theirs' }, {}, givenUp)
  edits.undo()
  expect(edits.data()).toEqual({ title: 'Theirs' })
  expect(edits.isEmpty()).toBe(true)
})

test('DM7 an undone removal brings back the row as somebody else has it by now', () => {
  const [old, theirs] = [
    { id: 'r1', word: 'Old' },
    { id: 'r1', word: 'Theirs' },
  ]
  const edits = open({ rows: [old] })
  const place = { path: 'rows', locale: null }
  edits.perform([{ kind: 'rows', ...place, from: ['r1'], to: [], added: {}, removed: { r1: old } }], {
    place,
  })
  edits.moveTo({ rows: [theirs] }, {}, [])
  edits.undo()
  expect(edits.data()).toEqual({ rows: [theirs] })
  expect(edits.isEmpty()).toBe(true)
})

test('DM5 what was typed back to the old value while somebody else changed it stays until the burst ends', () => {
  const edits = open({ title: 'Old' })
  type(edits, 'Old', 'Mine')
  edits.moveTo({ title: 'Theirs' }, {}, [])
  type(edits, 'Mine', 'Old')
  expect(edits.data()).toEqual({ title: 'Old' })
  edits.endBurst()
  expect(edits.data()).toEqual({ title: 'Theirs' })
  expect(edits.handOver()).toEqual([])
  expect(edits.data()).toEqual({ title: 'Theirs' })
})
