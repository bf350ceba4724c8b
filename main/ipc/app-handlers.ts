import type { Handlers } from './bind-contract.ts'
import type { HandlerContext } from './handler-context.ts'

type AppHandlers = Pick<
  Handlers,
  | 'app.bootstrap'
  | 'app.setTheme'
  | 'app.setLanguage'
  | 'app.dismissNotice'
  | 'menu.set'
  | 'menu.show'
  | 'app.openExternal'
  | 'app.flushed'
  | 'app.quit'
  | 'app.saveJson'
  | 'servers.probe'
  | 'certificates.choose'
  | 'proxies.answer'
  | 'proxies.askAgain'
  | 'servers.remove'
  | 'localData.list'
  | 'localData.remove'
  | 'localData.export'
>

export function appHandlers(context: HandlerContext): AppHandlers {
  const { accounts, settings } = context
  return {
    'app.bootstrap': async () => {
      context.pageReady()
      await context.ready
      const { theme, servers } = settings.get()
      return {
        ...context.facts,
        theme,
        language: context.language(),
        servers,
        account: accounts.current()?.account ?? null,
        notices: context.notices.list(),
        certificateRequests: context.certificates.open(),
        proxyQuestions: context.proxyLogins.open(),
      }
    },
    'app.setTheme': ({ theme }) => {
      settings.update({ theme })
      context.applyTheme(theme)
    },
    'app.setLanguage': ({ language }) => {
      settings.update({ language })
      context.showMenu()
      // The server gives labels in the language asked for.
      void accounts.current()?.refreshSchema()
    },
    'menu.set': ({ items }) => context.showMenu(items),
    'menu.show': (at) => context.popUpMenu(at),
    'app.dismissNotice': ({ code }) => context.notices.dismiss(code),
    'app.openExternal': ({ url }) => context.openExternal(url).then(() => undefined),
    'app.flushed': ({ token, unwritten }) => context.flushed(token, unwritten),
    'app.quit': (how) => context.quit(how),
    'app.saveJson': (file) => context.saveJson(file),
    'servers.probe': ({ url, acceptPlainHttp }) => {
      // A person waits for the answer: a proxy is not among what the window asks again by itself.
      context.proxyLogins.askAgain()
      return accounts.probe(url, acceptPlainHttp)
    },
    'certificates.choose': ({ origin, fingerprint }) => context.certificates.choose(origin, fingerprint),
    'proxies.answer': ({ id, credentials }) => context.proxyLogins.answer(id, credentials),
    'proxies.askAgain': () => {
      context.proxyLogins.askAgain()
      void accounts.current()?.connection.check()
    },
    'servers.remove': ({ id }) => accounts.removeServer(id),
    'localData.list': () => accounts.localData(),
    'localData.remove': (target) => accounts.removeLocalData(target),
    'localData.export': async ({ name, ...target }) => {
      const text = await context.exportUnsent(target)
      return text === null ? { outcome: 'failed', message: 'unreadable' } : context.saveJson({ name, text })
    },
  }
}
