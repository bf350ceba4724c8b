import { listLocks } from '../server/locks/list-locks.ts'
import { othersUnsent } from '../server/unsent/others-unsent.ts'
import type { Handlers } from './bind-contract.ts'
import { requireAccount, type HandlerContext } from './handler-context.ts'
import { takeOver } from './take-over.ts'

type LocksHandlers = Pick<
  Handlers,
  'locks.open' | 'locks.close' | 'locks.look' | 'locks.takeOver' | 'locks.list' | 'unsent.others'
>

export function locksHandlers(context: HandlerContext): LocksHandlers {
  const locks = () => requireAccount(context).locks
  return {
    'locks.open': ({ ref }) => locks().open(ref),
    // A form may outlive its account by a moment.
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
