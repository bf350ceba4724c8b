import * as v from 'valibot'
import { calls, type CallInput, type CallName, type CallOutput } from '../../shared/ipc.ts'
import { callChannel, type CallErrorCode, type CallReply } from '../../shared/ipc-wire.ts'
import { errorName, type Log } from '../log.ts'
import { StoreError } from '../store/store-error.ts'
import { APP_ORIGIN } from '../windows/bundle-path.ts'

/**
 * A handler for each call of the contract. A call without a handler, or a handler without a call, does not compile.
 */
export type Handlers = { [N in CallName]: (input: CallInput<N>) => Answer<N> | Promise<Answer<N>> }
type Answer<N extends CallName> = CallOutput<N> extends undefined ? void : CallOutput<N>

const schemas: { [N in CallName]: { input: v.GenericSchema<unknown, CallInput<N>> } } = calls

/**
 * A handler throws this to choose the code that the window gets. A StoreError becomes `refused` or
 * `database`, any other error `internal`.
 */
export class CallError extends Error {
  readonly code: CallErrorCode
  constructor(code: CallErrorCode) {
    super(code)
    this.code = code
  }
}

/** The part of Electron's ipcMain that is used. No other folder of main has access to ipcMain. */
export type IpcMainLike<Event> = {
  handle: (channel: string, listener: (event: Event, input: unknown) => Promise<unknown>) => void
}

/**
 * Registers exactly the calls of the contract. Each checks sender and input before it runs; errors cross as a code,
 * without message, stack or content (Electron's checklist, item 17).
 */
export function bindContract<Event>(options: {
  ipcMain: IpcMainLike<Event>
  handlers: Handlers
  isTrusted: (event: Event) => boolean
  log: Log
}): void {
  for (const name of Object.keys(calls)) if (isCallName(name)) bindCall(name, options)
}

function isCallName(name: string): name is CallName {
  return Object.hasOwn(calls, name)
}

function bindCall<N extends CallName, Event>(
  name: N,
  { ipcMain, handlers, isTrusted, log }: Parameters<typeof bindContract<Event>>[0],
): void {
  const refuse = (code: CallErrorCode): CallReply => ({ ok: false, code })
  ipcMain.handle(callChannel(name), async (event, input): Promise<CallReply> => {
    if (!isTrusted(event)) {
      log.error('ipc-foreign-sender', { call: name })
      return refuse('foreign-sender')
    }
    const parsed = v.safeParse(schemas[name].input, input)
    if (!parsed.success) {
      log.error('ipc-bad-input', { call: name, at: v.getDotPath(parsed.issues[0]) })
      return refuse('bad-input')
    }
    try {
      const handler: Handlers[N] = handlers[name]
      return { ok: true, value: await handler(parsed.output) }
    } catch (error) {
      const code = codeOf(error)
      log.error('ipc-call-failed', { call: name, code, error: errorName(error) })
      return refuse(code)
    }
  })
}

function codeOf(error: unknown): CallErrorCode {
  if (error instanceof CallError) return error.code
  if (!(error instanceof StoreError)) return 'internal'
  return error.code === 'refused' ? 'refused' : 'database'
}

/** The part of Electron's IpcMainInvokeEvent that identifies the sender. */
export type SenderEvent = {
  sender: { id: number; mainFrame: unknown }
  senderFrame: { url: string } | null
}

/**
 * True if a call comes from the top frame of one of our own windows that shows the app. Frames, other contents and
 * pages of other origins are refused (Electron's checklist, item 17).
 */
export function isTrustedSender(
  event: SenderEvent,
  isOurWindow: (webContentsId: number) => boolean,
): boolean {
  const frame = event.senderFrame
  // Null: the frame has navigated or is gone since it asked.
  if (frame === null || frame !== event.sender.mainFrame) return false
  return isOurWindow(event.sender.id) && frame.url.startsWith(`${APP_ORIGIN}/`)
}
