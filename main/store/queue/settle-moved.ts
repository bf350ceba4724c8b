import { putBase } from './bases.ts'
import { tellMoved } from './moves.ts'
import { resolveRef } from '../tables/ids.ts'
import { deleteMove, readMove } from '../tables/moves.ts'
import { recordSent } from '../tables/sent-entries.ts'
import type { SettleResult, StoreApi } from '../store-api.ts'
import type { StoreContext } from '../store-context.ts'

/** See StoreApi.settleMoved. */
export function settleMoved(
  context: StoreContext,
  { sent, found }: Parameters<StoreApi['settleMoved']>[0],
): SettleResult {
  const { db } = context
  const ref = resolveRef(db, sent.ref)
  const isDiscarded = readMove(db, sent.key) === null
  deleteMove(db, sent.key)
  const what = {
    key: sent.key,
    create: false,
    mode: 'move',
    locale: null,
    createdAt: sent.createdAt,
  } as const
  recordSent(context, ref, what, { cells: [] })
  if (found !== null) putBase(context, found)
  tellMoved(context, ref)
  return { state: isDiscarded ? 'discarded' : 'settled', ref, problem: null }
}
