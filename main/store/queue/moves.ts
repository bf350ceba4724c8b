import type { DocRef } from '../../../shared/cms/doc-ref.ts'
import type { CallInput } from '../../../shared/ipc.ts'
import { isUnderWay, problemOf } from '../../../shared/sync/entry.ts'
import {
  buildMove,
  afterStep,
  movesInTurn,
  overtakenAmong,
  type MoveStep,
  type QueuedMove,
} from '../../../shared/sync/queued-move.ts'
import type { MoveSide } from '../../../shared/sync/move.ts'
import { keyBetween } from '../../../shared/sync/move.ts'
import { forgetIfGone, requireDocument } from '../tables/documents.ts'
import { resolveRef } from '../tables/ids.ts'
import { readListRow } from '../lists/list-rows.ts'
import {
  deleteMove,
  insertMove,
  nextKey,
  readMove,
  readMoveRequest,
  readMoves,
  readMovesIn,
  readMovesOf,
  shownPlaces,
  slugsOfMoves,
  updateMove,
  writeMoveRequest,
} from '../tables/moves.ts'
import { hasUnderWay, readEntries } from '../tables/outbox-rows.ts'
import { refuseMoveUnless } from './refuse-unless.ts'
import type { StoreApi } from '../store-api.ts'
import type { StoreContext } from '../store-context.ts'
import { StoreError } from '../store-error.ts'

/** See StoreApi.moveDocument. */
export function moveDocument(
  context: StoreContext,
  { ref: asked, move }: Parameters<StoreApi['moveDocument']>[0],
): ReturnType<StoreApi['moveDocument']> {
  const { db, newId, now } = context
  const ref = resolveRef(db, asked)
  const { isNew, isGone } = requireDocument(db, ref)
  if (isNew || isGone || readEntries(db, ref).some(({ mode }) => mode === 'delete')) return { key: null }
  const keyOn = (side: MoveSide): string | null => {
    const neighbour = move.near.find((beside) => beside.side === side)
    return neighbour === undefined ? null : keyOf(context, ref.slug, neighbour.id, move.field)
  }
  const named = { lower: keyOn('greater'), upper: keyOn('less') }
  // At the start or end of a page, only one neighbour is named: the other one is on another page.
  const lower = named.lower ?? (named.upper && nextKey(db, ref, move.field, { below: named.upper }))
  const upper = named.upper ?? (named.lower && nextKey(db, ref, move.field, { above: named.lower }))
  const time = now()
  const queued = {
    key: newId(),
    ref,
    move,
    // If neither neighbour has a key, there is no position to show before the server has given keys.
    shown: lower === null && upper === null ? null : keyBetween(lower, upper),
    state: 'waiting' as const,
    problem: null,
    attempts: 0,
    createdAt: time,
    updatedAt: time,
  }
  // An earlier move of the document is replaced. This one is sent after moves that were queued since.
  insertMove(db, queued)
  dropOvertaken(db, readMovesOf(db, ref))
  tellMoved(context, ref)
  return { key: queued.key }
}

/** The local order key of a document, with its own move applied. */
function keyOf({ db }: StoreContext, slug: string, id: string, field: string): string | null {
  const shown = shownPlaces(db, { kind: 'collection', slug, id })[field]
  const key = shown ?? readListRow(db, slug, id)?.data[field]
  return typeof key === 'string' ? key : null
}

/** Moves that may be sent now. */
export function moveHeads(context: Pick<StoreContext, 'db'>): QueuedMove[] {
  return slugsOfMoves(context.db).flatMap((slug) => headsIn(context, slug))
}

/**
 * The moves of a collection that may be sent now. A move waits while a write of its document may be at the
 * server, as the answer brings the base.
 */
function headsIn({ db }: Pick<StoreContext, 'db'>, slug: string): QueuedMove[] {
  return movesInTurn(readMovesIn(db, slug), ({ ref }) => hasUnderWay(db, ref))
}

/** See StoreApi.prepareMove. */
export function prepareMove(context: StoreContext, key: string): ReturnType<StoreApi['prepareMove']> {
  const { db, site } = context
  const found = readMove(db, key)
  if (found === null) return null
  const queued = headsIn(context, found.ref.slug).find((one) => one.key === key)
  if (queued === undefined || site.schema === null) return null
  const collection = site.collection(queued.ref.slug)
  if (collection === null) {
    change(context, queued, { type: 'park', problem: problemOf('schema-gone') })
    return null
  }
  const sent = queued.state === 'unknown' ? readMoveRequest(db, key) : null
  return { queued, request: buildMove(collection, queued), sent }
}

/**
 * Stores a move's request before it is sent (SY4). Throws `no-entry` if the move must not be sent any more.
 */
export function markMoving(
  context: StoreContext,
  { key, request }: Parameters<StoreApi['markMoving']>[0],
): void {
  const queued = requireMove(context, key)
  if (queued.state === 'parked' || queued.state === 'sending') throw noMove()
  change(context, queued, { type: 'leave' })
  writeMoveRequest(context.db, key, request)
}

/** See StoreApi.stepMove. */
export function stepMove(context: StoreContext, { key, step }: Parameters<StoreApi['stepMove']>[0]): void {
  change(context, requireMove(context, key), step)
}

/** Turns `sending` moves that nobody sends into unknown ones. `underWay`: keys of those that are being sent. */
export function freeMoves(context: StoreContext, underWay: readonly string[]): void {
  for (const one of readMoves(context.db))
    if (one.state === 'sending' && !underWay.includes(one.key)) change(context, one, { type: 'lose' })
}

/** Repairs the moves after a crash, or after joining a copy of the database. */
export function recoverMoves(context: StoreContext): void {
  freeMoves(context, [])
  dropOvertaken(context.db, readMoves(context.db))
}

/** Releases moves that were parked because their collection left the schema (SY13). */
export function releaseMoves(context: StoreContext): void {
  for (const one of readMoves(context.db)) {
    const isBack = one.problem?.code === 'schema-gone' && context.site.entity(one.ref) !== null
    if (one.state === 'parked' && isBack) change(context, one, { type: 'let-go' })
  }
}

/** Parks the waiting moves of a document that is gone, or whose id belongs to another one. */
export function parkMoves(context: StoreContext, ref: DocRef): void {
  for (const one of readMovesOf(context.db, ref))
    if (one.state === 'waiting') change(context, one, { type: 'park', problem: problemOf('gone') })
}

/** Deletes the moves of a removed document; a move that is being sent gets its own answer. */
export function dropMoves({ db }: StoreContext, ref: DocRef): void {
  for (const one of readMovesOf(db, ref)) if (!isUnderWay(one)) deleteMove(db, one.key)
}

/** Discards a move. False: there is none with this key. Throws `refused` while it is being sent. */
export function discardMove(context: StoreContext, key: string): boolean {
  const queued = readMove(context.db, key)
  if (queued === null) return false
  refuseMoveUnless(queued, 'discard')
  deleteMove(context.db, key)
  tellMoved(context, queued.ref)
  return true
}

/** Releases a parked or failing move. False: there is none with this key. Throws `refused`. */
export function retryMove(context: StoreContext, { key, choices }: CallInput<'outbox.retry'>): boolean {
  const queued = readMove(context.db, key)
  if (queued === null) return false
  const way = Object.keys(choices).length > 0 ? 'decide' : 'retry'
  // A move that is sent anyway needs no retry.
  if (way === 'retry' && queued.state !== 'parked' && queued.problem === null) return true
  refuseMoveUnless(queued, way)
  change(context, queued, { type: 'let-go' })
  return true
}

function change(context: StoreContext, queued: QueuedMove, step: MoveStep): void {
  updateMove(context.db, afterStep(queued, step, context.now()))
  dropOvertaken(context.db, readMovesOf(context.db, queued.ref))
  tellMoved(context, queued.ref)
}

/** Deletes moves that were overtaken by later ones of the same document (see overtakenAmong). */
function dropOvertaken(db: StoreContext['db'], moves: readonly QueuedMove[]): void {
  for (const { key } of overtakenAmong(moves)) deleteMove(db, key)
}

/**
 * Reports changed moves of a document; forgets the document if the server no longer has it and nothing is
 * unsent.
 */
export function tellMoved(context: StoreContext, ref: DocRef): void {
  context.events.changed(ref)
  context.events.outbox()
  forgetIfGone(context, ref)
}

function requireMove({ db }: StoreContext, key: string): QueuedMove {
  const queued = readMove(db, key)
  if (queued === null) throw noMove()
  return queued
}

function noMove(): StoreError {
  return new StoreError('no-entry', 'The move is no longer in the outbox, or waits for a person')
}
