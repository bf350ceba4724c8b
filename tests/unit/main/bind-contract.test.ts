import { describe, expect, test } from 'vitest'
import {
  bindContract,
  CallError,
  isTrustedSender,
  type Handlers,
  type SenderEvent,
} from '../../../main/ipc/bind-contract.ts'
import { sendEvent } from '../../../main/ipc/events.ts'
import { createLog } from '../../../main/log.ts'
import { calls, type CallName } from '../../../shared/ipc.ts'
import { callChannel } from '../../../shared/ipc-wire.ts'

const OUR_WINDOW = 7

function goodSender(): SenderEvent {
  const frame = { url: 'app://bundle/collections/posts' }
  return { sender: { id: OUR_WINDOW, mainFrame: frame }, senderFrame: frame }
}

/** The real binding on a table instead of Electron's ipcMain. */
function bind(own: Partial<Handlers> = {}) {
  const channels = new Map<string, (event: SenderEvent, input: unknown) => Promise<unknown>>()
  const lines: string[] = []
  const handled: CallName[] = []
  const names = Object.keys(calls) as CallName[]
  const all = Object.fromEntries(
    names.map((name) => [name, () => void handled.push(name)]),
  ) as unknown as Handlers
  bindContract<SenderEvent>({
    ipcMain: { handle: (channel, listener) => void channels.set(channel, listener) },
    handlers: { ...all, ...own },
    isTrusted: (event) => isTrustedSender(event, (id) => id === OUR_WINDOW),
    log: createLog('debug', [(line) => lines.push(line)]),
  })
  const call = (name: CallName, input: unknown, event = goodSender()) =>
    channels.get(callChannel(name))?.(event, input)
  return { channels, lines, handled, call }
}

test('M.04 (part) exactly the calls of the contract have a channel', () => {
  const { channels } = bind()
  expect([...channels.keys()].toSorted()).toEqual(
    Object.keys(calls)
      .map((name) => `galley:${name}`)
      .toSorted(),
  )
})

test('M.04 (part) a valid call reaches its handler with what was asked and answers its value', async () => {
  const { call } = bind({ 'session.logout': async () => ({ waiting: 3 }) })
  expect(await call('session.logout', undefined)).toEqual({ ok: true, value: { waiting: 3 } })
})

describe('M.04 (part) input that is not of the contract never reaches a handler', () => {
  test.each<[CallName, unknown]>([
    ['documents.get', undefined],
    ['documents.get', { ref: { kind: 'collection', slug: 'posts' } }],
    [
      'documents.list',
      { slug: 'posts', page: 0, limit: 10, sort: '', search: '', where: null, locale: null },
    ],
    [
      'documents.list',
      { slug: 'posts', page: 1, limit: 100_000, sort: '', search: '', where: null, locale: null },
    ],
    ['app.setTheme', { theme: 'neon' }],
    [
      'drafts.put',
      { ref: { kind: 'global', slug: 'header' }, locale: null, changes: [{ kind: 'set', path: 1 }] },
    ],
    ['session.logout', { all: true }],
  ])('%s %j', async (name, input) => {
    const { call, handled } = bind()
    expect(await call(name, input)).toEqual({ ok: false, code: 'bad-input' })
    expect(handled).toEqual([])
  })
})

describe('M.04 (part) only the top frame of our own window that shows the app is heard', () => {
  const frame = (url: string) => ({ url })
  const own = frame('app://bundle/')
  test.each<[string, SenderEvent]>([
    ['another page in our window', foreign(frame('https://cms.nordlys.travel/'))],
    ['a page whose host begins like ours', foreign(frame('app://bundle.evil/'))],
    [
      'a frame inside our page',
      { sender: { id: OUR_WINDOW, mainFrame: own }, senderFrame: frame('app://bundle/') },
    ],
    ['another window', { sender: { id: 8, mainFrame: own }, senderFrame: own }],
    ['a frame that is gone', { sender: { id: OUR_WINDOW, mainFrame: own }, senderFrame: null }],
  ])('%s is refused', async (_name, event) => {
    const { call, handled } = bind()
    expect(await call('app.bootstrap', undefined, event)).toEqual({ ok: false, code: 'foreign-sender' })
    expect(handled).toEqual([])
  })

  function foreign(top: { url: string }): SenderEvent {
    return { sender: { id: OUR_WINDOW, mainFrame: top }, senderFrame: top }
  }
})

test('what a handler throws crosses as a code, without message or stack, and content is not logged', async () => {
  const { call, lines } = bind({
    'outbox.counts': () => {
      throw new Error('SELECT * FROM documents: "My secret title"')
    },
    'schema.refresh': () => {
      throw new CallError('no-account')
    },
  })
  expect(await call('outbox.counts', undefined)).toEqual({ ok: false, code: 'internal' })
  expect(await call('schema.refresh', undefined)).toEqual({ ok: false, code: 'no-account' })
  expect(lines.join('\n')).toContain('ipc-call-failed call="outbox.counts" code="internal" error="Error"')
  expect(lines.join('\n')).not.toContain('secret')
})

test('bad input is logged by its place, never by its value', async () => {
  const { call, lines } = bind()
  await call('session.login', {
    url: 'x',
    collection: 'users',
    identifier: 'a',
    password: 'hunter2',
    keep: 'yes',
  })
  expect(lines.join('\n')).toContain('call="session.login" at="keep"')
  expect(lines.join('\n')).not.toContain('hunter2')
})

test('an event goes to every page that is there', () => {
  const sent: unknown[] = []
  const page = (destroyed: boolean) => ({
    isDestroyed: () => destroyed,
    send: (channel: string, payload: unknown) => void sent.push([channel, payload]),
  })
  expect(sendEvent([page(false), page(true)], 'app.themeChanged', { theme: 'dark' })).toBe(1)
  expect(sent).toEqual([['galley-event:app.themeChanged', { theme: 'dark' }]])
})
