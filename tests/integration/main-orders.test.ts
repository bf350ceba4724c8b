import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { moveAs } from '../../main/ipc/document-calls.ts'
import { refreshDocument } from '../../main/server/read/read-documents.ts'
import { makeRef } from '../../shared/cms/doc-ref.ts'
import type { Json } from '../../shared/json.ts'
import type { Move } from '../../shared/sync/move.ts'
import type { FaultProxy } from '../support/fault-proxy.ts'
import { wholeOutbox } from '../support/whole-outbox.ts'
import {
  commitOn,
  entryIn,
  idOf,
  openSignedIn,
  openSiteOf,
  otherEditor,
  signIn,
  type TestAccount,
} from './main-site.ts'
import { EDITOR, type Cms } from './support/cms.ts'

/* Orders of documents with drafts, of files, and of lists that share documents, against the real server. */

let site: Awaited<ReturnType<typeof openSiteOf>>
let cms: Cms
let proxy: FaultProxy
let other: ReturnType<typeof otherEditor>
let account: TestAccount

beforeAll(async () => {
  site = await openSiteOf('orders-site.ts')
  ;({ cms, proxy, other } = site)
})
afterAll(() => site.dispose())
beforeEach(async () => {
  proxy.clearRules()
  proxy.seen.length = 0
  account = await openSignedIn({ cms, proxy })
})
afterEach(() => account.dispose())

async function move(slug: string, id: string, to: Move): Promise<string> {
  const ref = makeRef('collection', slug, id)
  await refreshDocument(account.site, ref)
  expect(await moveAs(account.site, { ref, move: to })).toEqual({ outcome: 'queued' })
  const documents = await wholeOutbox(account.site.store.outboxPage)
  return documents.flatMap(({ moves }) => moves).at(-1)?.key ?? ''
}

describe('a list by a field that points at many', () => {
  const ORDER = '_tasks_tasks_order'
  let first: number
  let second: number

  async function project(title: string): Promise<number> {
    return Number(idOf((await other.ask('POST', '/projects', { title })).doc))
  }
  async function task(title: string, projects: Json): Promise<string> {
    return idOf((await other.ask('POST', '/tasks?depth=0', { title, projects })).doc)
  }
  async function inList(id: number): Promise<string> {
    const query = `/tasks?depth=0&limit=0&sort=${ORDER}&where[projects][equals]=${String(id)}`
    return (await other.ask('GET', query)).docs
      .map(({ title }) => (typeof title === 'string' ? title : '?'))
      .join('')
  }

  beforeEach(async () => {
    first = await project('First')
    second = await project('Second')
  })

  test('a document that is in another list besides is still a neighbour', async () => {
    const a = await task('A', [first])
    await task('B', [first])
    const c = await task('C', [first, second])
    const key = await move('tasks', a, {
      field: ORDER,
      scope: 'projects',
      parent: { slug: 'projects', id: String(first) },
      near: [{ id: c, side: 'greater' }],
    })
    expect(await account.sender.send(key)).toMatchObject({ type: 'sent' })
    expect(await inList(first)).toBe('BCA')
  })

  test('one that left the list is none, though both are in another', async () => {
    const a = await task('A', [first, second])
    const b = await task('B', [first, second])
    const key = await move('tasks', a, {
      field: ORDER,
      scope: 'projects',
      parent: { slug: 'projects', id: String(first) },
      near: [{ id: b, side: 'greater' }],
    })
    await other.ask('PATCH', `/tasks/${b}`, { projects: [second] })
    expect(await account.sender.send(key)).toMatchObject({
      type: 'parked',
      problem: { code: 'neighbour-gone' },
    })
  })
})

describe('a list of files', () => {
  async function picture(name: string): Promise<string> {
    const form = new FormData()
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'
    form.set('file', new Blob([svg], { type: 'image/svg+xml' }), `${name}.svg`)
    form.set('_payload', JSON.stringify({ alt: name }))
    const { token } = await signIn(cms.url, EDITOR)
    const answer = await fetch(`${cms.url}/api/pictures`, {
      method: 'POST',
      body: form,
      headers: { Authorization: `JWT ${token}` },
    })
    return idOf(((await answer.json()) as { doc: { id: Json } }).doc)
  }

  test('SY12 its own move is no reason to ask before a file is deleted', async () => {
    const a = await picture('a')
    const b = await picture('b')
    const moved = await move('pictures', a, {
      field: '_order',
      scope: null,
      near: [{ id: b, side: 'greater' }],
    })
    const deletion = await commitOn(account, makeRef('collection', 'pictures', a), 'delete', [])
    expect(await account.sender.send(moved)).toMatchObject({ type: 'sent' })
    expect(await entryIn(account, deletion)).toMatchObject({ state: 'waiting', problem: null })
    expect(await account.sender.send(deletion)).toMatchObject({ type: 'sent' })
  })
})

describe('a list of documents with drafts', () => {
  /** Published, and without a key, as from before the site kept an order. */
  async function step(title: string): Promise<string> {
    const { doc } = await other.ask('POST', '/steps?depth=0', { title, _status: 'published' })
    await other.ask('PATCH', `/steps/${idOf(doc)}`, { _order: null, _status: 'published' })
    return idOf(doc)
  }
  const isReorder = ({ path: asked }: { path: string }) => asked.startsWith('/api/reorder')

  test('first keys are not asked for, which would take published documents off the site', async () => {
    const a = await step('A')
    const b = await step('B')
    const c = await step('C')
    await other.ask('PATCH', `/steps/${c}?draft=true`, { title: 'Not yet', _status: 'draft' })
    const to: Move = { field: '_order', scope: null, near: [{ id: b, side: 'greater' }] }
    const key = await move('steps', a, to)
    expect(await account.sender.send(key)).toMatchObject({
      type: 'parked',
      problem: { code: 'no-place-yet' },
    })
    expect(proxy.seen.filter(isReorder)).toEqual([])
    expect(await other.ask('GET', `/steps/${c}?depth=0&draft=false`)).toMatchObject({
      title: 'C',
      _status: 'published',
    })
    // The neighbour gets a key when it is saved, as the words of the problem say.
    await other.ask('PATCH', `/steps/${b}`, { title: 'B', _status: 'published' })
    await account.site.store.retry({ key, choices: {} })
    expect(await account.sender.send(key)).toMatchObject({ type: 'sent' })
  })

  test('where the other neighbour has a key, it goes beside that', async () => {
    const a = await step('A')
    const b = await step('B')
    const { doc } = await other.ask('POST', '/steps?depth=0', { title: 'C', _status: 'published' })
    const key = await move('steps', a, {
      field: '_order',
      scope: null,
      near: [
        { id: b, side: 'greater' },
        { id: idOf(doc), side: 'less' },
      ],
    })
    expect(await account.sender.send(key)).toMatchObject({ type: 'sent' })
  })

  test('a second move while the document is still fetched for the first counts as the later one', async () => {
    const a = await step('A')
    const b = await step('B')
    const c = await step('C')
    const ref = makeRef('collection', 'steps', a)
    const behind = (id: string): Move => ({ field: '_order', scope: null, near: [{ id, side: 'greater' }] })
    const { store } = account.site
    const { putBase } = store
    const moves: Promise<unknown>[] = []
    const arriving = vi.spyOn(store, 'putBase').mockImplementationOnce(async (base) => {
      const outcome = await putBase(base)
      moves.push(moveAs(account.site, { ref, move: behind(c) }))
      // The first one goes on as late as it may.
      for (let turn = 0; turn < 10; turn += 1) await store.getDocument(ref)
      return outcome
    })
    moves.push(moveAs(account.site, { ref, move: behind(b) }))
    await moves[0]
    await Promise.all(moves)
    arriving.mockRestore()
    const queued = (await wholeOutbox(store.outboxPage)).flatMap((document) => document.moves)
    expect(queued.map(({ move: to }) => to?.near)).toEqual([behind(c).near])
  })
})
