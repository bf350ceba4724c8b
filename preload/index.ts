import { contextBridge, ipcRenderer, type IpcRendererEvent } from 'electron'
import {
  calls,
  events,
  type CallName,
  type CallOutput,
  type EventName,
  type GalleyBridge,
} from '../shared/ipc.ts'
import { callChannel, eventChannel, type CallReply } from '../shared/ipc-wire.ts'

// Many components of a window listen to the same event, so a high number of listeners is no leak.
ipcRenderer.setMaxListeners(0)

/**
 * The only thing a page can see of the program: calls and events of the contract, by name. ipcRenderer itself, other
 * channels and Electron's event objects stay on this side (Electron's checklist, item 20).
 */
const bridge: GalleyBridge = {
  async call(name, input) {
    if (!isCall(name)) throw new Error('unknown call')
    const reply: CallReply = await ipcRenderer.invoke(callChannel(name), input)
    if (!reply.ok) throw new Error(`${name}: ${reply.code}`)
    // Main's handler for this name is typed by the same contract, and main is trusted: checking here again would cost
    // every answer twice.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return reply.value as CallOutput<typeof name>
  },
  on(name, listener) {
    if (!isEvent(name)) throw new Error('unknown event')
    const channel = eventChannel(name)
    const forward = (_event: IpcRendererEvent, payload: Parameters<typeof listener>[0]): void =>
      listener(payload)
    ipcRenderer.on(channel, forward)
    return () => {
      ipcRenderer.off(channel, forward)
    }
  },
}

function isCall(name: string): name is CallName {
  return Object.hasOwn(calls, name)
}

function isEvent(name: string): name is EventName {
  return Object.hasOwn(events, name)
}

contextBridge.exposeInMainWorld('galley', bridge)
