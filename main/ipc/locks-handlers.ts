import { listLocks } from '../server/locks/read-lock.ts'
import { othersUnsent } from '../server/unsent-edits.ts'
import type { Handlers } from './bind-contract.ts'
import { requireAccount } from './handler-context.ts'
import type { HandlerContext } from './handler-context.ts'
import type { CallInput, TakeOverResult } from '../../shared/ipc.ts'
import type { LockKeeper } from '../server/locks/lock-keeper.ts'
import type { AsyncStore } from '../server/site-context.ts'
import { refuseMoveUnless, refuseUnless } from '../store/queue/refuse-unless.ts'
import { StoreError } from '../store/store-error.ts'

type LocksHandlers = Pick<
  Handlers,
  'locks.open' | 'locks.close' | 'locks.look' | 'locks.takeOver' | 'locks.list' | 'unsent.others'
>

export function locksHandlers(context: HandlerContext): LocksHandlers {
  const locks = () => requireAccount(context).locks
  return {
    'locks.open': ({ ref }) => locks().open(ref),
    // A form may outlive its account by a moment, so a missing account is no error here.
    'locks.close': ({ ref }) => context.accounts.current()?.locks.close(ref),
    'locks.look': ({ ref }) => locks().look(ref),
    'locks.takeOver': (input) => takeOver(requireAccount(context), input),
    'locks.list': async ({ refs }) => {
      const { site, account, connection } = requireAccount(context)
      if (connection.state().status !== 'online') return []
      const { collection, userId } = account
      return listLocks(site, { collection, id: userId }, refs)
    },
    'unsent.others': async ({ ref }) => {
      const { site, connection } = requireAccount(context)
      return connection.state().status === 'online' ? othersUnsent(site, ref) : []
    },
  }
}

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
