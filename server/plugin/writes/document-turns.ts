import type { Payload } from 'payload'
import { patienceOf } from '../leases/patience.ts'
import type { Patience } from '../leases/patience.ts'
import { isContention, lostTurn, waitFor } from './turn.ts'
import { leaseTurns } from './lease-turns.ts'
import { postgresTurns } from './postgres-turns.ts'
import { hasSqliteTransactions, sqliteTurns } from './sqlite-turns.ts'
import type { AdapterReq, Turn, Turns } from './turn.ts'
import { openScope } from './write-scope.ts'
import type { Recheck, Scope } from './write-scope.ts'

const kinds = new WeakMap<Payload, Promise<Turns>>()

/** The implementation of turns for the database of this site. */
function turnsOf(payload: Payload, req: AdapterReq): Promise<Turns> {
  const before = kinds.get(payload)
  if (before) return before
  const kind = hasSqliteTransactions(payload)
    ? Promise.resolve(sqliteTurns(payload))
    : postgresTurns(payload, req).then((turns) => turns ?? leaseTurns(payload))
  kinds.set(payload, kind)
  // A failed database may answer for the next write.
  kind.catch(() => kinds.delete(payload))
  return kind
}

/** True if operations of this site have transactions, so that failed ones leave nothing behind. */
export const takesBack = async (payload: Payload): Promise<boolean> =>
  !(await turnsOf(payload, undefined)).needsRelease

/**
 * Returns the turn of an operation, and takes it first if needed; `null`: the operation gets none, or has
 * ended.
 */
async function turnIn(
  scope: Scope,
  turns: Turns,
  patience: Patience,
  name: string,
  req: AdapterReq,
): Promise<Turn | null> {
  const before = await scope.turns.get(name)?.asked
  if (before) {
    const state = await before.state()
    // Work that the operation did not wait for comes too late.
    if (scope.isOver) return null
    if (state === 'held') return before
    if (state === 'lost') throw lostTurn()
  }
  // Another part of this operation may have asked for it in the meantime.
  const again = await scope.turns.get(name)?.asked
  if (again && again !== before) return turnIn(scope, turns, patience, name, req)
  if (scope.isOver) return null
  let given: Turn | null = null
  const asked = turns
    .take(name, req, {
      waitMs: waitFor(patience, scope.turns.keys(), name),
      mayBeginAnew: scope.ownsRequest && scope.turns.size === 0,
    })
    .then(async (turn) => {
      if (!scope.isOver) given = turn
      else await turn?.release()
      return given
    })
  scope.turns.set(name, { asked, given: () => given })
  try {
    return await asked
  } catch (error) {
    scope.turns.delete(name)
    throw error
  }
}

/**
 * Takes the turn of a document before it is read for a write, and then runs `check`. Outside of an operation,
 * a turn that needs release is left to the write itself.
 */
export async function beginTurn(
  payload: Payload,
  name: string,
  req: AdapterReq,
  check: Recheck | null,
): Promise<void> {
  const turns = await turnsOf(payload, req)
  const scope = openScope()
  if (scope) await turnIn(scope, turns, patienceOf(payload), name, req)
  else if (!turns.needsRelease)
    await turns.take(name, req, { waitMs: waitFor(patienceOf(payload), [], name), mayBeginAnew: false })
  if (!check) return
  scope?.rechecks.set(name, check)
  await check()
}

/** Writes one row of a document under its turn. Throws 503 BUSY if the turn does not come in time. */
export async function inTurn<T>(
  payload: Payload,
  name: string,
  req: AdapterReq,
  write: (req: AdapterReq) => Promise<T>,
): Promise<T> {
  const turns = await turnsOf(payload, req)
  const scope = openScope()
  if (!scope) return turns.around(name, req, write)
  const before = await scope.turns.get(name)?.asked
  const turn = await turnIn(scope, turns, patienceOf(payload), name, req)
  const isSame = turn !== null && turn === before
  const checked = async (writeReq: AdapterReq): Promise<T> => {
    // Somebody else may have written between the previous turn and this one.
    if (!isSame) await scope.rechecks.get(name)?.()
    const result = await write(writeReq)
    scope.rechecks.delete(name)
    return result
  }
  return turn ? checked(req) : turns.around(name, req, checked)
}

/** Like inTurn, for code in which Payload catches all errors and may answer with somebody else's revision. */
export async function inTurnOrFail<T>(
  payload: Payload,
  name: string,
  req: AdapterReq,
  write: (req: AdapterReq) => Promise<T>,
): Promise<T> {
  let isWriting = false
  try {
    return await inTurn(payload, name, req, (writeReq) => {
      isWriting = true
      return write(writeReq)
    })
  } catch (error) {
    const scope = openScope()
    if (scope && (!isWriting || isContention(error))) scope.swallowed = error
    throw error
  }
}
