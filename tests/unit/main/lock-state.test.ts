import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  isSameToTell,
  nextOfLock,
  reduceLock,
  toldOf,
  unwatched,
  type LockAct,
  type LockEvent,
  type LockState,
} from '../../../main/server/locks/lock-state.ts'
import type { JudgedLock, StoredLock } from '../../../shared/sync/document-lock.ts'
import { tries } from '../../support/tries.ts'

const DURATION = 300_000

const storedBy = (user: string, id = 1, createdAt = 0): StoredLock => ({
  id,
  user: { collection: 'users', id: user },
  by: `${user}@example.com`,
  createdAt,
  updatedAt: createdAt,
})
const seen = (judged: JudgedLock): LockEvent => ({ kind: 'seen', judged, durationMs: DURATION })
const isMine = (id = 1, createdAt = 0, ageMs = 0): LockEvent =>
  seen({ kind: 'mine', stored: storedBy('me', id, createdAt), ageMs })
const isTheirs = (user = 'other', id = 1, createdAt = 0, lapsesInMs = DURATION): LockEvent =>
  seen({ kind: 'other', stored: storedBy(user, id, createdAt), heldMs: DURATION - lapsesInMs, lapsesInMs })
const isFree = (isLapsed = false): LockEvent =>
  seen({ kind: 'none', lapsed: isLapsed ? storedBy('other') : null })
const made = (id = 1, madeAt = 0): LockEvent => ({ kind: 'made', id, madeAt, durationMs: DURATION })

/** Returns the state of a new lock after timed events. */
function after(
  ...events: [
    at: number,
    event: LockEvent | Exclude<LockEvent['kind'], 'seen' | 'made' | 'notMade' | 'givenUp'>,
  ][]
) {
  let state: LockState = unwatched
  const acts: (LockAct | null)[] = []
  for (const [at, given] of events) {
    const step = reduceLock(state, typeof given === 'string' ? { kind: given } : given, at)
    state = step.state
    acts.push(step.act)
  }
  return { state, acts, act: acts.at(-1) ?? null }
}

const ids = fc.constantFrom(1, 2)
const times = fc.constantFrom(0, 1000)
const anyEvent: fc.Arbitrary<LockEvent> = fc.oneof(
  fc
    .constantFrom(
      'opened' as const,
      'closed' as const,
      'left' as const,
      'edited' as const,
      'taking' as const,
      'tookOver' as const,
      'saved' as const,
      'refused' as const,
      'online' as const,
      'beat' as const,
      'unanswered' as const,
      'unused' as const,
      'givenBack' as const,
    )
    .map((kind): LockEvent => ({ kind })),
  fc.tuple(ids, times, fc.integer({ min: 0, max: DURATION })).map(([id, at, age]) => isMine(id, at, age)),
  fc
    .tuple(fc.constantFrom('other', 'third'), ids, times, fc.integer({ min: 0, max: DURATION }))
    .map(([user, id, at, left]) => isTheirs(user, id, at, left)),
  fc.boolean().map(isFree),
  fc.tuple(ids, times).map(([id, at]) => made(id, at)),
  fc.constant<LockEvent>({ kind: 'notMade', refusal: 'no' }),
  ids.map((own): LockEvent => ({ kind: 'givenUp', own })),
)
const history = fc.array(fc.tuple(fc.integer({ min: 0, max: 60_000 }), anyEvent), { maxLength: 40 })

type Step = { before: LockState; event: LockEvent; now: number; state: LockState; act: LockAct | null }

/** Returns all steps of a random history, each based on the previous state, which must not be changed. */
function steps(events: readonly (readonly [number, LockEvent])[]): Step[] {
  let state = unwatched
  let now = 0
  return events.map(([passed, event]) => {
    now += passed
    const before = Object.freeze(state)
    const step = reduceLock(before, event, now)
    state = step.state
    return { before, event, now, ...step }
  })
}

/** Checks a property of all steps that it concerns. */
function expectAlways(concerns: (step: Step) => boolean, isRight: (step: Step) => boolean): void {
  fc.assert(
    fc.property(history, (events) => {
      expect(steps(events).filter((step) => concerns(step) && !isRight(step))).toEqual([])
    }),
    tries(500),
  )
}

const becomes = (kind: LockState['known']['kind']) => (step: Step) =>
  step.state.known.kind === kind && step.state.known !== step.before.known
const saw = ({ event }: Step, kind: JudgedLock['kind']) => event.kind === 'seen' && event.judged.kind === kind

describe('whatever happens, a lock', () => {
  test('is mine only where the server has just said so', () => {
    expectAlways(becomes('mine'), (step) => step.event.kind === 'made' || saw(step, 'mine'))
  })

  test('is somebody else’s only where the server has just said so, and nothing is given back then', () => {
    expectAlways(
      becomes('other'),
      (step) => saw(step, 'other') && !step.state.wanted && step.state.own === null,
    )
  })

  test('is made or kept alive only where it is wanted, and taken from somebody only by a person', () => {
    expectAlways(
      ({ act }) => act?.kind === 'take',
      ({ before }) => before.wanted || before.taking,
    )
    expectAlways(
      ({ act }) => act?.kind === 'renew',
      ({ before }) => before.wanted,
    )
    expectAlways(
      ({ act }) => act?.kind === 'takeFrom',
      ({ before }) => before.taking,
    )
  })

  test('is given back only where it was made or taken here and no window shows the document', () => {
    expectAlways(
      ({ act }) => act?.kind === 'giveBack',
      ({ before, event, state }) =>
        event.kind === 'givenUp' && before.opens === 0 && before.own === event.own && state.own === null,
    )
    expectAlways(
      ({ act }) => act?.kind === 'giveUp',
      ({ state, act }) =>
        act?.kind === 'giveUp' && act.own === state.own && act.unlessUnsent === !state.leaving,
    )
  })

  test('is nobody’s as soon as its time is over and the server says nothing', () => {
    expectAlways(
      ({ event }) => event.kind === 'unanswered',
      ({ before: { known }, now, state }) =>
        state.known.kind === (known.kind !== 'none' && known.lapsesAt <= now ? 'none' : known.kind),
    )
  })

  test('is forgotten only where nobody shows it, nobody else has it, and nothing is to be given back', () => {
    expectAlways(
      ({ state, now }) => nextOfLock(state, 10_000, now)?.kind === 'forget',
      ({ state }) =>
        state.opens === 0 && state.known.kind !== 'other' && (state.own === null || state.leaving),
    )
  })

  test('that is somebody else’s is looked at again without anybody asking', () => {
    expectAlways(
      ({ state }) => state.known.kind === 'other',
      ({ state, now }) => nextOfLock(state, 10_000, now)?.kind === 'look',
    )
  })

  test('is told anew whenever a person would be told something else', () => {
    const told = (known: LockState['known']): unknown => {
      const { by, taken, kind } = { by: null, taken: null, ...toldOf(known, 0) }
      return JSON.stringify([kind, by, taken])
    }
    expectAlways(
      ({ before, state }) => isSameToTell(before.known, state.known),
      ({ before, state }) => told(before.known) === told(state.known),
    )
  })
})

describe('a lock', () => {
  test('is taken by the first edit, not by opening, and not while somebody else has it', () => {
    expect(after([0, 'opened']).act).toBeNull()
    expect(after([0, 'opened'], [1, 'edited']).act).toEqual({ kind: 'look' })
    expect(after([0, 'opened'], [1, 'edited'], [2, isFree()]).act).toEqual({ kind: 'take' })
    expect(after([0, 'opened'], [1, isTheirs()], [2, 'edited']).acts).toEqual([null, null, null])
    expect(after([0, 'edited']).act).toBeNull()
  })

  test('is kept alive once a quarter of its time is over, as long as somebody edits', () => {
    const edited: Parameters<typeof after> = [
      [0, 'opened'],
      [1, 'edited'],
      [2, made()],
    ]
    expect(after(...edited, [3, isMine(1, 0, DURATION / 4)]).act).toBeNull()
    expect(after(...edited, [3, isMine(1, 0, DURATION / 4 + 1)]).act).toMatchObject({ kind: 'renew' })
    expect(after(...edited, [1 + 15 * 60_000, 'beat']).state.wanted).toBe(true)
    expect(after(...edited, [2 + 15 * 60_000, 'beat']).state.wanted).toBe(false)
  })

  test('was taken from me where it is the very one, or I wanted it all the time', () => {
    const takenBy = (...events: Parameters<typeof after>) => {
      const { known } = after(...events).state
      return known.kind === 'other' ? known.taken : known.kind
    }
    expect(takenBy([0, 'opened'], [1, isMine(1, 7)], [2, isTheirs('other', 1, 7)])).toBe(true)
    expect(takenBy([0, 'opened'], [1, isMine(1, 7)], [2, isTheirs('other', 2, 9)])).toBe(false)
    expect(takenBy([0, 'opened'], [1, 'edited'], [2, made(1, 7)], [3, isTheirs('other', 2, 9)])).toBe(true)
    expect(
      takenBy([0, 'opened'], [1, 'edited'], [2, made(1, 7)], [3, 'online'], [4, isTheirs('other', 2, 9)]),
    ).toBe(false)
    expect(takenBy([0, 'opened'], [1, isMine(1, 7)], [1 + DURATION, isTheirs('other', 1, 7)])).toBe(false)
  })

  test('that somebody gave up is believed to be free at the second look, a lapsed one at the first', () => {
    const kindAfter = (...events: Parameters<typeof after>) => after(...events).state.known.kind
    expect(kindAfter([0, isTheirs()], [10, isFree()])).toBe('other')
    expect(kindAfter([0, isTheirs()], [10, isFree()], [2009, isFree()])).toBe('other')
    expect(kindAfter([0, isTheirs()], [10, isFree()], [2010, isFree()])).toBe('none')
    expect(kindAfter([0, isTheirs()], [10, isFree()], [1000, isTheirs()], [2010, isFree()])).toBe('other')
    expect(kindAfter([0, isTheirs()], [10, isFree(true)])).toBe('none')
  })

  test('is given back when the document is closed, after what is unsent; when the account ends, at once', () => {
    const edited: Parameters<typeof after> = [
      [0, 'opened'],
      [1, 'edited'],
      [2, made(3)],
    ]
    const closed: Parameters<typeof after> = [...edited, [3, 'closed'], [4, 'unused']]
    expect(after(...closed).act).toEqual({ kind: 'giveUp', own: 3, unlessUnsent: true })
    expect(after(...closed, [5, { kind: 'givenUp', own: 3 }]).act).toEqual({ kind: 'giveBack', own: 3 })
    expect(after(...closed, [5, 'opened'], [6, { kind: 'givenUp', own: 3 }]).act).toBeNull()
    expect(after(...edited, [3, 'left'], [4, 'unused']).act).toMatchObject({ unlessUnsent: false })
    expect(after(...edited, [3, 'saved'], [4, 'closed'], [5, 'unused']).act).toBeNull()
  })

  test('that a person took over is wanted from then on, as if they had edited', () => {
    const { state, acts } = after(
      [0, 'opened'],
      [1, isTheirs()],
      [2, 'taking'],
      [3, isTheirs()],
      [4, made(2)],
      [5, 'tookOver'],
    )
    expect(acts.slice(2, 4)).toEqual([{ kind: 'look' }, { kind: 'takeFrom', stored: storedBy('other') }])
    expect(state).toMatchObject({ wanted: true, editedAt: 4, taking: false, own: 2, known: { kind: 'mine' } })
  })
})
