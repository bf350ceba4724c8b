import { nativeTheme, WebContentsView, webFrameMain, type BrowserWindow, type WebContents } from 'electron'
import type { CallInput, LivePreviewState } from '../../../shared/ipc.ts'
import type { Json, JsonObject } from '../../../shared/json.ts'
import { errorName, type Log } from '../../log.ts'
import type { ApplyProxy } from '../../policy/policy-effects.ts'
import { SAFE_PREFERENCES } from '../guard-contents.ts'
import { windowBackground } from '../theme-colors.ts'
import { FRAME_ADDRESS, FRAME_SCRIPT, FRAME_WORLD, frameCall } from './preview-frame.ts'
import { expectPage, forgetAnswers, previewSession, type PreviewAccess } from './preview-session.ts'

/** A document on the site, with the person who looks at it. */
export type PreviewTarget = {
  /** Address of the document's page. */
  address: string
  /** The origin that the site's pages expect for its admin panel. */
  origin: string
  /** Name of the person among the users of the app; fit for the name of a partition. */
  person: string
  access: PreviewAccess
}

/** The area of the window that a page is shown in; see the call `livePreview.place`. */
export type PreviewArea = CallInput<'livePreview.place'>

/** One page of the site, in contents of its own: a pane is made for one load, and ends once. */
export type PreviewPane = {
  view: WebContentsView
  target: () => PreviewTarget
  /** Names another document with the same page. */
  retarget: (target: PreviewTarget) => void
  state: () => LivePreviewState
  setState: (state: LivePreviewState) => void
  load: () => Promise<void>
  /** Sends a message to the page; dropped before the page is ready, which then gets the document by itself. */
  post: (message: JsonObject) => void
  /** Puts the pane over its area of the window. */
  lay: (area: PreviewArea) => void
  size: (device: PreviewArea['device']) => void
  focus: () => void
  /** A picture of the page; null: there is no page, or it takes too long. */
  picture: () => Promise<string | null>
  /** Closes the contents. Nothing is reported afterwards. */
  end: () => void
}

export type PaneOptions = {
  target: PreviewTarget
  window: () => BrowserWindow | null
  area: () => PreviewArea
  /** The document that the page shows; null: none was sent yet. */
  message: () => JsonObject | null
  /** Called when the page says something of its state. */
  onState: (state: LivePreviewState) => void
  /** Called when F6 leads out of the page. */
  onLeft: () => void
  applyProxy: ApplyProxy
  log: Log
}

const JPEG_QUALITY = 80
/** Timeout of a picture: a busy page may never return one. Nothing waits for it, so it may be late. */
const PICTURE_MS = 10_000
/** Shortest time between two answers to a page that keeps saying it is ready. */
const BETWEEN_READY_MS = 200

export function createPreviewPane(options: PaneOptions): PreviewPane {
  let { target } = options
  let state: LivePreviewState = 'loading'
  let isEnded = false
  const tell = (next: LivePreviewState): void => {
    if (!isEnded) options.onState(next)
  }
  const view = createView(target.person)
  const { webContents } = view
  const frame = createFrame(webContents, { ...options, target: () => target, isEnded: () => isEnded })
  reportStates(webContents, tell)
  webContents.on('before-input-event', (event, { type, key }) => {
    if (type !== 'keyDown' || key !== 'F6') return
    event.preventDefault()
    options.onLeft()
  })

  return {
    view,
    target: () => target,
    retarget: (next) => {
      target = next
    },
    state: () => state,
    setState: (next) => {
      state = next
    },
    load: async () => {
      tell('loading')
      try {
        const { session } = webContents
        await Promise.all([forgetAnswers(session), options.applyProxy(session)])
        if (isEnded) return
        await webContents.loadURL(FRAME_ADDRESS, { baseURLForDataURL: `${target.origin}/` })
      } catch (error) {
        options.log.warn('preview-not-loaded', { error: errorName(error) })
        tell('failed')
        return
      }
      await frame.run(FRAME_SCRIPT)
      frame.size(options.area().device)
      void frame.listen()
      if (!isEnded) expectPage(webContents.session)
      await frame.run(frameCall('show', target.address))
    },
    post: (message) => void frame.post(message),
    lay: (area) => lay(view, options.window(), { ...area, isShown: state === 'shown' }),
    size: frame.size,
    focus: () => {
      webContents.focus()
      void frame.run(frameCall('focus'))
    },
    picture: async () => {
      if (state !== 'shown' || webContents.isDestroyed()) return null
      const image = await Promise.race([
        webContents.capturePage().catch(() => null),
        new Promise<null>((resolve) => setTimeout(() => resolve(null), PICTURE_MS)),
      ])
      // The picture is dropped if another page is shown now.
      if (image === null || image.isEmpty() || isEnded) return null
      return `data:image/jpeg;base64,${image.toJPEG(JPEG_QUALITY).toString('base64')}`
    },
    end: () => {
      isEnded = true
      const shown = options.window()
      if (shown && !shown.isDestroyed()) shown.contentView.removeChildView(view)
      if (!webContents.isDestroyed()) webContents.close()
    },
  }
}

function createView(person: string): WebContentsView {
  const session = previewSession(person)
  const view = new WebContentsView({
    webPreferences: {
      session,
      ...SAFE_PREFERENCES,
      disableDialogs: true,
      // The focus stays in the form while the page loads.
      focusOnNavigation: false,
      spellcheck: false,
      autoplayPolicy: 'document-user-activation-required',
    },
  })
  view.setBackgroundColor(windowBackground(nativeTheme.shouldUseDarkColors))
  view.setVisible(false)
  return view
}

/** Reports how the page gets on: shown, failed, stuck, ended. */
function reportStates(webContents: WebContents, tell: (state: LivePreviewState) => void): void {
  const isPage = (process: number, routing: number): boolean =>
    webFrameMain.fromId(process, routing)?.parent === webContents.mainFrame
  webContents.on('did-fail-load', (_event, code, _description, _url, isMain, process, routing) => {
    // Code -3: another navigation replaced it, which is no failure.
    if (code !== -3 && !isMain && isPage(process, routing)) tell('failed')
  })
  webContents.on('did-frame-navigate', (_event, url, _code, _status, isMain, process, routing) => {
    // A frame starts with an empty page, which does not count.
    if (!isMain && /^https?:/i.test(url) && isPage(process, routing)) tell('shown')
  })
  webContents.on('unresponsive', () => tell('stuck'))
  webContents.on('responsive', () => tell('shown'))
  webContents.on('render-process-gone', (_event, { reason }) => {
    if (reason !== 'clean-exit') tell('ended')
  })
}

function lay(
  view: WebContentsView,
  shown: BrowserWindow | null,
  { bounds, zoom, isShown }: PreviewArea & { isShown: boolean },
): void {
  if (!shown || shown.isDestroyed()) return
  view.setVisible(bounds !== null && isShown)
  if (bounds === null) return
  // The window itself may be zoomed.
  const factor = shown.webContents.getZoomFactor()
  const scaled = (pixels: number): number => Math.round(pixels * factor)
  view.setBounds({
    x: scaled(bounds.x),
    y: scaled(bounds.y),
    width: scaled(bounds.width),
    height: scaled(bounds.height),
  })
  if (!view.webContents.isDestroyed()) view.webContents.setZoomFactor(zoom * factor)
}

/** Talks to the page around the previewed one. */
function createFrame(
  webContents: WebContents,
  options: Pick<PaneOptions, 'message' | 'log'> & { target: () => PreviewTarget; isEnded: () => boolean },
) {
  let isReady = false
  /** Messages to send to the page after the current one, by type: only the latest of each counts. */
  const waiting = new Map<Json | undefined, JsonObject>()
  let isTold = false

  /** Runs code in the page around the previewed one; the result is not trusted. */
  async function run(code: string): Promise<unknown> {
    if (webContents.isDestroyed()) return undefined
    return webContents.executeJavaScriptInIsolatedWorld(FRAME_WORLD, [{ code }]).catch((error: unknown) => {
      options.log.debug('preview-not-told', { error: errorName(error) })
    })
  }

  /** Sends one message at a time, so that a busy page does not pile up whole documents. */
  async function post(message: JsonObject): Promise<void> {
    if (!isReady) return
    waiting.set(message['type'], message)
    if (isTold) return
    isTold = true
    for (const [type, next] of waiting) {
      waiting.delete(type)
      // Sent to the site's origin only: a link may have led the frame elsewhere.
      await run(frameCall('post', next, new URL(options.target().address).origin))
    }
    isTold = false
  }

  /** Waits for the page to say that it is ready, which it does after each load. */
  async function listen(): Promise<void> {
    const said = await run(frameCall('nextReady'))
    if (options.isEnded() || said !== true) return
    isReady = true
    const message = options.message()
    if (message) void post(message)
    setTimeout(() => void listen(), BETWEEN_READY_MS)
  }

  return {
    run,
    post,
    listen,
    size: (device: PreviewArea['device']): void => {
      const { width, height } = device ?? { width: '', height: '' }
      void run(frameCall('size', width, height))
    },
  }
}
