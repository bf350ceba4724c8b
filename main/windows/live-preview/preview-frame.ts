/** An isolated world that scripts of the previewed page cannot reach. */
export const FRAME_WORLD = 1

/**
 * The page around the previewed one: only a frame, loaded under the site's origin, so that messages come from the web
 * admin's origin. Modal dialogs and leaving the frame are forbidden.
 */
const PAGE = `<!doctype html>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; frame-src http: https:; style-src 'unsafe-inline'">
<title>Preview</title>
<style>
/* --bg-sunken of the app's tokens */
:root { color-scheme: light dark; background: light-dark(oklch(97.4% 0.004 85), oklch(18% 0.005 62)); }
html, body { margin: 0; block-size: 100%; }
body { display: flex; justify-content: safe center; }
iframe { flex: none; border: 0; inline-size: 100vw; block-size: 100vh; background: #fff; }
</style>
<iframe sandbox="allow-scripts allow-same-origin allow-forms allow-popups"></iframe>`

export const FRAME_ADDRESS = `data:text/html;charset=utf-8,${encodeURIComponent(PAGE)}`

/** The script that main runs in the page: `galleyPreview`, in FRAME_WORLD. */
export const FRAME_SCRIPT = `(() => {
  const frame = document.querySelector('iframe')
  let isReady = false
  let tell = null
  addEventListener('message', ({ source, data }) => {
    if (source !== frame.contentWindow || data?.type !== 'payload-live-preview' || data.ready !== true) return
    isReady = true
    tell?.()
  })
  globalThis.galleyPreview = {
    show(address) {
      isReady = false
      frame.src = address
    },
    size(width, height) {
      frame.style.inlineSize = width
      frame.style.blockSize = height
    },
    post(message, origin) {
      frame.contentWindow?.postMessage(message, origin)
    },
    focus() {
      frame.focus()
    },
    nextReady: () =>
      new Promise((resolve) => {
        tell = () => {
          isReady = false
          tell = null
          resolve(true)
        }
        if (isReady) tell()
      }),
  }
})()`

type FrameCall = 'show' | 'size' | 'post' | 'focus' | 'nextReady'

/** The code of one call. The input is passed as JSON text and parsed there, so that it cannot run as code. */
export function frameCall(name: FrameCall, ...input: unknown[]): string {
  return `globalThis.galleyPreview?.${name}(${input.map((value) => `JSON.parse(${JSON.stringify(JSON.stringify(value))})`).join(', ')})`
}
