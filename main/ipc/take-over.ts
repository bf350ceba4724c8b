import type { CallInput, TakeOverResult } from '../../shared/ipc.ts'
import type { LockKeeper } from '../server/locks/lock-keeper.ts'
import type { AsyncStore } from '../server/site-context.ts'
import { refuseUnless } from '../store/queue/refuse-unless.ts'
import { StoreError } from '../store/store-error.ts'

type Account = {
  site: { store: Pick<AsyncStore, 'getEntry'> }
  locks: Pick<LockKeeper, 'takeOver'>
}

/** See the contract's `locks.takeOver`. Throws `refused` and `no-entry`. */
export async function takeOver(
  { site, locks }: Account,
  { ref, key }: CallInput<'locks.takeOver'>,
): Promise<TakeOverResult> {
  if (key !== undefined) {
    const entry = await site.store.getEntry(key)
    if (!entry) throw new StoreError('no-entry', 'The entry is no longer in the outbox')
    refuseUnless(entry, 'take-over')
  }
  return locks.takeOver(ref)
}
