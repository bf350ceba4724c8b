import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { makeRef, sameRef } from '../../../../shared/cms/doc-ref.ts'
import {
  buildMove,
  afterStep,
  movesInTurn,
  overtakenAmong,
  type MoveStep,
  type QueuedMove,
} from '../../../../shared/sync/queued-move.ts'
import { problemOf } from '../../../../shared/sync/entry.ts'
import { collection, text } from '../build-fields.ts'
import { tries } from '../../../support/tries.ts'

const at = '2026-11-20T09:00:00.000Z'
const later = '2026-11-20T10:00:00.000Z'

function queued(more: Partial<QueuedMove> = {}): QueuedMove {
  return {
    key: 'm1',
    seq: 1,
    ref: makeRef('collection', 'links', '1'),
    move: { field: '_order', scope: null, near: [{ id: '2', side: 'greater' }] },
    shown: 'a5',
    state: 'waiting',
    problem: null,
    attempts: 0,
    createdAt: at,
    updatedAt: at,
    ...more,
  }
}

const anyProblem = fc.constantFrom(null, problemOf('server-error'), problemOf('neighbour-gone'))
/** Moves of one collection. */
const anyMoves = fc
  .array(
    fc.record({
      id: fc.constantFrom('1', '2', '3'),
      field: fc.constantFrom('_order', '_links_order'),
      state: fc.constantFrom('waiting', 'sending', 'unknown', 'parked'),
      problem: anyProblem,
    }),
    { maxLength: 8 },
  )
  .map((all) =>
    all.map(({ id, field, ...rest }, index) =>
      queued({
        ...rest,
        key: `m${index}`,
        seq: index + 1,
        ref: makeRef('collection', 'links', id),
        move: { field, scope: null, near: [{ id: '4', side: 'greater' }] },
      }),
    ),
  )

/** True if a failing move of its document with unknown outcome is in front of it. */
const isBehindUnsure = (moves: readonly QueuedMove[], one: QueuedMove): boolean =>
  moves.some(
    ({ ref, seq, state, problem }) =>
      sameRef(ref, one.ref) &&
      seq < one.seq &&
      problem !== null &&
      (state === 'sending' || state === 'unknown'),
  )

const anyHeld = fc.uniqueArray(fc.constantFrom('1', '2', '3'))

const anyStep: fc.Arbitrary<MoveStep> = fc.oneof(
  fc.constant({ type: 'leave' } as const),
  fc.constant({ type: 'lose' } as const),
  fc.record({ type: fc.constant('back' as const), outcomeUnknown: fc.boolean(), refused: fc.boolean() }),
  fc.constant({ type: 'park', problem: problemOf('denied') } as const),
  fc.constant({ type: 'let-go' } as const),
)

describe('the queue of moves', () => {
  it('SY3 of one collection at most one that is in no trouble is in turn, and none in front of it', () => {
    expect.hasAssertions()
    fc.assert(
      fc.property(anyMoves, anyHeld, (moves, held) => {
        const isHeld = ({ ref }: QueuedMove) => held.some((id) => ref.kind === 'collection' && id === ref.id)
        const inTurn = movesInTurn(moves, isHeld)
        expect(inTurn.some((one) => isHeld(one) || one.state === 'parked' || one.state === 'sending')).toBe(
          false,
        )
        for (const one of inTurn) {
          const front = moves.filter(({ seq, state }) => seq < one.seq && state !== 'parked')
          expect(front.every((other) => other.problem !== null || isBehindUnsure(moves, other))).toBe(true)
          expect(isBehindUnsure(moves, one)).toBe(false)
        }
      }),
      tries(300),
    )
  })

  it('SY10 where none is held or on its way, of moves that are not all parked one is in turn', () => {
    expect.hasAssertions()
    fc.assert(
      fc.property(anyMoves, (all) => {
        const moves = all.filter(({ state }) => state !== 'sending')
        expect(movesInTurn(moves, () => false).length > 0).toBe(moves.some(({ state }) => state !== 'parked'))
      }),
      tries(300),
    )
  })

  it('no more moves are looked at than up to the first that waits for nothing but its turn', () => {
    function* endless(): Generator<QueuedMove> {
      yield queued({ key: 'm1', state: 'parked', problem: problemOf('denied') })
      yield queued({ key: 'm2', problem: problemOf('server-error') })
      yield queued({ key: 'm3' })
      throw new Error('looked at more')
    }
    expect(movesInTurn(endless(), () => false).map(({ key }) => key)).toEqual(['m2', 'm3'])
  })

  it('whatever happens to a move, where it goes stays what it is', () => {
    expect.hasAssertions()
    fc.assert(
      fc.property(anyMoves, anyStep, ([one = queued()], step) => {
        const after = afterStep(one, step, later)
        const { key, seq, ref, move, shown, createdAt } = one
        expect(after).toMatchObject({ key, seq, ref, move, shown, createdAt })
        expect(after.attempts).toBeGreaterThanOrEqual(step.type === 'let-go' ? 0 : one.attempts - 1)
      }),
      tries(300),
    )
  })

  it('SY4 one that left is unknown once nobody waits for its answer, and waits again where it was not done', () => {
    const left = afterStep(queued(), { type: 'leave' }, later)
    expect(left).toMatchObject({ state: 'sending', attempts: 1, updatedAt: later })
    expect(afterStep(left, { type: 'lose' }, later)).toMatchObject({ state: 'unknown', attempts: 1 })
    expect(afterStep(left, { type: 'back', outcomeUnknown: true }, later).state).toBe('unknown')
    expect(afterStep(left, { type: 'back', outcomeUnknown: false }, later)).toMatchObject({
      state: 'waiting',
      attempts: 0,
    })
    const refused = afterStep(left, { type: 'back', outcomeUnknown: false, refused: true }, later)
    expect(refused).toMatchObject({ state: 'waiting', attempts: 1 })
  })

  it('a newer one takes the place of what is not under way, of the same document in the same order alone', () => {
    expect.hasAssertions()
    fc.assert(
      fc.property(anyMoves, (moves) => {
        const isSame = (a: QueuedMove, b: QueuedMove) =>
          sameRef(a.ref, b.ref) && a.move?.field === b.move?.field
        const overtaken = moves.filter(
          (one) =>
            ['waiting', 'parked'].includes(one.state) &&
            moves.some((other) => isSame(one, other) && other.seq > one.seq),
        )
        expect(overtakenAmong(moves).toReversed()).toEqual(overtaken)
      }),
      tries(300),
    )
  })

  it('what cannot be read takes the place of none, and none takes its place', () => {
    const broken = queued({ move: null, state: 'parked', problem: problemOf('broken') })
    expect(overtakenAmong([queued({ key: 'm0' }), broken])).toEqual([])
    expect(overtakenAmong([broken, broken])).toEqual([])
  })

  it('its request names what is moved, with ids as the site has them', () => {
    const links = collection([text('title')], { slug: 'links', idType: 'number' })
    expect(buildMove(links, queued())).toEqual({
      body: { collectionSlug: 'links', docsToMove: [1], orderableFieldName: '_order' },
      sentAfter: null,
    })
    expect(buildMove({ ...links, idType: 'text' }, queued()).body).toMatchObject({ docsToMove: ['1'] })
  })
})
