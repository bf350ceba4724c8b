import { nativeTheme, WebContentsView, webFrameMain, type BrowserWindow } from 'electron'
import type { CallInput, LivePreviewState, PreviewResult } from '../../../shared/ipc.ts'
import type { Json, JsonObject } from '../../../shared/json.ts'
import type { SendEvent } from '../../ipc/events.ts'
import { errorName, type Log } from '../../log.ts'
import type { ApplyProxy } from '../../policy/apply-proxy.ts'
import { windowBackground } from '../theme-colors.ts'
import { FRAME_ADDRESS, FRAME_SCRIPT, FRAME_WORLD, frameCall } from './preview-frame.ts'
import {
  expectPage,
  forgetAnswers,
  forgetPages,
  previewSession,
  setPreviewAccess,
  type PreviewAccess,
} from './preview-session.ts'

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

export type FoundPreview = { target: PreviewTarget | null | undefined; answer: PreviewResult }

export type LivePreview = {
  /**
   * Shows the page that `find` finds (null: none any more; undefined: keeps the present one), unless another call
   * came in between.
   */
  open: (find: () => Promise<FoundPreview>) => Promise<PreviewResult>
  place: (place: CallInput<'livePreview.place'>) => void
  /** Sends the present document to the page; a page that loads later gets it as well. */
  send: (message: JsonObject) => void
  act: (what: CallInput<'livePreview.do'>['what']) => void
  /** Null: there is no page, or it takes too long. */
  picture: () => Promise<string | null>
  close: () => void
  /** Nobody is signed in any more: removes everything that was shown. */
  leave: () => void
}

type Pane = {
  view: WebContentsView
  target: PreviewTarget
  isReady: boolean
  state: LivePreviewState
  /** Messages to send to the page after the current one, by type: only the latest of each counts. */
  waiting: Map<Json | undefined, JsonObject>
  isTold: boolean
}

/** Time after which a silent page counts as unreachable. */
const QUIET_MS = 20_000
const JPEG_QUALITY = 80
/** Timeout of a picture: a busy page may never return one. Nothing waits for it, so it may be late. */
const PICTURE_MS = 10_000
/** Shortest time between two answers to a page that keeps saying it is ready. */
const BETWEEN_READY_MS = 200

/**
 * The pane beside the form: a page of the site in contents of its own, over an area that the window keeps free. The
 * page is not trusted: it cannot reach the app, and its process ends with the pane.
 */
export function createLivePreview(options: {
  window: () => BrowserWindow | null
  sendEvent: SendEvent
  openExternal: (url: string) => Promise<void>
  applyProxy: ApplyProxy
  log: Log
}): LivePreview {
  const { window, sendEvent, log } = options
  let pane: Pane | null = null
  let request = 0
  let message: JsonObject | null = null
  let place: CallInput<'livePreview.place'> = { bounds: null, zoom: 1, device: null }
  let quiet: NodeJS.Timeout | null = null

  function tell(state: LivePreviewState): void {
    if (quiet) clearTimeout(quiet)
    quiet = null
    if (pane) pane.state = state
    if (state === 'loading') quiet = setTimeout(() => tell('failed'), QUIET_MS)
    lay()
    sendEvent('livePreview.changed', { state })
  }

  /** Runs code in the page around the previewed one; the result is not trusted. */
  async function inFrame(of: Pane, code: string): Promise<unknown> {
    const { webContents } = of.view
    if (webContents.isDestroyed()) return undefined
    return webContents.executeJavaScriptInIsolatedWorld(FRAME_WORLD, [{ code }]).catch((error: unknown) => {
      log.debug('preview-not-told', { error: errorName(error) })
    })
  }

  /** Sends one message at a time, so that a busy page does not pile up whole documents. */
  async function post(of: Pane, what: JsonObject): Promise<void> {
    if (!of.isReady) return
    of.waiting.set(what['type'], what)
    if (of.isTold) return
    of.isTold = true
    for (const [type, next] of of.waiting) {
      of.waiting.delete(type)
      // Sent to the site's origin only: a link may have led the frame elsewhere.
      await inFrame(of, frameCall('post', next, new URL(of.target.address).origin))
    }
    of.isTold = false
  }

  /** Waits for the page to say that it is ready, which it does after each load. */
  async function listenFor(of: Pane): Promise<void> {
    const isReady = await inFrame(of, frameCall('nextReady'))
    if (pane !== of || isReady !== true) return
    of.isReady = true
    if (message) void post(of, message)
    setTimeout(() => void listenFor(of), BETWEEN_READY_MS)
  }

  function lay(): void {
    const shown = window()
    if (!pane || !shown || shown.isDestroyed()) return
    const { view } = pane
    const { bounds } = place
    view.setVisible(bounds !== null && pane.state === 'shown')
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
    if (!view.webContents.isDestroyed()) view.webContents.setZoomFactor(place.zoom * factor)
  }

  function size(of: Pane): void {
    const { width, height } = place.device ?? { width: '', height: '' }
    void inFrame(of, frameCall('size', width, height))
  }

  async function load(of: Pane): Promise<void> {
    tell('loading')
    try {
      const { session } = of.view.webContents
      await Promise.all([forgetAnswers(session), options.applyProxy(session)])
      if (pane !== of) return
      await of.view.webContents.loadURL(FRAME_ADDRESS, { baseURLForDataURL: `${of.target.origin}/` })
    } catch (error) {
      log.warn('preview-not-loaded', { error: errorName(error) })
      if (pane === of) tell('failed')
      return
    }
    await inFrame(of, FRAME_SCRIPT)
    size(of)
    void listenFor(of)
    if (pane === of) expectPage(of.view.webContents.session)
    await inFrame(of, frameCall('show', of.target.address))
  }

  function make(target: PreviewTarget): Pane {
    const session = previewSession(target.person)
    const view = new WebContentsView({
      webPreferences: {
        session,
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
        disableDialogs: true,
        // The focus stays in the form while the page loads.
        focusOnNavigation: false,
        spellcheck: false,
        autoplayPolicy: 'document-user-activation-required',
      },
    })
    const made: Pane = {
      view,
      target,
      isReady: false,
      state: 'loading',
      waiting: new Map(),
      isTold: false,
    }
    view.setBackgroundColor(windowBackground(nativeTheme.shouldUseDarkColors))
    view.setVisible(false)
    listen(made)
    return made
  }

  function listen(of: Pane): void {
    const { webContents } = of.view
    const isPage = (process: number, routing: number): boolean =>
      webFrameMain.fromId(process, routing)?.parent === webContents.mainFrame
    const now = (state: LivePreviewState): void => {
      if (pane === of) tell(state)
    }
    webContents.on('did-fail-load', (_event, code, _description, _url, isMain, process, routing) => {
      // Code -3: another navigation replaced it, which is no failure.
      if (code !== -3 && !isMain && isPage(process, routing)) now('failed')
    })
    webContents.on('did-frame-navigate', (_event, url, _code, _status, isMain, process, routing) => {
      // A frame starts with an empty page, which does not count.
      if (!isMain && /^https?:/i.test(url) && isPage(process, routing)) now('shown')
    })
    webContents.on('unresponsive', () => now('stuck'))
    webContents.on('responsive', () => now('shown'))
    webContents.on('render-process-gone', (_event, { reason }) => {
      if (reason !== 'clean-exit') now('ended')
    })
    webContents.on('before-input-event', (event, { type, key }) => {
      if (type !== 'keyDown' || key !== 'F6') return
      event.preventDefault()
      window()?.webContents.focus()
      sendEvent('livePreview.left', undefined)
    })
  }

  function end(): void {
    const ended = pane
    pane = null
    if (!ended) return
    const { view, target } = ended
    const session = previewSession(target.person)
    setPreviewAccess(session, null)
    const shown = window()
    if (shown && !shown.isDestroyed()) shown.contentView.removeChildView(view)
    if (!view.webContents.isDestroyed()) view.webContents.close()
    forget(forgetAnswers(session))
  }

  function forget(work: Promise<void>): void {
    work.catch((error: unknown) => log.warn('preview-not-forgotten', { error: errorName(error) }))
  }

  /** Creates new contents each time: the old ones may no longer answer. */
  function begin(target: PreviewTarget, shown: BrowserWindow): void {
    end()
    pane = make(target)
    setPreviewAccess(previewSession(target.person), target.access)
    shown.contentView.addChildView(pane.view)
    void load(pane)
  }

  function reload(): void {
    const shown = window()
    if (pane && shown && !shown.isDestroyed()) begin(pane.target, shown)
  }

  function close(): void {
    request += 1
    message = null
    if (!pane) return
    end()
    tell('closed')
  }

  return {
    async open(find) {
      const own = (request += 1)
      const { target, answer } = await find()
      const shown = window()
      if (own !== request || target === undefined || !shown || shown.isDestroyed()) return answer
      if (target === null) {
        end()
        tell('closed')
        return answer
      }
      const isSame =
        pane?.target.address === target.address &&
        pane.target.origin === target.origin &&
        pane.target.person === target.person
      if (pane && isSame) {
        // The address may be the same for another document: a new one gets its id when it is saved.
        pane.target = target
        setPreviewAccess(previewSession(target.person), target.access)
        if (pane.state === 'failed' || pane.state === 'ended') reload()
        else tell(pane.state)
        return answer
      }
      // The message was about another document, or another locale.
      message = null
      begin(target, shown)
      return answer
    },
    place(next) {
      const resized = JSON.stringify(next.device) !== JSON.stringify(place.device)
      place = next
      lay()
      if (pane && resized) size(pane)
    },
    send(next) {
      if (!pane) return
      message = next
      void post(pane, next)
    },
    act(what) {
      switch (what) {
        case 'saved':
          if (pane) void post(pane, { type: 'payload-document-event' })
          return
        case 'reload':
          reload()
          return
        case 'browser':
          if (pane) void options.openExternal(pane.target.address)
          return
        case 'enter':
          if (pane?.state !== 'shown') return
          pane.view.webContents.focus()
          void inFrame(pane, frameCall('focus'))
          return
        case 'close':
          close()
      }
    },
    async picture() {
      const pictured = pane
      if (pictured?.state !== 'shown' || pictured.view.webContents.isDestroyed()) return null
      const image = await Promise.race([
        pictured.view.webContents.capturePage().catch(() => null),
        new Promise<null>((resolve) => setTimeout(() => resolve(null), PICTURE_MS)),
      ])
      // The picture is dropped if another page is shown now.
      if (image === null || image.isEmpty() || pane !== pictured) return null
      return `data:image/jpeg;base64,${image.toJPEG(JPEG_QUALITY).toString('base64')}`
    },
    close,
    leave() {
      close()
      forget(forgetPages())
    },
  }
}
