import { describe, expect, test } from 'vitest'
import type { Json } from '../../../shared/json.ts'
import type { Cells } from '../../soak/cells.ts'
import { createSteps, meantByUndo, wantedOf } from '../../soak/deeds.ts'
import { editRecords } from '../../soak/edit-records.ts'
import { tornCells } from '../../soak/judge.ts'
import { timelineOf } from '../../soak/timeline.ts'
import { ref, write } from './history.ts'

const cells = (given: Record<string, Json>): Cells => new Map(Object.entries(given))
const before = cells({
  'title@*': 'theirs 1',
  'list:rows@*': ['a', 'b', 'c'],
  'rows.a.word@*': 'theirs 2',
  'list:rows.a.inner@*': ['a1'],
  'rows.a.inner.a1.letter@*': 'x',
  'rows.b.word@*': 'theirs 3',
})
const but = (more: Record<string, Json>, ...without: string[]): Cells =>
  new Map([...before, ...Object.entries(more)].filter(([key]) => !without.includes(key)))
const at = { path: 'rows', locale: null }
const records = (is: Cells) =>
  editRecords({ ref, base: '1', undone: false }, before, is).map(({ what, path, value }) => [
    what,
    path,
    value,
  ])

describe('what was wanted comes from the script, and not from the form', () => {
  const typed = { do: 'set', path: 'title', locale: null, value: 'mine 1' } as const

  test('a form that does nothing is named, and the edit is wanted all the same', () => {
    const { cells: wanted, wrong } = wantedOf(typed, before, before)
    expect(wrong).toEqual(['title@* shows theirs 1, meant was mine 1'])
    expect(records(wanted)).toEqual([['set', 'title', 'mine 1']])
    expect(wantedOf(typed, before, but({ 'title@*': 'mine 1' })).wrong).toEqual([])
  })

  test('a form that does something else, or something besides, is named', () => {
    expect(wantedOf(typed, before, but({ 'title@*': 'mine' })).wrong).toHaveLength(1)
    expect(wantedOf(typed, before, but({ 'title@*': 'mine 1', 'rows.b.word@*': 'mine 1' })).wrong).toEqual([
      'rows.b.word@* shows mine 1, meant was theirs 3',
    ])
  })

  test('an edit that came to nothing shows what is there by now', () => {
    const taken = (key: string): boolean => key === 'title@*'
    expect(wantedOf({ ...typed, value: 'old' }, before, but({ 'title@*': 'theirs 9' }), taken).wrong).toEqual(
      [],
    )
  })

  test('rows that are removed, and nothing else', () => {
    const deed = { do: 'remove', ...at, ids: ['a'] } as const
    const right = but(
      { 'list:rows@*': ['b', 'c'] },
      'rows.a.word@*',
      'list:rows.a.inner@*',
      'rows.a.inner.a1.letter@*',
    )
    expect(wantedOf({ ...deed, ids: ['a'] }, before, right).wrong).toEqual([])
    expect(wantedOf({ ...deed, ids: ['a'] }, before, but({ 'list:rows@*': ['a', 'c'] })).wrong).not.toEqual(
      [],
    )
    expect(records(wantedOf({ ...deed, ids: ['a'] }, before, before).cells)).toEqual([
      ['row-remove', 'rows', 'a'],
    ])
  })

  test('rows that are moved in front of another one', () => {
    const deed = { do: 'move' as const, ...at, ids: ['a'], index: 2 }
    expect(wantedOf(deed, before, but({ 'list:rows@*': ['b', 'a', 'c'] })).wrong).toEqual([])
    expect(wantedOf(deed, before, but({ 'list:rows@*': ['b', 'c', 'a'] })).wrong).toHaveLength(1)
    expect(wantedOf({ ...deed, index: 3 }, before, but({ 'list:rows@*': ['b', 'c', 'a'] })).wrong).toEqual([])
  })

  test('a new row stands where it was put, holds what was typed in it, and has an id of its own', () => {
    const deed = {
      do: 'add' as const,
      ...at,
      index: 1,
      id: 'n',
      cells: [
        ['rows.n.word@*', 'mine 1'],
        ['rows.n.kind@*', 'default'],
      ] as [string, Json][],
    }
    const right = {
      'list:rows@*': ['a', 'n', 'b', 'c'],
      'rows.n.word@*': 'mine 1',
      'rows.n.kind@*': 'default',
    }
    expect(wantedOf(deed, before, but(right)).wrong).toEqual([])
    expect(wantedOf(deed, before, but({ ...right, 'rows.n.word@*': null })).wrong).toHaveLength(1)
    expect(wantedOf(deed, before, but({ ...right, 'list:rows@*': ['a', 'b', 'c', 'n'] })).wrong).toHaveLength(
      1,
    )
    // The form's own values are the schema's defaults, and no more.
    expect(wantedOf(deed, before, but({ ...right, 'rows.n.kind@*': 'other' })).wrong).toHaveLength(1)
    const doubled = { ...right, 'list:rows.n.inner@*': ['a1'], 'rows.n.inner.a1.letter@*': 'x' }
    expect(wantedOf(deed, before, but(doubled)).wrong).toHaveLength(2)
    expect(wantedOf({ ...deed, id: 'a1' }, before, before).wrong.join()).toContain(
      'has the id of another one',
    )
  })

  test('a copy stands behind its row and holds the same, under ids of its own', () => {
    const deed = { do: 'duplicate' as const, ...at, ids: ['a'] }
    const right = {
      'list:rows@*': ['a', 'z', 'b', 'c'],
      'rows.z.word@*': 'theirs 2',
      'list:rows.z.inner@*': ['z1'],
      'rows.z.inner.z1.letter@*': 'x',
    }
    expect(wantedOf(deed, before, but(right)).wrong).toEqual([])
    expect(wantedOf(deed, before, but({ ...right, 'rows.z.word@*': 'theirs 3' })).wrong).toHaveLength(1)
    expect(wantedOf(deed, before, but({ ...right, 'list:rows@*': ['a', 'b', 'c', 'z'] })).wrong).not.toEqual(
      [],
    )
    expect(wantedOf(deed, before, before).wrong).not.toEqual([])
    expect(wantedOf(deed, before, but({ ...right, 'rows.z.inner.z1.letter@*': 'y' })).wrong).toHaveLength(1)
  })

  test('a copy has each thing in the place where its row has it', () => {
    const row = {
      'list:rows.b.inner@*': ['b1', 'b2'],
      'rows.b.inner.b1.letter@*': 'x',
      'rows.b.inner.b2.letter@*': 'y',
    }
    const was = but(row)
    const deed = { do: 'duplicate' as const, ...at, ids: ['b'] }
    const copied = (more: Record<string, Json>) =>
      wantedOf(
        deed,
        was,
        but({
          ...row,
          'list:rows@*': ['a', 'b', 'z', 'c'],
          'rows.z.word@*': 'theirs 3',
          'list:rows.z.inner@*': ['z1', 'z2'],
          'rows.z.inner.z1.letter@*': 'x',
          'rows.z.inner.z2.letter@*': 'y',
          ...more,
        }),
      )
    expect(copied({}).wrong).toEqual([])
    const turned = { 'rows.z.inner.z1.letter@*': 'y', 'rows.z.inner.z2.letter@*': 'x' }
    expect(copied(turned).wrong).toHaveLength(2)
    // The intention stays, whatever the form did.
    expect(copied(turned).cells.get('rows.z.inner.z1.letter@*')).toBe('x')
    expect(copied({ 'list:rows.z.inner@*': ['b1', 'z2'] }).wrong.join()).toContain(
      'has the id of another row',
    )
  })
})

describe('an undo takes back what was done here, and that alone', () => {
  const after = but({ 'title@*': 'mine 1' })

  test('there and back', () => {
    const steps = createSteps()
    expect(steps.withoutReason(after, before)).toHaveLength(1)
    steps.did(before, after)
    expect(steps.withoutReason(after, before)).toEqual([])
    expect(steps.withoutReason(before, after)).toEqual([])
    expect(steps.withoutReason(but({ 'title@*': 'theirs 9' }), before)).toHaveLength(1)
    // Two edits of one burst are one.
    const next = but({ 'title@*': 'mine 2' })
    steps.did(after, next)
    expect(steps.withoutReason(next, before)).toEqual([])
  })

  test('rows that were never touched here neither come, go nor move', () => {
    const steps = createSteps()
    const moved = but({ 'list:rows@*': ['b', 'a', 'c'] })
    expect(steps.withoutReason(moved, before)).toHaveLength(1)
    steps.did(before, moved)
    expect(steps.withoutReason(moved, before)).toEqual([])
    expect(steps.withoutReason(before, but({ 'list:rows@*': ['a', 'b', 'c', 'd'] }))).toHaveLength(1)
    expect(steps.withoutReason(before, but({ 'list:rows@*': ['a', 'b'] }))).toHaveLength(1)
  })

  test('items of a field neither come nor go but those that did here', () => {
    const steps = createSteps()
    const tags = (...items: string[]): Cells => but({ 'tags@*': items })
    steps.did(tags('x', 'y'), tags('x', 'y', 'z'))
    expect(steps.withoutReason(tags('x', 'y', 'z'), tags('x', 'y'))).toEqual([])
    // Another user's item stays.
    expect(steps.withoutReason(tags('x', 'y', 'z', 'v'), tags('x', 'y', 'v'))).toEqual([])
    expect(steps.withoutReason(tags('x', 'y', 'z', 'v'), tags('x', 'y'))).toHaveLength(1)
    expect(steps.withoutReason(tags('x', 'y', 'z'), tags('y', 'x'))).toHaveLength(1)
  })

  test('what points at a document that got its id is what was done, and so is what the site made of it', () => {
    const steps = createSteps()
    const tags = (...items: Json[]): Cells => but({ 'tags@*': items })
    steps.did(tags('x'), tags('x', 'tmp_1'))
    expect(steps.withoutReason(tags('x', 38), tags('x'))).toHaveLength(1)
    steps.renamed('tmp_1', 38)
    expect(steps.withoutReason(tags('x', 38), tags('x'))).toEqual([])
    steps.did(before, after)
    const adjusted = but({ 'title@*': 'mine 1 by a hook' })
    expect(steps.withoutReason(adjusted, before)).toHaveLength(1)
    const sentAs = (key: string, value: Json): Json => (key === 'title@*' ? 'mine 1' : value)
    expect(steps.withoutReason(adjusted, before, undefined, sentAs)).toEqual([])
  })

  test('what was edited here may come to what lies under the form by now', () => {
    const steps = createSteps()
    steps.did(before, after)
    const theirs = but({ 'title@*': 'theirs 9' })
    const isBelow = (key: string, value: Json): boolean => key === 'title@*' && value === 'theirs 9'
    expect(steps.withoutReason(after, theirs)).toHaveLength(1)
    expect(steps.withoutReason(after, theirs, isBelow)).toEqual([])
    // A cell not edited here does not change.
    expect(steps.withoutReason(but({ 'title@*': 'theirs 8' }), theirs, isBelow)).toHaveLength(1)
  })
})

test('an undo of what was done last shows what was there before, or what lies under the form where that has changed since', () => {
  const titled = (title: string): Cells => but({ 'title@*': title })
  const [second, theirs] = [titled('mine 2'), titled('theirs 9')]
  const last = { before: second, after: titled('mine 3'), below: second }
  expect(meantByUndo(last, second, second)).toEqual(second)
  // They chose theirs for the value below.
  expect(meantByUndo(last, theirs, theirs)).toEqual(theirs)
  expect(meantByUndo(last, theirs, second)).toEqual(second)
  // The value below was there before: the one before that must come back.
  expect(meantByUndo({ ...last, below: theirs }, theirs, theirs)).toEqual(second)
})

test('what the end of a server tore is told apart from every write', () => {
  // After the end of a server the whole document is read.
  const all = new Map([...before].map(([key, value]) => [key, key === 'title@*' ? null : value]))
  const left = { ...write('other', '2', {}), cells: all, isLeft: true }
  const mine = write('me', '2', { 'title@*': 'mine 1' })
  expect(tornCells(timelineOf(before, [mine]))).toEqual([])
  expect(tornCells(timelineOf(before, [mine, left]))).toEqual([{ key: 'title@*', revision: '2' }])
  expect(tornCells(timelineOf(before, [mine, { ...left, cells: new Map([...all, ...mine.cells]) }]))).toEqual(
    [],
  )
})
