import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { FULL_AT_START } from './disk-space.ts'
import type { FromEditor, OrderName, Orders, ToEditor } from './messages.ts'

export type Heard = Extract<FromEditor, { type: 'intent' | 'trouble' | 'said' | 'renamed' }>

/** An order whose process was killed, or that the program refused. */
export class NotDone extends Error {
  readonly killed: boolean
  constructor(message: string, killed: boolean) {
    super(message)
    this.killed = killed
  }
}

/** The editor's process, as the soak sees it. */
export type Editor = {
  order: <N extends OrderName>(name: N, input: Orders[N]['input']) => Promise<Orders[N]['output']>
  /** Numbers the order that will be given next. */
  nextId: () => number
  /** kill -9; resolves when it is gone. */
  kill: () => Promise<void>
  alive: () => boolean
}

/** Starts an editor's process on a database, new or as a killed process left it. Rejects if it does not come up. */
export async function startEditor(
  options: Omit<Extract<ToEditor, { type: 'begin' }>, 'type'> & {
    /** Milliseconds by which its clock is wrong. */
    clock: number
    diskFull: boolean
    hear: (message: Heard) => void
  },
): Promise<Editor> {
  const { clock, diskFull, hear, ...rest } = options
  const child = fork(new URL('./editor-process.ts', import.meta.url), {
    execArgv: [
      '--disable-warning=ExperimentalWarning',
      '--import',
      new URL('./skew-clock.ts', import.meta.url).href,
    ],
    env: { ...process.env, GALLEY_SOAK_CLOCK: String(clock), ...(diskFull ? FULL_AT_START : {}) },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const exited = once(child, 'exit')
  const waiting = new Map<number, { resolve: (output: unknown) => void; reject: (error: Error) => void }>()
  let last = 0
  let dead = false
  void exited.then(() => {
    dead = true
    for (const { reject } of waiting.values()) reject(new NotDone('killed', true))
    waiting.clear()
    return dead
  })
  const ready = new Promise<void>((resolve, reject) => {
    child.on('message', (raw) => {
      const message = raw as FromEditor
      switch (message.type) {
        case 'ready':
          return resolve()
        case 'done':
          waiting.get(message.id)?.resolve(message.output)
          return void waiting.delete(message.id)
        case 'failed':
          waiting.get(message.id)?.reject(new NotDone(message.error, false))
          return void waiting.delete(message.id)
        case 'intent':
        case 'trouble':
        case 'said':
        case 'renamed':
          return hear(message)
      }
    })
    void exited.then(() => reject(new NotDone('killed', true)))
  })
  send(child, { type: 'begin', ...rest })
  const kill = async (): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL')
    await exited
  }
  const editor: Editor = {
    nextId: () => last + 1,
    order: (name, input) => {
      if (dead) return Promise.reject(new NotDone('killed', true))
      last += 1
      const id = last
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve: (output) => resolve(output as never), reject })
        send(child, { type: 'order', id, name, input })
      })
    },
    kill,
    alive: () => !dead,
  }
  // A process that ends while it comes up rejects the race below.
  ready.catch(() => undefined)
  await Promise.race([
    ready,
    new Promise((_, reject) =>
      setTimeout(() => reject(new Error('the editor does not come up')), 60_000).unref(),
    ),
  ])
  return editor
}

function send(child: ChildProcess, message: ToEditor): void {
  // A killed process cannot be told anything, which its exit says too.
  child.send(message, () => undefined)
}
