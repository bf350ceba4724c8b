import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { makeRef } from '../../../../shared/cms/doc-ref.ts'
import { buildMove } from '../../../../shared/sync/move-request.ts'
import { problemOf } from '../../../../shared/sync/problems.ts'
import {
  afterStep,
  isOvertaken,
  movesInTurn,
  type MoveStep,
  type QueuedMove,
} from '../../../../shared/sync/queued-move.ts'
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
const anyMoves = fc
  .array(
    fc.record({
      slug: fc.constantFrom('links', 'posts'),
      id: fc.constantFrom('1', '2', '3'),
      state: fc.constantFrom('waiting', 'sending', 'unknown', 'parked'),
      problem: anyProblem,
    }),
    { maxLength: 8 },
  )
  .map((all) =>
    all.map(({ slug, id, ...rest }, index) =>
      queued({ ...rest, key: `m${index}`, seq: index + 1, ref: makeRef('collection', slug, id) }),
    ),
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
          const front = moves.filter(
            (other) => other.ref.slug === one.ref.slug && other.seq < one.seq && other.state !== 'parked',
          )
          expect(front.every((other) => other.problem !== null)).toBe(true)
        }
      }),
      tries(300),
    )
  })

  it('SY10 where none is held or on its way, each collection with a move that is not parked has one in turn', () => {
    expect.hasAssertions()
    fc.assert(
      fc.property(anyMoves, (all) => {
        const moves = all.filter(({ state }) => state !== 'sending')
        const inTurn = new Set(movesInTurn(moves, () => false).map(({ ref }) => ref.slug))
        const waiting = new Set(moves.filter(({ state }) => state !== 'parked').map(({ ref }) => ref.slug))
        expect(inTurn).toEqual(waiting)
      }),
      tries(300),
    )
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

  it('a newer one takes the place of what has not left, of the same document in the same order alone', () => {
    const ref = makeRef('collection', 'links', '1')
    expect(isOvertaken(queued(), ref, '_order')).toBe(true)
    expect(isOvertaken(queued({ state: 'parked', problem: problemOf('denied') }), ref, '_order')).toBe(true)
    expect(isOvertaken(queued(), ref, '_links_order')).toBe(false)
    expect(isOvertaken(queued(), makeRef('collection', 'links', '2'), '_order')).toBe(false)
    expect(isOvertaken(queued({ state: 'unknown' }), ref, '_order')).toBe(false)
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
