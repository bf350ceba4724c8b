import type { WebContents } from 'electron'

const WEB = /^(https?|about|blob|data):/i
/** A page that is followed by hand opens no more than this. */
const LEAST_BETWEEN_MS = 3_000

/**
 * What a page in the pane may do: go to pages of the web within its frame, and, while the person is in it, have a link
 * opened in the system's browser now and then.
 */
export function guardPreview(contents: WebContents, openExternal: (url: string) => void): void {
  let opened = Number.NEGATIVE_INFINITY
  // The page around the frame stays.
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
