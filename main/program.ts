import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { acceptedLanguages } from '@payloadcms/translations'
import { app, nativeTheme, powerMonitor, session, shell, type BrowserWindow } from 'electron'
import type { MenuItem, ServerInfo, Theme } from '../shared/ipc.ts'
import { accountFile, createLocalData } from './accounts/local-data.ts'
import { createAccounts, type Accounts } from './accounts/accounts.ts'
import type { AccountsOptions } from './accounts/accounts-options.ts'
import type { SendEvent } from './ipc/events.ts'
import type { StartOptions } from './command-line.ts'
import { createDiagnostics, type Diagnostics } from './diagnostics/diagnostics.ts'
import { passOn, sendEvent as sendEventTo } from './ipc/events.ts'
import { registerCalls } from './ipc/register.ts'
import { errorName, type Log } from './log.ts'
import { createNotices } from './notices.ts'
import { createApplyProxy, mayUseServer } from './policy/policy-effects.ts'
import type { PolicyReading } from './policy/policy.ts'
import { createUpdates, type Updates } from './updates/updates.ts'
import { createQuitSequence, type QuitSequence } from './quit-sequence.ts'
import { serverId } from './server/address.ts'
import { createApiClient } from './server/http/api-client.ts'
import { createClientCertificates } from './server/http/client-certificates.ts'
import { electronTransport, isAsking, logInPagesToProxy } from './server/http/electron-transport.ts'
import { createProxyLogins } from './server/http/proxy-logins.ts'
import { createPartitions } from './server/http/site-partition.ts'
import { electronSettingsFile } from './settings/electron-settings-file.ts'
import { createSettings, pickLanguage, type SettingsStore } from './settings/settings.ts'
import { openFileFolder } from './files/file-folder.ts'
import { playFile } from './files/play-files.ts'
import { showFile } from './files/show-files.ts'
import { openStore } from './store/worker/store-client.ts'
import { serveApp } from './windows/app-protocol.ts'
import { openMainWindow, paintWindow, takeFirstScreenshot } from './windows/main-window.ts'
import { askToWait } from './windows/ask-to-wait.ts'
import { createFlusher, type Flusher, type FlushResult } from './windows/flush-windows.ts'
import { createOutsideLinks, guardAllContents, handOutCertificates } from './windows/guard-contents.ts'
import { createLivePreview, type LivePreview } from './windows/live-preview/live-preview.ts'
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

/** The parts that the others are made of. */
type Base = {
  start: StartOptions
  reading: PolicyReading
  log: Log
  userData: string
  settings: SettingsStore
  /** The open window, or null. */
  window: () => BrowserWindow | null
  sendEvent: SendEvent
  /** Language of the window. */
  language: () => string
  notices: ReturnType<typeof createNotices>
  flusher: Flusher
}

/** Puts the parts together. Must be called when the app is ready. */
export function createProgram(options: { start: StartOptions; reading: PolicyReading; log: Log }): Program {
  const { start, log, reading } = options
  const { policy } = reading
  let window: BrowserWindow | null = null
  const base = createBase(options, () => window)
  const { settings, sendEvent, language, notices, flusher } = base
  const checkConnection = (): void => void accounts.current()?.connection.check()

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
  const network = openNetwork(base, { isOwn: (origin) => accounts.isOwn(origin), checkConnection })
  const showMenu = createMenu(base)
  showMenu()
  const livePreview = createLivePreview({
    window: base.window,
    sendEvent,
    openExternal,
    applyProxy: network.applyProxy,
    log,
  })
  const localData = createLocalData({ userData: base.userData })
  const accounts = createProgramAccounts(base, network, {
    localData,
    openExternal,
    onLeft: livePreview.leave,
  })
  const diagnostics = createProgramDiagnostics(base, network, accounts)
  const applyTheme = createTheme(base, () => {
    const server = accounts.current()?.account.server
    if (server) network.setThemeCookie(server)
  })
  const quit = createProgramQuit(base, accounts)
  const updates = createProgramUpdates(base, network, accounts)
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
      reading,
      ready,
      facts: {
        version: app.getVersion(),
        platform: process.platform,
        presetServer: start.server,
        demoLogin: start.demoLogin,
      },
      language,
      certificates: network.certificates,
      proxyLogins: network.proxyLogins,
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

  const openWindow = (): void => {
    const opened = openProgramWindow(base, { quit, accounts, livePreview }, () => {
      // The window's commands cannot run any more.
      showMenu([])
      if (window === opened) window = null
    })
    window = opened
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
    resumed: checkConnection,
    quit,
  }
}

function createBase(
  { start, reading, log }: { start: StartOptions; reading: PolicyReading; log: Log },
  window: () => BrowserWindow | null,
): Base {
  const userData = app.getPath('userData')
  const settings = createSettings(electronSettingsFile(userData, log), log)
  const sendEvent: SendEvent = (name, payload) => {
    const open = window()
    if (open) sendEventTo([open.webContents], name, payload)
  }
  return {
    start,
    reading,
    log,
    userData,
    settings,
    window,
    sendEvent,
    language: () => {
      const wanted = reading.policy.language ?? settings.get().language
      const chosen = acceptedLanguages.find((key) => key === wanted)
      return chosen ?? pickLanguage(app.getPreferredSystemLanguages(), acceptedLanguages)
    },
    notices: createNotices((notice) => sendEvent('app.notice', notice)),
    flusher: createFlusher({
      ask: (token) => {
        const open = window()
        return open !== null && sendEventTo([open.webContents], 'app.flush', { token }) > 0
      },
      newToken: randomUUID,
      limitMs: FLUSH_LIMIT_MS,
    }),
  }
}

/** Sets up the sessions that requests are made in: proxies, client certificates, a partition for each server. */
function openNetwork(
  { reading, settings, sendEvent, log }: Base,
  { isOwn, checkConnection }: { isOwn: (origin: string) => boolean; checkConnection: () => void },
) {
  const { proxy, spelling } = reading.policy
  const proxyLogins = createProxyLogins({
    ask: (question) => sendEvent('proxies.asked', question),
    onAnswered: checkConnection,
  })
  logInPagesToProxy(proxyLogins)
  const applyProxy = createApplyProxy(proxy)
  // The sessions of servers and previews also wait for the policy's proxy before their first request.
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
  const certificates = createClientCertificates({
    isOwn,
    isAsking,
    ask: (request) => sendEvent('certificates.asked', request),
    onChosen: checkConnection,
  })
  handOutCertificates(certificates, log)
  const prefixOf = (url: string): string => settings.siteOf(url).cookiePrefix
  return {
    proxyLogins,
    applyProxy,
    proxies,
    certificates,
    accessFor: (server: { id: string; url: string }) =>
      partitions.accessFor({ ...server, cookiePrefix: prefixOf(server.url) }),
    sessionOf: (url: string) => partitions.sessionOf(serverId(url)),
    setThemeCookie: ({ id, url }: ServerInfo): void =>
      void partitions.setThemeCookie({ id, url, cookiePrefix: prefixOf(url) }, settings.get().theme),
  }
}
type Network = ReturnType<typeof openNetwork>

/** Returns a function that shows the menu bar in the window's language; without items, those of the last time. */
function createMenu({ language, sendEvent }: Base): (items?: readonly MenuItem[]) => void {
  let menuItems: readonly MenuItem[] = []
  return (items = menuItems) => {
    menuItems = items
    setApplicationMenu({
      language: language(),
      items,
      platform: process.platform,
      isPackaged: app.isPackaged,
      onChosen: (id) => sendEvent('menu.chosen', { id }),
    })
  }
}

function createProgramAccounts(
  { reading, userData, settings, window, sendEvent, language, notices, flusher, log }: Base,
  network: Network,
  parts: Pick<AccountsOptions, 'localData' | 'openExternal' | 'onLeft'>,
): Accounts {
  const { policy } = reading
  const accounts = createAccounts({
    ...parts,
    settings,
    accessFor: network.accessFor,
    certificateAnswered: network.certificates.answered,
    proxyAnswered: network.proxyLogins.answered,
    flush: async () => ['written', 'gone'].includes(await flusher.flush()),
    reload: () => window()?.webContents.reload(),
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
    onOpened: ({ server }) => network.setThemeCookie(server),
    log,
  })
  return accounts
}

function createProgramDiagnostics(
  { reading, userData, settings, language, log }: Base,
  network: Network,
  accounts: Accounts,
): Diagnostics {
  return createDiagnostics({
    userData,
    crashes: app.getPath('crashDumps'),
    policy: reading.decisions,
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
      const { transport } = network.accessFor({ id: serverId(url), url })
      return createApiClient({ baseUrl: url, api: site.api, transport, token: () => null, language, log })
    },
    resolveProxy: (url) => network.sessionOf(url).resolveProxy(url),
    resolveName: async (url, host) => {
      const { endpoints } = await network.sessionOf(url).resolveHost(host)
      return endpoints.map(({ address }) => address)
    },
    showFile: (file) => shell.showItemInFolder(file),
    log,
  })
}

/** Shows the chosen theme, and returns a function that shows another one. */
function createTheme({ settings, window, sendEvent }: Base, onChosen: () => void): (theme: Theme) => void {
  nativeTheme.themeSource = themeSource(settings.get().theme)
  nativeTheme.on('updated', () => {
    const open = window()
    if (open && !open.isDestroyed()) paintWindow(open)
  })
  return (theme) => {
    nativeTheme.themeSource = themeSource(theme)
    sendEvent('app.themeChanged', { theme })
    onChosen()
  }
}

function createProgramQuit(
  { window, sendEvent, language, flusher, log }: Base,
  accounts: Accounts,
): QuitSequence {
  const quit = createQuitSequence({
    flush: flusher.flush,
    refuse: (why) => {
      log.warn('quit-refused', { why })
      if (why === 'unwritten') return sendEvent('app.quitRefused', undefined)
      const open = window()
      if (!open) return
      void askToWait(open, language()).then((anyway) => anyway && quit.leave({ anyway }))
    },
    closeDatabase: () =>
      accounts.close().catch((error: unknown) => log.error('not-closed', { error: errorName(error) })),
    closeWindow: () => window()?.destroy(),
    // Deferred: Electron ignores a second quit within the event that was just refused.
    quit: () => setImmediate(() => app.quit()),
  })
  return quit
}

function createProgramUpdates(
  { reading, userData, settings, sendEvent, flusher, log }: Base,
  network: Network,
  accounts: Accounts,
): Updates {
  // An in-memory session.
  const updateSession = session.fromPartition('updates')
  return createUpdates({
    policy: reading.policy.updates,
    current: app.getVersion(),
    platform: process.platform,
    transport: electronTransport(updateSession, updateSession, network.proxies),
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
}

/** Opens the window, and keeps accounts and preview in step with its page. */
function openProgramWindow(
  { reading, settings, language, notices, flusher, log }: Base,
  { quit, accounts, livePreview }: { quit: QuitSequence; accounts: Accounts; livePreview: LivePreview },
  onClosed: () => void,
): BrowserWindow {
  const pageGone = (): void => {
    flusher.abandon()
    void accounts.current()?.locks.releaseAll()
  }
  const opened = openMainWindow({
    preload: path.join(HERE, '../preload/index.cjs'),
    state: settings.get().window,
    keepState: (state) => settings.update({ window: state }),
    language,
    checksSpelling: checksSpelling(process.platform, reading.policy.spelling),
    unwritten: notices.unwritten,
    log,
  })
  opened.on('close', (event) => {
    if (!quit.mayClose()) event.preventDefault()
  })
  // Windows asks before it logs the user off, and does not wait long.
  opened.on('query-session-end', () => void flusher.flush())
  opened.on('closed', () => {
    pageGone()
    livePreview.close()
    onClosed()
  })
  opened.webContents.on('render-process-gone', pageGone)
  opened.webContents.on('render-process-gone', livePreview.close)
  opened.webContents.on('did-start-navigation', ({ isMainFrame, isSameDocument }) => {
    // After a reload of the page, none of its documents is open any more.
    if (isMainFrame && !isSameDocument) void accounts.current()?.locks.releaseAll()
  })
  // A reloaded page requests the live preview again, so the old one is closed.
  opened.webContents.on('did-navigate', livePreview.close)
  return opened
}

function themeSource(theme: Theme): 'system' | 'light' | 'dark' {
  return theme === 'auto' ? 'system' : theme
}
