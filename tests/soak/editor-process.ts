import { openAccount, type OpenAccount } from '../../main/accounts/open-account.ts'
import { passOn } from '../../main/ipc/events.ts'
import { createLog } from '../../main/log.ts'
import { serverId } from '../../main/server/address.ts'
import { memoryTokenJar } from '../../main/server/session/token.ts'
import { openFileFolder } from '../../main/files/file-folder.ts'
import { openStore } from '../../main/store/worker/store-client.ts'
import { createReplayer } from '../../renderer/sync/replayer.ts'
import { tellDraftsLeft, tellingOfDrafts } from './drafts-told.ts'
import { setDiskFull } from './disk-space.ts'
import { createBridge } from './editor-bridge.ts'
import { tellingOfCompanion } from './companion-seen.ts'
import { createForms } from './editor-forms.ts'
import { goesToo, judgeParked } from './judge-parked.ts'
import { setSkew } from './skew-clock.ts'
import { wholeOutbox } from '../support/whole-outbox.ts'
import type { EditRecord, FromEditor, Judged, OrderName, Orders, ToEditor } from './messages.ts'

/* The program without windows: the real store worker, account, sender, IPC handlers, replayer and forms, in plain
   Node, driven by the soak. It may be killed at any moment. */

/** Resolves when the message is in the pipe, so that it survives this process. */
function sendMessage(message: FromEditor): Promise<void> {
  return new Promise((resolve, reject) => {
    process.send?.(message, (error: Error | null) => (error ? reject(error) : resolve()))
  })
}

const trouble = (text: string): void => void sendMessage({ type: 'trouble', text }).catch(() => undefined)

process.on('unhandledRejection', (error) =>
  trouble(`unhandled: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`),
)
const say = (text: string): void => void sendMessage({ type: 'said', text }).catch(() => undefined)
// Traces the renderer's console warnings.
console.warn = (...words: unknown[]) => say(words.map(String).join(' '))
// Ends without its parent.
process.on('disconnect', () => process.exit(0))

/** Longest milliseconds that a fault of the soak holds a request; the program itself waits for minutes. */
const LONGEST_RUN_MS = 30_000

type Handlers = { [N in OrderName]: (input: Orders[N]['input'], id: number) => Promise<Orders[N]['output']> }

async function begin(options: Extract<ToEditor, { type: 'begin' }>): Promise<Handlers> {
  const { file, url, haste } = options
  let account: OpenAccount | null = null
  const log = createLog('error', [(line) => trouble(line)])
  const { bridge: silent, sendEvent } = createBridge({ account: () => account, log })
  const bridge = tellingOfDrafts(silent, say)
  const outbox = () => wholeOutbox((query) => bridge.call('outbox.list', query))
  tellDraftsLeft(file, say)
  const store = await openStore({
    file,
    workerUrl: new URL('./store-worker.ts', import.meta.url),
    onEvent: (event) => {
      if (event.name === 'app.notice') trouble(`notice: ${event.payload.code}`)
      passOn(sendEvent, event)
    },
    onFatal: (error) => trouble(`the store died: ${error.message}`),
  })
  const tokens = memoryTokenJar()
  await tokens.set(options.token, true)
  const server = { id: serverId(url), url, name: 'Soak', waiting: null, lastIdentifier: null }
  account = await openAccount({
    account: { server, collection: 'users', userId: options.userId, label: 'Soak' },
    store,
    files: openFileFolder(file),
    transport: tellingOfCompanion((address, init) => fetch(address, init)),
    tokens,
    language: () => 'en',
    sendEvent,
    longestRunMs: LONGEST_RUN_MS,
    log,
  })
  const opened = account
  bridge.on('documents.idAssigned', (event) => void sendMessage({ type: 'renamed', ...event }))
  const replayer = createReplayer({
    bridge,
    // One process has one window, so the lock needs no sharing.
    locks: {
      request: async (_name: string, ...rest: unknown[]) => (rest.at(-1) as () => unknown)(),
    } as never,
    clock: {
      now: () => performance.now() * haste,
      setTimeout: (run, ms) => setTimeout(run, ms / haste),
      clearTimeout: (timer) => clearTimeout(timer as NodeJS.Timeout),
    },
    random: Math.random,
  })
  replayer.start()
  void opened.connection.check()

  const schema = () => opened.schema()
  const forms = createForms({ bridge, schema, trouble })
  const intent = (id: number) => (edits: EditRecord[]) =>
    sendMessage({ type: 'intent', id, edits, judged: [] })

  return {
    type: (input, id) => forms.type(input, intent(id)).then(() => null),
    toggle: (input, id) => forms.toggle(input, intent(id)).then(() => null),
    words: (input, id) => forms.words(input, intent(id)).then(() => null),
    bulk: (input, id) => forms.bulk(input, intent(id)),
    async takeBack({ draw }, id) {
      const entries = (await outbox()).flatMap((document) => document.entries)
      const publishes = entries.filter(({ mode }) => mode === 'publish')
      const entry = publishes[Math.floor(draw * publishes.length)]
      if (!entry) throw new Error('nothing to do')
      await sendMessage({
        type: 'intent',
        id,
        edits: [],
        judged: [{ entry, action: 'take-back', choices: {} }],
      })
      const { takenBack } = await bridge.call('outbox.takeBackPublish', { key: entry.key })
      if (!takenBack) throw new Error('nothing to do')
      return null
    },
    async quit() {
      await forms.flush()
      // The windows close before the account.
      replayer.stop()
      await opened.close()
      return null
    },
    rows: (input, id) => forms.rows(input, intent(id)).then(() => null),
    undo: (input, id) => forms.undo(input, intent(id)).then(() => null),
    save: (input, id) => forms.save(input, intent(id)).then(() => null),
    leave: ({ ref }) => forms.leave(ref).then(() => null),
    create: (input, id) => forms.create(input, intent(id)),
    unpublish: (input, id) => forms.unpublish(input, intent(id)).then(() => null),
    async clock({ skew }) {
      setSkew(skew)
      return null
    },
    async disk({ full }) {
      await setDiskFull(full)
      return null
    },
    flush: () => forms.flush(),
    remove: (input, id) => forms.remove(input, intent(id)).then(() => null),
    restore: (input, id) => forms.restore(input, intent(id)),
    async resolve({ draws }, id) {
      const entries = (await outbox()).flatMap((document) => document.entries)
      const parked = entries.filter(({ state }) => state === 'parked')
      let busy = 0
      let judged = 0
      for (const [index, entry] of parked.entries()) {
        const found = judgeParked(entry, draws[index % draws.length] ?? 0)
        await sendMessage({ type: 'intent', id, edits: [], judged: [found, ...goesToo(found, entries)] })
        try {
          await act(found)
          judged += 1
        } catch {
          // The entry changed meanwhile: the next run handles it.
          busy += 1
        }
      }
      return { judged, busy }
    },
    async refresh({ ref }) {
      // A window shows no document before that.
      if (schema() === null) throw new Error('no schema yet')
      return bridge.call('documents.refresh', { ref })
    },
    async refreshList({ slug }) {
      const query = { slug, page: 1, limit: 50, sort: '-updatedAt', search: '', where: null, locale: 'en' }
      await bridge.call('documents.refreshList', query)
      return null
    },
    sendNow: () => replayer.sendNow().then(() => null),
    async token({ token }) {
      await tokens.set(token, true)
      await bridge.call('connection.check', undefined)
      sendEvent('session.changed', undefined)
      return null
    },
    async sweep() {
      let drafts = 0
      for (const { ref } of await outbox()) if (await forms.sweep(ref)) drafts += 1
      return { drafts }
    },
    counts: () => bridge.call('outbox.counts', undefined),
    view: async ({ ref }) => ({ view: await bridge.call('documents.get', { ref }) }),
    async outbox() {
      const all = await outbox()
      const { onThisComputer } = await bridge.call('outbox.counts', undefined)
      return { entries: all.flatMap(({ entries }) => entries), drafts: onThisComputer }
    },
  }

  async function act({ entry, action, choices }: Judged): Promise<void> {
    if (action === 'discard') await bridge.call('outbox.discard', { key: entry.key })
    else await bridge.call('outbox.retry', { key: entry.key, choices, shown: entry.problem?.conflicts ?? [] })
  }
}

let handlers: Promise<Handlers> | null = null

process.on('message', (raw) => {
  const message = raw as ToEditor
  if (message.type === 'begin') {
    handlers = begin(message)
    handlers.then(
      () => sendMessage({ type: 'ready' }),
      (error: unknown) => trouble(`cannot begin: ${error instanceof Error ? error.stack : String(error)}`),
    )
    return
  }
  const { id, name, input } = message
  void (async () => {
    try {
      const all = await handlers
      const output = await all?.[name](input as never, id)
      await sendMessage({ type: 'done', id, output: output ?? null })
    } catch (error) {
      await sendMessage({ type: 'failed', id, error: error instanceof Error ? error.message : String(error) })
    }
  })()
})
