import { askApi, nextApiPiece, stopApi } from '../server/read/read-api.ts'
import type { Handlers } from './bind-contract.ts'
import { requireAccount, type HandlerContext } from './handler-context.ts'

export function apiHandlers(context: HandlerContext): Pick<Handlers, 'api.ask' | 'api.next' | 'api.stop'> {
  return {
    'api.ask': (input) => {
      const account = requireAccount(context)
      account.personActs()
      return askApi(account.site, input)
    },
    'api.next': async ({ id }) => {
      const site = context.accounts.current()?.site
      return { piece: site === undefined ? null : await nextApiPiece(site, id) }
    },
    // A screen may outlive its account by a moment.
    'api.stop': ({ id }) => {
      const site = context.accounts.current()?.site
      if (site !== undefined) stopApi(site, id)
    },
  }
}
