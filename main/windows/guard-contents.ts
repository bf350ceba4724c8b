import { app, session, type Session, type WebContents } from 'electron'
import type { Log } from '../log.ts'
import { checksSpelling } from './spelling.ts'
import { APP_ORIGIN } from './bundle-path.ts'
import { isPreviewSession } from './live-preview/preview-session.ts'
import { guardPreview } from './live-preview/guard-preview.ts'

/**
 * What no page may do, whichever way it came to be: leave the app, open windows, hold webviews, be given permissions,
 * put files on the disk, tell the addresses of this computer (Electron's checklist, items 4, 11, 13 and 14).
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
    // Reloading the app and its own addresses is not leaving it.
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
  // Whatever is to be saved goes through a dialog of main.
  of.on('will-download', (event) => {
    event.preventDefault()
    log.warn('download-refused')
  })
  if (checksSpelling(process.platform, null)) return
  of.setSpellCheckerEnabled(false)
  // A session has the language of the system from the start, and fetches its dictionary though nothing is checked.
  of.setSpellCheckerLanguages([])
}

/** Copying is the one thing that a page may ask for; all else is denied for every session. */
function denyPermissions(of: Session): void {
  const allowed = 'clipboard-sanitized-write'
  of.setPermissionRequestHandler((_contents, permission, decide) => decide(permission === allowed))
  of.setPermissionCheckHandler((_contents, permission) => permission === allowed)
  of.setDevicePermissionHandler(() => false)
}
