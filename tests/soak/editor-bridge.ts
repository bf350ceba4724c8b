import type { SendEvent } from '../../main/ipc/events.ts'
import type { OpenAccount } from '../../main/accounts/open-account.ts'
import { apiHandlers, documentsHandlers } from '../../main/ipc/documents-handlers.ts'
import { appHandlers, diagnosticsHandlers } from '../../main/ipc/app-handlers.ts'
import { bindContract } from '../../main/ipc/bind-contract.ts'
import type { HandlerContext } from '../../main/ipc/handler-context.ts'
import { decidePolicy } from '../../main/policy/policy.ts'
import { locksHandlers } from '../../main/ipc/locks-handlers.ts'
import { exportsHandlers, filesHandlers } from '../../main/ipc/files-handlers.ts'
import { outboxHandlers } from '../../main/ipc/outbox-handlers.ts'
import { previewHandlers } from '../../main/ipc/preview-handlers.ts'
import { versionsHandlers } from '../../main/ipc/versions-handlers.ts'
import { sessionHandlers } from '../../main/ipc/session-handlers.ts'
import type { Log } from '../../main/log.ts'
import { callChannel, type CallReply } from '../../shared/ipc-wire.ts'
import type {
  CallInput,
  CallName,
  CallOutput,
  EventName,
  EventPayload,
  GalleyBridge,
} from '../../shared/ipc.ts'

/** A call that main rejected, with the error code that a window gets. */
export class RejectedCall extends Error {
  readonly code: string
  constructor(name: CallName, code: string) {
    super(`${name}: ${code}`)
    this.code = code
  }
}

type Listener = (payload: unknown) => void

/**
 * Creates the window's bridge without Electron: main's own handlers behind main's own checks. Messages are cloned as
 * in Electron.
 */
export function createBridge(options: { account: () => OpenAccount | null; log: Log }): {
  bridge: GalleyBridge
  sendEvent: SendEvent
} {
  const handlers = new Map<string, (event: null, input: unknown) => Promise<unknown>>()
  const listeners = new Map<EventName, Set<Listener>>()
  const unused = (): never => {
    throw new Error('the soak has no such thing')
  }
  const context: HandlerContext = {
    // One open account and no settings, which the soak does not need.
    accounts: { current: options.account } as HandlerContext['accounts'],
    settings: { get: unused, update: unused } as unknown as HandlerContext['settings'],
    reading: decidePolicy([], {}),
    ready: Promise.resolve(),
    facts: { version: '0', platform: 'linux', presetServer: null, demoLogin: null },
    language: () => 'en',
    certificates: { open: () => [], choose: unused },
    diagnostics: { read: unused, connect: unused, checkStore: unused, showLog: unused },
    proxyLogins: { open: () => [], answer: unused, askAgain: unused },
    notices: { list: () => [], dismiss: () => undefined },
    applyTheme: unused,
    showMenu: () => undefined,
    popUpMenu: unused,
    openExternal: unused,
    livePreview: {
      open: unused,
      place: unused,
      send: unused,
      act: unused,
      picture: unused,
      close: unused,
      leave: unused,
    },
    updates: { state: unused, check: unused, install: unused },
    pageReady: () => undefined,
    flushed: () => undefined,
    quit: unused,
    exportUnsent: unused,
    askWhere: unused,
    dragFile: unused,
    exportProgress: () => undefined,
    saveJson: unused,
  }
  bindContract<null>({
    ipcMain: { handle: (channel, listener) => void handlers.set(channel, listener) },
    handlers: {
      ...appHandlers(context),
      ...sessionHandlers(context),
      ...diagnosticsHandlers(context),
      ...documentsHandlers(context),
      ...apiHandlers(context),
      ...outboxHandlers(context),
      ...exportsHandlers(context),
      ...filesHandlers(context),
      ...locksHandlers(context),
      ...previewHandlers(context),
      ...versionsHandlers(context),
    },
    isTrusted: () => true,
    log: options.log,
  })
  const bridge: GalleyBridge = {
    async call<N extends CallName>(name: N, input: CallInput<N>): Promise<CallOutput<N>> {
      const reply = (await handlers.get(callChannel(name))?.(null, structuredClone(input))) as CallReply
      if (!reply.ok) throw new RejectedCall(name, reply.code)
      return structuredClone(reply.value) as CallOutput<N>
    },
    on<N extends EventName>(name: N, listener: (payload: EventPayload<N>) => void): () => void {
      const all = listeners.get(name) ?? new Set()
      listeners.set(name, all)
      all.add(listener as Listener)
      return () => void all.delete(listener as Listener)
    },
  }
  const sendEvent: SendEvent = (name, payload) => {
    // A window gets events asynchronously.
    const copy: unknown = structuredClone(payload)
    setImmediate(() => {
      for (const listener of listeners.get(name) ?? []) listener(copy)
    })
  }
  return { bridge, sendEvent }
}
