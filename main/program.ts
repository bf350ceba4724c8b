import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { acceptedLanguages } from '@payloadcms/translations'
import { app, nativeTheme, powerMonitor, session, shell, type BrowserWindow } from 'electron'
import type { MenuItem, ServerInfo, Theme } from '../shared/ipc.ts'
import { accountFile } from './accounts/account-file.ts'
import { createAccounts } from './accounts/accounts.ts'
import { createLocalData } from './accounts/local-data.ts'
import type { SendEvent } from './ipc/events.ts'
import type { StartOptions } from './command-line.ts'
import { createDiagnostics } from './diagnostics/diagnostics.ts'
import { passOn, sendEvent as sendEventTo } from './ipc/events.ts'
import { registerCalls } from './ipc/register.ts'
import { errorName, type Log } from './log.ts'
import { createNotices } from './notices.ts'
import { createApplyProxy } from './policy/apply-proxy.ts'
import type { PolicyReading } from './policy/policy.ts'
import { mayUseServer } from './policy/policy-servers.ts'
import { createUpdates } from './updates/updates.ts'
import { createQuitSequence, type QuitSequence } from './quit-sequence.ts'
import { serverId } from './server/address.ts'
import { createApiClient } from './server/http/api-client.ts'
import { createClientCertificates } from './server/http/client-certificates.ts'
import { electronTransport, isAsking, logInPagesToProxy } from './server/http/electron-transport.ts'
import { createProxyLogins } from './server/http/proxy-logins.ts'
import { createPartitions } from './server/http/site-partition.ts'
import { electronSettingsFile } from './settings/electron-settings-file.ts'
import { pickLanguage } from './settings/pick-language.ts'
import { createSettings } from './settings/settings.ts'
import { openFileFolder } from './files/file-folder.ts'
import { playFile } from './files/play-files.ts'
import { showFile } from './files/show-files.ts'
import { openStore } from './store/worker/store-client.ts'
import { serveApp } from './windows/app-protocol.ts'
import { takeFirstScreenshot } from './windows/first-screenshot.ts'
import { askToWait } from './windows/ask-to-wait.ts'
import { createFlusher, type FlushResult } from './windows/flush-windows.ts'
import { guardAllContents } from './windows/guard-contents.ts'
import { handOutCertificates } from './windows/hand-out-certificates.ts'
import { createLivePreview } from './windows/live-preview/live-preview.ts'
import { openMainWindow, paintWindow } from './windows/main-window.ts'
import { createOutsideLinks } from './windows/outside-links.ts'
import { dragFile, askWhere, saveJsonFile } from './windows/save-file.ts'
import { popUpMenu, setApplicationMenu } from './windows/menu.ts'
import { checksSpelling, setSpelling } from './windows/spelling.ts'

/**
 * Milliseconds until a page must have reported the result of a flush. It answers after 3000 even if it is not done.
 */
const FLUSH_LIMIT_MS = 6000
/** Folder of this file after the build: out/main. */
const HERE = path.dirname(fileURLToPath(import.meta.url))

export type Program = {
  openWindow: () => void
  /** Brings the window to the front, or opens one. */
  showWindow: () => void
  /** Writes all input to the database (SY1). */
  flush: () => Promise<FlushResult>
  /** The computer goes to sleep: writes all input, and reports unsent edits to the server. */
  suspending: () => void
  resumed: () => void
  quit: QuitSequence
}

/** Puts the parts together. Must be called when the app is ready. */
export function createProgram(options: { start: StartOptions; reading: PolicyReading; log: Log }): Program {
  const { start, log } = options
  const { policy } = options.reading
  const userData = app.getPath('userData')
  const settings = createSettings(electronSettingsFile(userData, log), log)
  const { spelling } = policy
  const proxyLogins = createProxyLogins({
    ask: (question) => sendEvent('proxies.asked', question),
    onAnswered: () => void accounts.current()?.connection.check(),
  })
  logInPagesToProxy(proxyLogins)
  let window: BrowserWindow | null = null

  const sendEvent: SendEvent = (name, payload) => {
    if (window) sendEventTo([window.webContents], name, payload)
  }
  const openExternal = createOutsideLinks({
    allowed: policy.outsideLinks !== false,
    isServer: (origin) => {
      const { servers, sites } = settings.get()
      const known = [...servers, ...sites, ...(policy.servers ?? [])]
      return accounts.isOwn(origin) || known.some(({ url }) => new URL(url).origin === origin)
    },
    onRefused: (address) => sendEvent('app.linkRefused', { address }),
    log,
  })
  guardAllContents(log, openExternal)
  const applyProxy = createApplyProxy(policy.proxy)
  // Sessions of servers and previews wait for it, too, before they ask anything.
  const openDefaultSession = async (): Promise<void> => {
    await applyProxy(session.defaultSession)
    // Set after the guard, which disables it, and after the proxy, as dictionaries are fetched at once.
    if (spelling !== null && process.platform !== 'darwin')
      setSpelling(session.defaultSession, spelling, app.getPreferredSystemLanguages())
  }
  void openDefaultSession()
  app.on('session-created', (created) => void applyProxy(created))
  const proxies = { applyProxy, logins: proxyLogins }
  const partitions = createPartitions(log, proxies)
  const notices = createNotices((notice) => sendEvent('app.notice', notice))
  const language = (): string => {
    const chosen = acceptedLanguages.find((key) => key === (policy.language ?? settings.get().language))
    return chosen ?? pickLanguage(app.getPreferredSystemLanguages(), acceptedLanguages)
  }
  let menuItems: readonly MenuItem[] = []
  const showMenu = (items = menuItems): void => {
    menuItems = items
    setApplicationMenu({
      language: language(),
      items,
      platform: process.platform,
      isPackaged: app.isPackaged,
      onChosen: (id) => sendEvent('menu.chosen', { id }),
    })
  }
  showMenu()
  const flusher = createFlusher({
    ask: (token) => window !== null && sendEventTo([window.webContents], 'app.flush', { token }) > 0,
    newToken: randomUUID,
    limitMs: FLUSH_LIMIT_MS,
  })

  const prefixOf = (url: string): string => settings.siteOf(url).cookiePrefix
  const setThemeCookie = ({ id, url }: ServerInfo): void =>
    void partitions.setThemeCookie({ id, url, cookiePrefix: prefixOf(url) }, settings.get().theme)

  const livePreview = createLivePreview({
    window: () => window,
    sendEvent,
    openExternal,
    applyProxy,
    log,
  })
  const certificates = createClientCertificates({
    isOwn: (origin) => accounts.isOwn(origin),
    isAsking,
    ask: (request) => sendEvent('certificates.asked', request),
    onChosen: () => void accounts.current()?.connection.check(),
  })
  handOutCertificates(certificates, log)
  const localData = createLocalData({ userData })
  const accounts = createAccounts({
    settings,
    accessFor: (server) => partitions.accessFor({ ...server, cookiePrefix: prefixOf(server.url) }),
    localData,
    certificateAnswered: certificates.answered,
    proxyAnswered: proxyLogins.answered,
    flush: async () => ['written', 'gone'].includes(await flusher.flush()),
    reload: () => window?.webContents.reload(),
    openStore: (account, onDamaged) =>
      openStore({
        onDamaged,
        file: accountFile(userData, account),
        onEvent: (event) => {
          if (event.name === 'app.notice') notices.add(event.payload)
          else passOn(sendEvent, event)
          if (event.name === 'outbox.changed') accounts.current()?.unsent.changed()
        },
        onFatal: (error) => {
          log.error('store-ended', { error: errorName(error) })
          notices.add({ code: 'database-failed', message: errorName(error) })
        },
      }),
    openFiles: (account) => openFileFolder(accountFile(userData, account)),
    language,
    keepPolicy: policy.keepDocuments,
    maxMegabytes: policy.keepMegabytes,
    mayUseServer: (url) => mayUseServer(url, policy, settings.get().servers),
    isOnBattery: () => powerMonitor.isOnBatteryPower(),
    sendEvent,
    notify: notices.add,
    openExternal,
    onOpened: ({ server }) => setThemeCookie(server),
    onLeft: livePreview.leave,
    log,
  })

  const diagnostics = createDiagnostics({
    userData,
    crashes: app.getPath('crashDumps'),
    policy: options.reading.decisions,
    versions: {
      galley: app.getVersion(),
      electron: process.versions.electron ?? '',
      chromium: process.versions['chrome'] ?? '',
      node: process.versions.node,
      system: `${process.platform} ${process.getSystemVersion()} ${process.arch}`,
    },
    account: accounts.current,
    clientFor: (url) => {
      const site = settings.siteOf(url)
      const { transport } = partitions.accessFor({ id: serverId(url), url, cookiePrefix: site.cookiePrefix })
      return createApiClient({ baseUrl: url, api: site.api, transport, token: () => null, language, log })
    },
    resolveProxy: (url) => partitions.sessionOf(serverId(url)).resolveProxy(url),
    resolveName: async (url, host) => {
      const { endpoints } = await partitions.sessionOf(serverId(url)).resolveHost(host)
      return endpoints.map(({ address }) => address)
    },
    showFile: (file) => shell.showItemInFolder(file),
    log,
  })

  const applyTheme = (theme: Theme): void => {
    nativeTheme.themeSource = themeSource(theme)
    sendEvent('app.themeChanged', { theme })
    const server = accounts.current()?.account.server
    if (server) setThemeCookie(server)
  }
  nativeTheme.themeSource = themeSource(settings.get().theme)
  nativeTheme.on('updated', () => {
    if (window && !window.isDestroyed()) paintWindow(window)
  })

  const quit = createQuitSequence({
    flush: flusher.flush,
    refuse: (why) => {
      log.warn('quit-refused', { why })
      if (why === 'unwritten') return sendEvent('app.quitRefused', undefined)
      if (!window) return
      void askToWait(window, language()).then((anyway) => anyway && quit.leave({ anyway }))
    },
    closeDatabase: () =>
      accounts.close().catch((error: unknown) => log.error('not-closed', { error: errorName(error) })),
    closeWindow: () => window?.destroy(),
    // Deferred: Electron ignores a second quit within the event that was just refused.
    quit: () => setImmediate(() => app.quit()),
  })

  // An in-memory session.
  const updateSession = session.fromPartition('updates')
  const updates = createUpdates({
    policy: policy.updates,
    current: app.getVersion(),
    platform: process.platform,
    transport: electronTransport(updateSession, updateSession, proxies),
    folder: path.join(userData, 'update'),
    newest: {
      get: () => settings.get().updateFeed,
      set: (updateFeed) => settings.update({ updateFeed }),
    },
    settle: async () => {
      if (!['written', 'gone'].includes(await flusher.flush())) return false
      return ((await accounts.current()?.site.store.outboxCounts())?.sending ?? 0) === 0
    },
    open: (file) => shell.openPath(file),
    onChange: (state) => sendEvent('updates.changed', state),
    log,
  })
  void updates.check()

  const openSite = () => accounts.current()?.site ?? null
  serveApp(
    path.join(HERE, '../renderer'),
    (address) => showFile(address, openSite()),
    (address, range) => playFile(address, range, openSite()),
  )
  // Begun before the window: database and page load at the same time.
  const ready = accounts.restore()
  registerCalls(
    {
      accounts,
      settings,
      reading: options.reading,
      ready,
      facts: {
        version: app.getVersion(),
        platform: process.platform,
        presetServer: start.server,
        demoLogin: start.demoLogin,
      },
      language,
      certificates,
      proxyLogins,
      diagnostics,
      notices,
      applyTheme,
      showMenu,
      popUpMenu: (at) => popUpMenu(window, at),
      openExternal,
      livePreview,
      updates,
      pageReady: flusher.pageReady,
      flushed: flusher.flushed,
      quit: quit.leave,
      exportUnsent: localData.exportText,
      askWhere: (name, format) => askWhere(window, name, format),
      dragFile: (file) => dragFile(window, file),
      exportProgress: (progress) => sendEvent('exports.progress', progress),
      saveJson: (file) => saveJsonFile(window, file),
    },
    (id) => window?.webContents.id === id,
    log,
  )

  const pageGone = (): void => {
    flusher.abandon()
    void accounts.current()?.locks.releaseAll()
  }
  const openWindow = (): void => {
    const opened = openMainWindow({
      preload: path.join(HERE, '../preload/index.cjs'),
      state: settings.get().window,
      keepState: (state) => settings.update({ window: state }),
      language,
      checksSpelling: checksSpelling(process.platform, spelling),
      unwritten: notices.unwritten,
      log,
    })
    window = opened
    opened.on('close', (event) => {
      if (!quit.mayClose()) event.preventDefault()
    })
    // Windows asks before it logs the user off, and does not wait long.
    opened.on('query-session-end', () => void flusher.flush())
    opened.on('closed', () => {
      pageGone()
      livePreview.close()
      // The window's commands cannot run any more.
      showMenu([])
      if (window === opened) window = null
    })
    opened.webContents.on('render-process-gone', pageGone)
    opened.webContents.on('render-process-gone', livePreview.close)
    opened.webContents.on('did-start-navigation', ({ isMainFrame, isSameDocument }) => {
      // After a reload of the page, none of its documents is open any more.
      if (isMainFrame && !isSameDocument) void accounts.current()?.locks.releaseAll()
    })
    // A reloaded page asks for its pane again.
    opened.webContents.on('did-navigate', livePreview.close)
    if (start.firstScreenshot) takeFirstScreenshot(opened, start.firstScreenshot, log)
  }

  return {
    openWindow,
    showWindow: () => {
      if (!window) return openWindow()
      if (window.isMinimized()) window.restore()
      window.show()
      window.focus()
    },
    suspending: () => {
      void flusher.flush().then(() => accounts.current()?.unsent.now())
    },
    flush: flusher.flush,
    resumed: () => void accounts.current()?.connection.check(),
    quit,
  }
}

function themeSource(theme: Theme): 'system' | 'light' | 'dark' {
  return theme === 'auto' ? 'system' : theme
}
