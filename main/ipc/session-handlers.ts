import { SIGNED_OUT } from '../accounts/accounts.ts'
import { ownSessions } from '../server/at-once/own-sessions.ts'
import type { Handlers } from './bind-contract.ts'
import { chooseNav, readNav, refreshNav } from '../server/read/preferences.ts'
import { requireAccount, type HandlerContext } from './handler-context.ts'

type SessionHandlers = Pick<
  Handlers,
  | 'session.login'
  | 'session.browserLogin'
  | 'session.cancelBrowserLogin'
  | 'session.firstUser'
  | 'session.forgotPassword'
  | 'session.resetPassword'
  | 'session.verifyEmail'
  | 'session.logout'
  | 'session.active'
  | 'session.get'
  | 'ownSessions.list'
  | 'ownSessions.end'
  | 'prefetch.get'
  | 'prefetch.configure'
  | 'prefetch.kept'
  | 'prefetch.forget'
  | 'connection.get'
  | 'connection.check'
  | 'connection.acceptSite'
  | 'schema.get'
  | 'schema.refresh'
  | 'nav.get'
  | 'nav.set'
  | 'nav.refresh'
>

export function sessionHandlers(context: HandlerContext): SessionHandlers {
  const { accounts } = context
  return {
    'session.login': (input) => accounts.login(input),
    'session.browserLogin': (input) => accounts.browserLogin(input),
    'session.cancelBrowserLogin': () => accounts.cancelBrowserLogin(),
    'session.firstUser': (input) => accounts.registerFirstUser(input),
    'session.forgotPassword': (input) => accounts.forgotPassword(input),
    'session.resetPassword': (input) => accounts.resetPassword(input),
    'session.verifyEmail': (input) => accounts.verifyEmail(input),
    'session.logout': () => accounts.logout(),
    'session.active': () => accounts.current()?.inactivity.personActs(),
    'session.get': () => accounts.current()?.session() ?? null,
    'ownSessions.list': () => ownSessions(requireAccount(context).site, []),
    'ownSessions.end': ({ ids }) => ownSessions(requireAccount(context).site, ids),
    'prefetch.get': () => accounts.current()?.prefetch.state() ?? null,
    'prefetch.kept': () => requireAccount(context).site.store.keptDocuments(),
    'prefetch.forget': () => requireAccount(context).prefetch.forget(),
    'prefetch.configure': (settings) => requireAccount(context).prefetch.configure(settings),
    'connection.get': () => accounts.current()?.connection.state() ?? SIGNED_OUT,
    'connection.check': async () => (await accounts.current()?.connection.check()) ?? SIGNED_OUT,
    'connection.acceptSite': async () => (await accounts.current()?.acceptSite()) ?? SIGNED_OUT,
    'schema.get': () => accounts.current()?.schema() ?? null,
    'schema.refresh': () => requireAccount(context).refreshSchema(),
    'nav.get': () => readNav(requireAccount(context).site),
    'nav.set': (choice) => chooseNav(requireAccount(context).site, choice),
    'nav.refresh': () => refreshNav(requireAccount(context).site),
  }
}
