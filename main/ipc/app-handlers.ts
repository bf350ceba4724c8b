import { windowPolicy } from '../policy/policy.ts'
import { offeredServers } from '../policy/policy-effects.ts'
import { CallError } from './bind-contract.ts'
import type { Handlers } from './bind-contract.ts'
import { requireExport } from './handler-context.ts'
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
  | 'updates.get'
  | 'updates.check'
  | 'updates.install'
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
  const { accounts, settings, reading } = context
  return {
    'app.bootstrap': async () => {
      context.pageReady()
      await context.ready
      const { theme, servers } = settings.get()
      return {
        ...context.facts,
        theme,
        language: context.language(),
        servers: offeredServers(servers, reading.policy),
        policy: windowPolicy(reading),
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
      if (reading.policy.language !== null) throw new CallError('managed')
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
    'updates.get': () => context.updates.state(),
    'updates.check': () => context.updates.check(),
    'updates.install': () => context.updates.install(),
    'app.quit': (how) => context.quit(how),
    'app.saveJson': (file) => {
      requireExport(context)
      return context.saveJson(file)
    },
    'servers.probe': ({ url, acceptPlainHttp }) => {
      // A person waits for the answer, and the window does not ask for a proxy login again by itself.
      context.proxyLogins.askAgain()
      return accounts.probe(url, acceptPlainHttp)
    },
    'certificates.choose': ({ origin, fingerprint }) => context.certificates.choose(origin, fingerprint),
    'proxies.answer': ({ id, credentials }) => context.proxyLogins.answer(id, credentials),
    'proxies.askAgain': () => {
      context.proxyLogins.askAgain()
      void accounts.current()?.connection.check()
    },
    'servers.remove': async ({ id }) => offeredServers(await accounts.removeServer(id), reading.policy),
    'localData.list': () => accounts.localData(),
    'localData.remove': (target) => accounts.removeLocalData(target),
    'localData.export': async ({ name, ...target }) => {
      requireExport(context)
      const text = await context.exportUnsent(target)
      return text === null ? { outcome: 'failed', message: 'unreadable' } : context.saveJson({ name, text })
    },
  }
}

type DiagnosticsHandlers = Pick<
  Handlers,
  'diagnostics.read' | 'diagnostics.connect' | 'diagnostics.checkStore' | 'diagnostics.showLog'
>

export function diagnosticsHandlers({ diagnostics }: HandlerContext): DiagnosticsHandlers {
  return {
    'diagnostics.read': () => diagnostics.read(),
    'diagnostics.connect': ({ url }) => diagnostics.connect(url),
    'diagnostics.checkStore': () => diagnostics.checkStore(),
    'diagnostics.showLog': () => diagnostics.showLog(),
  }
}
