import type { CallInput, TakeOverResult } from '../../shared/ipc.ts'
import type { LockKeeper } from '../server/locks/lock-keeper.ts'
import type { AsyncStore } from '../server/site-context.ts'
import { refuseMoveUnless, refuseUnless } from '../store/queue/refuse-unless.ts'
import { StoreError } from '../store/store-error.ts'

type Account = {
  site: { store: Pick<AsyncStore, 'getEntry' | 'getMove'> }
  locks: Pick<LockKeeper, 'takeOver'>
}

/** See the contract's `locks.takeOver`. Throws `refused` and `no-entry`. */
export async function takeOver(
  { site, locks }: Account,
  { ref, key }: CallInput<'locks.takeOver'>,
): Promise<TakeOverResult> {
  if (key !== undefined) {
    const entry = await site.store.getEntry(key)
    const move = entry === null ? await site.store.getMove(key) : null
    if (entry !== null) refuseUnless(entry, 'take-over')
    else if (move !== null) refuseMoveUnless(move, 'take-over')
    else throw new StoreError('no-entry', 'It is no longer in the outbox')
  }
  return locks.takeOver(ref)
}
