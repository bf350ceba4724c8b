import { app, session, shell } from 'electron'
import type { Session, WebContents, WebPreferences } from 'electron'
import { externalUrl } from '../../shared/external-url.ts'
import { errorName, type Log } from '../log.ts'
import type { ClientCertificates } from '../server/http/client-certificates.ts'
import { checksSpelling } from './spelling.ts'
import { APP_ORIGIN } from './bundle-path.ts'
import { isPreviewSession } from './live-preview/preview-session.ts'

/**
 * The preferences of every page: Electron's checklist, items 2 to 4, 6, 8, 9 and 11. They are the defaults, written
 * down in case a default changes.
 */
export const SAFE_PREFERENCES: Readonly<WebPreferences> = {
  sandbox: true,
  contextIsolation: true,
  nodeIntegration: false,
  nodeIntegrationInWorker: false,
  nodeIntegrationInSubFrames: false,
  webSecurity: true,
  allowRunningInsecureContent: false,
  experimentalFeatures: false,
  webviewTag: false,
  navigateOnDragDrop: false,
}

/**
 * Forbids pages to leave the app, open windows, use webviews, get permissions except to write the clipboard,
 * save files, or reveal this computer's addresses (Electron's checklist, items 5 and 11 to 14).
 */
export function guardAllContents(log: Log, openExternal: (url: string) => Promise<void>): void {
  app.on('web-contents-created', (_event, contents) => guardContents(contents, log, openExternal))
  app.on('session-created', (created) => guardSession(created, log))
  guardSession(session.defaultSession, log)
}

function guardContents(contents: WebContents, log: Log, openExternal: (url: string) => Promise<void>): void {
  if (isPreviewSession(contents.session)) {
    guardPreview(contents, (url) => void openExternal(url))
    return
  }
  contents.on('will-navigate', (event) => {
    // Reloading the app and going to its own addresses is allowed.
    if (event.url.startsWith(`${APP_ORIGIN}/`)) return
    event.preventDefault()
    log.warn('navigation-refused')
  })
  contents.on('will-frame-navigate', (event) => {
    if (!event.isMainFrame) event.preventDefault()
  })
  contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp')
  contents.on('will-attach-webview', (event) => event.preventDefault())
  contents.setWindowOpenHandler(({ url }) => {
    void openExternal(url)
    return { action: 'deny' }
  })
}

function guardSession(of: Session, log: Log): void {
  denyPermissions(of)
  // Downloads are cancelled: files are saved through a dialog of main.
  of.on('will-download', (event) => {
    event.preventDefault()
    log.warn('download-refused')
  })
  if (checksSpelling(process.platform, null)) return
  of.setSpellCheckerEnabled(false)
  // A session starts with the system's language and would fetch its dictionary even with checking disabled.
  of.setSpellCheckerLanguages([])
}

/** Denies all permissions for a session, except writing to the clipboard. */
function denyPermissions(of: Session): void {
  const allowed = 'clipboard-sanitized-write'
  of.setPermissionRequestHandler((_contents, permission, decide) => decide(permission === allowed))
  of.setPermissionCheckHandler((_contents, permission) => permission === allowed)
  of.setDevicePermissionHandler(() => false)
}

const WEB = /^(https?|about|blob|data):/i
/** Shortest time between two links that a page can open. */
const LEAST_BETWEEN_MS = 3_000

/**
 * Limits a page in the pane: it may navigate within its frame to web pages, and open links in the system's browser
 * now and then while the person uses it.
 */
export function guardPreview(contents: WebContents, openExternal: (url: string) => void): void {
  let opened = Number.NEGATIVE_INFINITY
  // The page around the frame never navigates.
  contents.on('will-navigate', (event) => event.preventDefault())
  contents.on('will-frame-navigate', (event) => {
    if (!event.isMainFrame && !WEB.test(event.url)) event.preventDefault()
  })
  contents.on('will-redirect', (event) => {
    if (!WEB.test(event.url)) event.preventDefault()
  })
  contents.on('will-attach-webview', (event) => event.preventDefault())
  contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp')
  contents.setWindowOpenHandler(({ url }) => {
    const now = performance.now()
    if (contents.isFocused() && now - opened > LEAST_BETWEEN_MS) {
      opened = now
      openExternal(url)
    }
    return { action: 'deny' }
  })
}

type OutsideLinksOptions = {
  /** False: the policy allows addresses of servers only. */
  allowed: boolean
  isServer: (origin: string) => boolean
  /** The policy refused an address, which the person has to be told. */
  onRefused: (address: string) => void
  log: Log
}

/**
 * Returns a function that opens an address with the system's program for it, if its scheme and the policy
 * allow.
 */
export function createOutsideLinks({ allowed, isServer, onRefused, log }: OutsideLinksOptions) {
  return async (address: string): Promise<void> => {
    const url = externalUrl(address)
    if (url === null) {
      log.warn('external-address-refused')
      return
    }
    if (!allowed && !(/^https?:/.test(url) && isServer(new URL(url).origin))) {
      log.info('external-address-managed')
      onRefused(url)
      return
    }
    await shell.openExternal(url)
  }
}

/**
 * Answers requests for client certificates; by default Electron gives the first one to anybody. Main's requests have
 * no page, nor have those of shared workers, which previews block (live-preview/preview-session.ts).
 */
export function handOutCertificates(certificates: ClientCertificates, log: Log): void {
  app.on('select-client-certificate', (event, contents, server, offered, answer) => {
    event.preventDefault()
    const give = async (): Promise<void> => {
      const picked = certificates.pick({ server, isPage: contents !== null }, offered)
      const certificate = await picked.catch((error: unknown) => {
        log.error('certificate-not-picked', { error: errorName(error) })
        return null
      })
      if (certificate === null) log.warn('certificate-refused')
      // Electron crashes without an argument or with undefined: "none" is null, which its types lack.
      Reflect.apply(answer, undefined, [certificate])
    }
    give().catch((error: unknown) => log.error('certificate-not-given', { error: errorName(error) }))
  })
}
