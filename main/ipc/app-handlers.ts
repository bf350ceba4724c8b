import type { Handlers } from './bind-contract.ts'
import type { HandlerContext } from './handler-context.ts'

type AppHandlers = Pick<
  Handlers,
  | 'app.bootstrap'
  | 'app.setTheme'
  | 'app.setLanguage'
  | 'app.dismissNotice'
  | 'app.openExternal'
  | 'app.flushed'
  | 'servers.probe'
  | 'servers.remove'
>

export function appHandlers(context: HandlerContext): AppHandlers {
  const { accounts, settings } = context
  return {
    'app.bootstrap': async () => {
      await context.ready
      const { theme, servers } = settings.get()
      return {
        ...context.facts,
        theme,
        language: context.language(),
        servers,
        account: accounts.current()?.account ?? null,
        notices: context.notices.list(),
      }
    },
    'app.setTheme': ({ theme }) => {
      settings.update({ theme })
      context.applyTheme(theme)
    },
    'app.setLanguage': ({ language }) => {
      settings.update({ language })
      // The server gives labels in the language asked for.
      void accounts.current()?.refreshSchema()
    },
    'app.dismissNotice': ({ code }) => context.notices.dismiss(code),
    'app.openExternal': ({ url }) => context.openExternal(url).then(() => undefined),
    'app.flushed': ({ token }) => context.flushed(token),
    'servers.probe': ({ url, acceptPlainHttp }) => accounts.probe(url, acceptPlainHttp),
    'servers.remove': ({ id }) => accounts.removeServer(id),
  }
}
