import type { BrowserWindow } from 'electron'
import type { CallInput, LivePreviewState, PreviewResult } from '../../../shared/ipc.ts'
import type { JsonObject } from '../../../shared/json.ts'
import type { SendEvent } from '../../ipc/events.ts'
import { errorName, type Log } from '../../log.ts'
import type { ApplyProxy } from '../../policy/policy-effects.ts'
import { createPreviewPane, type PreviewArea, type PreviewPane, type PreviewTarget } from './preview-pane.ts'
import { forgetAnswers, forgetPages, previewSession, setPreviewAccess } from './preview-session.ts'

export type FoundPreview = { target: PreviewTarget | null | undefined; answer: PreviewResult }

export type LivePreview = {
  /**
   * Shows the page that `find` finds (null: none any more; undefined: keeps the present one), unless another call
   * came in between.
   */
  open: (find: () => Promise<FoundPreview>) => Promise<PreviewResult>
  place: (area: PreviewArea) => void
  /** Sends the present document to the page; a page that loads later gets it as well. */
  send: (message: JsonObject) => void
  act: (what: CallInput<'livePreview.do'>['what']) => void
  /** A picture of the page; null: there is no page, or it takes too long. */
  picture: () => Promise<string | null>
  close: () => void
  /** Removes everything that was shown, after the person signed out. */
  leave: () => void
}

/** Time after which a silent page counts as unreachable. */
const QUIET_MS = 20_000

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
  const { sendEvent, log } = options
  let request = 0
  let message: JsonObject | null = null
  let area: PreviewArea = { bounds: null, zoom: 1, device: null }
  const shownWindow = (): BrowserWindow | null => {
    const window = options.window()
    return window === null || window.isDestroyed() ? null : window
  }
  const pane = createPaneSlot({
    window: options.window,
    area: () => area,
    message: () => message,
    sendEvent,
    applyProxy: options.applyProxy,
    log,
  })

  function close(): void {
    request += 1
    message = null
    if (!pane.current()) return
    pane.end()
    pane.tell('closed')
  }

  return {
    async open(find) {
      const own = (request += 1)
      const { target, answer } = await find()
      const shown = shownWindow()
      if (own !== request || target === undefined || !shown) return answer
      if (target === null) {
        pane.end()
        pane.tell('closed')
        return answer
      }
      if (pane.goOn(target, shown)) return answer
      // The message was about another document, or another locale.
      message = null
      pane.begin(target, shown)
      return answer
    },
    place(next) {
      const resized = JSON.stringify(next.device) !== JSON.stringify(area.device)
      area = next
      pane.current()?.lay(area)
      if (resized) pane.current()?.size(area.device)
    },
    send(next) {
      if (!pane.current()) return
      message = next
      pane.current()?.post(next)
    },
    act(what) {
      const shown = shownWindow()
      const open = pane.current()
      switch (what) {
        case 'saved':
          open?.post({ type: 'payload-document-event' })
          return
        case 'reload':
          if (open && shown) pane.begin(open.target(), shown)
          return
        case 'browser':
          if (open) void options.openExternal(open.target().address)
          return
        case 'enter':
          if (open?.state() === 'shown') open.focus()
          return
        case 'close':
          close()
      }
    },
    picture: async () => (await pane.current()?.picture()) ?? null,
    close,
    leave() {
      close()
      forget(forgetPages(), log)
    },
  }
}

/** Holds the current pane, and reports its state. */
function createPaneSlot(options: {
  window: () => BrowserWindow | null
  area: () => PreviewArea
  message: () => JsonObject | null
  sendEvent: SendEvent
  applyProxy: ApplyProxy
  log: Log
}) {
  let pane: PreviewPane | null = null
  let quiet: NodeJS.Timeout | null = null

  function tell(state: LivePreviewState): void {
    if (quiet) clearTimeout(quiet)
    quiet = null
    pane?.setState(state)
    if (state === 'loading') quiet = setTimeout(() => tell('failed'), QUIET_MS)
    pane?.lay(options.area())
    options.sendEvent('livePreview.changed', { state })
  }

  function end(): void {
    const ended = pane
    pane = null
    if (!ended) return
    const session = previewSession(ended.target().person)
    setPreviewAccess(session, null)
    ended.end()
    forget(forgetAnswers(session), options.log)
  }

  /** Creates new contents each time: the old ones may no longer answer. */
  function begin(target: PreviewTarget, shown: BrowserWindow): void {
    end()
    pane = createPreviewPane({
      ...options,
      target,
      onState: tell,
      onLeft: () => {
        options.window()?.webContents.focus()
        options.sendEvent('livePreview.left', undefined)
      },
    })
    setPreviewAccess(previewSession(target.person), target.access)
    shown.contentView.addChildView(pane.view)
    void pane.load()
  }

  /** Keeps the page if it is the one of a target; false: another one is needed. */
  function goOn(target: PreviewTarget, shown: BrowserWindow): boolean {
    const present = pane?.target()
    const isSame =
      present?.address === target.address &&
      present.origin === target.origin &&
      present.person === target.person
    if (!pane || !isSame) return false
    // The address may be the same for another document: a new one gets its id when it is saved.
    pane.retarget(target)
    setPreviewAccess(previewSession(target.person), target.access)
    const state = pane.state()
    if (state === 'failed' || state === 'ended') begin(target, shown)
    else tell(state)
    return true
  }

  return { current: () => pane, begin, goOn, end, tell }
}

function forget(work: Promise<void>, log: Log): void {
  work.catch((error: unknown) => log.warn('preview-not-forgotten', { error: errorName(error) }))
}
