import type { WebContents } from 'electron'

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
