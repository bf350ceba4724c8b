import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Field } from '../../../../shared/cms/schema-model.ts'
import { applyChange, applyChanges, currentValue } from '../../../../shared/document/apply.ts'
import { cellKey } from '../../../../shared/document/change.ts'
import type { Change } from '../../../../shared/document/change.ts'
import { coalesceChanges } from '../../../../shared/document/coalesce.ts'
import { emptyHistory, recordStep, takeStep } from '../../../../shared/document/history.ts'
import type { History, StepPlace } from '../../../../shared/document/history.ts'
import { getStored, getValue, joinPath, missingRow } from '../../../../shared/document/path.ts'
import { rowIds } from '../../../../shared/document/row-index.ts'
import { fieldTypes } from '../../../../shared/fields/registry.ts'
import { sameJson } from '../../../../shared/json.ts'
import type { Json, JsonObject } from '../../../../shared/json.ts'
import { locales, richSchema } from '../build-fields.ts'
import { generated } from '../generated.ts'
import { Dice, dice, randomChanges } from '../random-documents.ts'
import { expectSame } from '../same-data.ts'
import { tries } from '../../../support/tries.ts'

const runs = tries(250)

type State = { data: JsonObject; history: History }

/** Each change as a step of its own. */
function perform(fields: Field[], state: State, changes: readonly Change[], base?: JsonObject): State {
  return changes.reduce(({ data, history }, change): State => {
    const next = applyChange(fields, data, change)
    const { path, locale } = change
    const place = { path, locale }
    const input = { changes: [change], place, burst: null, at: 0, ...(base !== undefined && { base }) }
    return { data: next, history: recordStep(fields, next, history, input) }
  }, state)
}

type Taken = State & { passedOver: StepPlace[]; changes: Change[] }

function take(
  fields: Field[],
  { data, history }: State,
  direction: 'undo' | 'redo',
  base = data,
): Taken | null {
  const undone = takeStep({ fields, types: fieldTypes }, data, history, direction, [], base)
  if (undone === null) return null
  const { changes, passedOver } = undone
  return { data: applyChanges(fields, data, changes), history: undone.history, passedOver, changes }
}

function takeAll(
  fields: Field[],
  state: State,
  direction: 'undo' | 'redo',
): State & { passedOver: StepPlace[] } {
  const passedOver: StepPlace[] = []
  let now = state
  for (let next = take(fields, now, direction); next !== null; next = take(fields, now, direction)) {
    passedOver.push(...next.passedOver)
    now = next
  }
  return { ...now, passedOver }
}

describe('undo and redo', () => {
  it('DM7 while nobody else writes, each undo gives what was there before the step, whatever the server has of it', () => {
    expect.hasAssertions()
    fc.assert(
      fc.property(generated, dice, ({ fields, base }, edits) => {
        const states: State[] = [{ data: base, history: emptyHistory }]
        for (const change of randomChanges(fields, base, locales, new Dice(edits, 'n')))
          states.push(perform(fields, states.at(-1) as State, [change], base))
        let now = states.at(-1) as State
        for (const before of states.slice(0, -1).toReversed()) {
          now = take(fields, now, 'undo', base) ?? now
          expectSame(now.data, before.data)
        }
      }),
      runs,
    )
  })

  it('DM7 undoing everything gives the start, redoing everything gives the end, as often as one likes', () => {
    expect.hasAssertions()
    fc.assert(
      fc.property(generated, dice, ({ fields, base }, edits) => {
        const changes = randomChanges(fields, base, locales, new Dice(edits, 'n'))
        const done = perform(fields, { data: base, history: emptyHistory }, changes)
        let state = done
        for (let times = 0; times < 2; times += 1) {
          const back = takeAll(fields, state, 'undo')
          expectSame(back.data, base)
          expect(back.passedOver).toEqual([])
          const again = takeAll(fields, back, 'redo')
          expectSame(again.data, done.data)
          expect(again.passedOver).toEqual([])
          state = again
        }
      }),
      runs,
    )
  })

  it('DM7 after somebody else changed the document, an undo takes back what holds what it left, and only that', () => {
    expect.hasAssertions()
    fc.assert(
      fc.property(generated, dice, dice, ({ fields, base }, one, two) => {
        const mine = randomChanges(fields, base, locales, new Dice(one, 'm'))
        const done = perform(fields, { data: base, history: emptyHistory }, mine)
        const theirs = randomChanges(fields, done.data, locales, new Dice(two, 't'))
        const foreign = applyChanges(fields, done.data, theirs)
        let state: State = { data: foreign, history: done.history }
        expect(state.history.undo.length).toBe(mine.length)
        for (const step of mine.toReversed()) {
          const next = take(fields, state, 'undo')
          if (next === null) throw new Error('A step is missing')
          expectTaken(fields, state, next, step)
          for (const at of next.passedOver)
            expectSame(
              getStored(fields, next.data, at.path, at.locale),
              getStored(fields, state.data, at.path, at.locale),
            )
          state = next
        }
      }),
      runs,
    )
  })

  it('DM7 what somebody else did meanwhile is still there after everything was undone, and after it was redone', () => {
    expect.hasAssertions()
    fc.assert(
      fc.property(generated, dice, dice, ({ fields, base }, one, two) => {
        const mine = randomChanges(fields, base, locales, new Dice(one, 'm'))
        const done = perform(fields, { data: base, history: emptyHistory }, mine)
        const made = randomChanges(fields, done.data, locales, new Dice(two, 't'))
        const theirs = coalesceChanges(fields, done.data, [], made)
        const foreign = { data: applyChanges(fields, done.data, theirs), history: done.history }
        const back = takeAll(fields, foreign, 'undo')
        const again = takeAll(fields, back, 'redo')
        for (const { data } of [back, again]) expectKept(fields, data, mine, theirs)
      }),
      runs,
    )
  })
})

/** A field holds what it held before the step, where it still held what the step left there; else it is named. */
function expectTaken(fields: Field[], before: State, after: Taken, step: Change): void {
  if (step.kind === 'rows') return
  const { path, locale } = step
  const was = currentValue(fields, before.data, step)
  const isThere = missingRow(fields, before.data, path, locale) === null
  const holds = isThere && sameJson(was, step.to)
  expectSame(currentValue(fields, after.data, step), holds ? step.from : was)
  const isPassedOver = after.passedOver.some((at) => at.path === path && at.locale === locale)
  const isDoneAlready = isThere && sameJson(was, step.from)
  expect(isPassedOver).toBe(!holds && !isDoneAlready)
}

/** Cells that hold by chance what a step of mine left there are not told from it: they are taken back too. */
function expectKept(
  fields: Field[],
  data: JsonObject,
  mine: readonly Change[],
  theirs: readonly Change[],
): void {
  const wentHere = new Set(
    mine.flatMap((item) => (item.kind === 'rows' ? Object.keys({ ...item.removed, ...item.added }) : [])),
  )
  for (const change of theirs) {
    const { path, locale } = change
    if (change.kind === 'set') {
      const sides = mine.flatMap((item) => (cellKey(item) === cellKey(change) ? [item.from, item.to] : []))
      if (!sides.some((side) => sameJson(side, change.to)))
        expectSame(getValue(fields, data, path, locale), change.to)
      continue
    }
    const ids = rowIds(getStored(fields, data, path, locale))
    for (const id of Object.keys(change.added)) expect(ids).toContain(id)
    expect(Object.keys(change.removed).filter((id) => !wentHere.has(id) && ids.includes(id))).toEqual([])
  }
}

const set = (path: string, from: Json, to: Json, locale: string | null = null): Change => ({
  kind: 'set',
  locale,
  path,
  from,
  to,
})

describe('the steps of a history', () => {
  type Typed = { from: Json; to: Json; at: number; burst?: string; composing?: boolean }
  const type = (state: State, { from, to, at, burst = 'slug', composing = false }: Typed): State => {
    const change = set('slug', from, to)
    const data = applyChange(richSchema, state.data, change)
    const place = { path: 'slug', locale: null }
    const input = { changes: [change], place, burst, at, composing }
    return { data, history: recordStep(richSchema, data, state.history, input) }
  }
  const typed = (all: Typed[]): State => all.reduce(type, { data: {}, history: emptyHistory })

  it('DM7 typing is one step until there is a pause or another burst', () => {
    const { history } = typed([
      { from: null, to: 'a', at: 0 },
      { from: 'a', to: 'ab', at: 600 },
      { from: 'ab', to: 'abc', at: 1300 },
      { from: 'abc', to: 'abcd', at: 2001 },
      { from: 'abcd', to: 'abcde', at: 2100, burst: 'other' },
    ])
    expect(history.undo.map((step) => step.changes)).toEqual([
      [set('slug', null, 'abc')],
      [set('slug', 'abc', 'abcd')],
      [set('slug', 'abcd', 'abcde')],
    ])
  })

  it('DM7 a composition is one step, however long it takes', () => {
    const { history } = typed([
      { from: null, to: 'に', at: 0, composing: true },
      { from: 'に', to: 'にほ', at: 5000, composing: true },
      { from: 'にほ', to: '日本', at: 20_000, composing: true },
    ])
    expect(history.undo.map((step) => step.changes)).toEqual([[set('slug', null, '日本')]])
  })

  it('DM7 what was typed and deleted within a burst is no step', () => {
    const { history } = typed([
      { from: null, to: 'a', at: 0 },
      { from: 'a', to: null, at: 100 },
    ])
    expect(history.undo).toEqual([])
  })

  it('DM7 an edit ends what could be redone, and typing after an undo is a step of its own', () => {
    const before = typed([{ from: null, to: 'a', at: 0 }])
    const back = take(richSchema, before, 'undo')
    expect(back?.history.redo).toHaveLength(1)
    const after = type(back ?? before, { from: null, to: 'b', at: 10 })
    expect(after.history.redo).toEqual([])
    expect(after.history.undo).toHaveLength(1)
    expect(take(richSchema, after, 'redo')).toBeNull()
  })

  it('DM7 a step tells the place where it was made', () => {
    const step = {
      changes: [set('title', null, 'x', 'de')],
      place: { path: 'title', locale: 'de' },
      burst: null,
      at: 0,
    }
    const history = recordStep(richSchema, {}, emptyHistory, step)
    const data = { title: { de: 'x' } }
    expect(takeStep({ fields: richSchema, types: fieldTypes }, data, history, 'undo', [])).toMatchObject({
      place: { path: 'title', locale: 'de' },
      changes: [set('title', 'x', null, 'de')],
      passedOver: [],
    })
  })

  it('DM7 memory is bounded: 500 steps, and 8 million characters', () => {
    const many = Array.from({ length: 600 }, (_, at): Typed => ({
      from: at,
      to: at + 1,
      at,
      burst: `b${at}`,
    }))
    expect(typed(many).history.undo).toHaveLength(500)
    expect(typed(many).history.undo.at(-1)?.changes).toEqual([set('slug', 599, 600)])
    const large = (length: number, at: number): Typed => ({
      from: null,
      to: 'x'.repeat(length),
      at,
      burst: `b${at}`,
    })
    const nine = Array.from({ length: 9 }, (_, at) => large(1_000_000, at))
    expect(typed(nine).history.undo).toHaveLength(7)
    expect(typed([...nine, large(9_000_000, 10)]).history.undo).toHaveLength(1)
    const grown = [...nine.slice(0, 7), large(10, 20), { ...large(3_000_000, 21), burst: 'b20' }]
    expect(typed(grown).history.undo.reduce((sum, step) => sum + step.size, 0)).toBeLessThanOrEqual(8_000_000)
  })

  it('DM7 a value that the server stored differently is still what the step left', () => {
    const place = { path: 'slug', locale: null }
    const history = recordStep(richSchema, {}, emptyHistory, {
      changes: [set('slug', 'a', ' b ')],
      place,
      burst: null,
      at: 0,
    })
    const adjusted = [{ locale: null, path: 'slug', sent: ' b ', stored: 'b' }]
    expect(
      takeStep({ fields: richSchema, types: fieldTypes }, { slug: 'b' }, history, 'undo', adjusted)?.changes,
    ).toEqual([set('slug', 'b', 'a')])
    expect(
      takeStep({ fields: richSchema, types: fieldTypes }, { slug: 'b' }, history, 'undo', []),
    ).toMatchObject({
      changes: [],
      passedOver: [place],
    })
  })

  it('DM7 a row that came and was edited by somebody else stays; the others of the step go', () => {
    const added = { a: { id: 'a', qty: 1 }, b: { id: 'b', qty: 2 } }
    const change: Change = {
      kind: 'rows',
      locale: null,
      path: 'items',
      from: [],
      to: ['a', 'b'],
      added,
      removed: {},
    }
    const place = { path: 'items', locale: null }
    const history = recordStep(richSchema, {}, emptyHistory, { changes: [change], place, burst: null, at: 0 })
    const data = { items: [{ id: 'a', qty: 1 }, { id: 'b', qty: 7 }, { id: 't' }] }
    const undone = takeStep({ fields: richSchema, types: fieldTypes }, data, history, 'undo', [])
    expect(undone?.passedOver).toEqual([{ path: joinPath('items', 'b'), locale: null }])
    expect(applyChanges(richSchema, data, undone?.changes ?? [])).toEqual({
      items: [{ id: 'b', qty: 7 }, { id: 't' }],
    })
  })
})
