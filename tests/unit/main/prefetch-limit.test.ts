import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openFileFolder } from '../../../main/files/file-folder.ts'
import type { ApiAnswer, ApiClient } from '../../../main/server/http/api-client.ts'
import { createIdleGate } from '../../../main/server/prefetch/idle-gate.ts'
import { createPrefetch } from '../../../main/server/prefetch/prefetch.ts'
import type { JsonObject } from '../../../shared/json.ts'
import type { SessionInfo } from '../../../shared/ipc.ts'
import { DEFAULT_PREFETCH } from '../../../shared/prefetch.ts'
import { anyFile } from '../shared/build-fields.ts'
import { setUpBench } from '../store/support/bench.ts'
import { at, site as schema } from '../store/support/site.ts'
import { http, sendingSite } from './support/sending-site.ts'

const bench = setUpBench()
const MEGABYTE = 1_000_000
const PICTURE = 100_000

/** A server with many posts of 50 KB each, newest first. `more`: what else is in each of them. */
function serverOf(
  many: number,
  more: (id: number) => JsonObject = () => ({}),
): (request: Parameters<ApiClient['request']>[0]) => ApiAnswer | null {
  const ids = Array.from({ length: many }, (_, index) => many - index)
  const whole = (id: number): JsonObject => ({
    id,
    title: { en: 'x'.repeat(50_000) },
    createdAt: at(0),
    updatedAt: at(id),
    _status: 'published',
    ...more(id),
  })
  return ({ method, path }) => {
    const url = new URL(path, 'http://cms')
    if (method !== 'GET' || url.pathname !== '/posts') return null
    const asked = [...url.searchParams].flatMap(([name, id]) =>
      name.startsWith('where[id][in]') ? id.split(',').map(Number) : [],
    )
    const docs = asked.length > 0 ? asked.map(whole) : ids.map((id) => ({ id, updatedAt: at(id) }))
    const answer = http(200, { docs, totalDocs: docs.length })
    return answer.kind === 'http' ? { ...answer, bytes: JSON.stringify(docs).length } : answer
  }
}

test('T1 what is brought ahead stays within the room that the person gave it', async () => {
  const { store } = bench
  const closed = new AbortController()
  const phases: string[] = []
  const prefetch = await createPrefetch({
    site: { ...sendingSite(store, serverOf(100)), closed: closed.signal },
    session: () => ({ visible: { collections: ['posts'], globals: [] } }) as unknown as SessionInfo,
    connection: () => 'online',
    idleGate: createIdleGate({ quietMs: 0 }),
    isOnBattery: () => false,
    policy: null,
    onChange: ({ phase }) => void phases.push(phase),
  })
  await prefetch.configure({ ...DEFAULT_PREFETCH, keep: 'all', megabytes: 1 })
  await expect.poll(() => prefetch.state().phase).toMatch(/^(full|done|failed)$/)
  closed.abort()
  await prefetch.idle()
  expect(phases.at(-1)).toBe('full')
  // The answer that is under way when it fills up may go over it; none is asked for after that.
  expect(store.documentBytes()).toBeGreaterThan(MEGABYTE / 2)
  expect(store.documentBytes()).toBeLessThan(2 * MEGABYTE + 200_000)
  expect(store.localCopies('posts').length).toBeLessThan(50)
})

test('the policy’s limit holds whatever the person chooses', async () => {
  const { store } = bench
  const closed = new AbortController()
  const options = {
    site: { ...sendingSite(store, serverOf(0)), closed: closed.signal },
    session: () => null,
    connection: () => 'offline' as const,
    idleGate: createIdleGate({ quietMs: 0 }),
    isOnBattery: () => false,
    policy: null,
    onChange: () => undefined,
  }
  const prefetch = await createPrefetch({ ...options, maxMegabytes: 20 })
  expect(prefetch.state().settings.megabytes).toBe(20)
  await prefetch.configure({ ...DEFAULT_PREFETCH, megabytes: 300 })
  expect(prefetch.state().settings.megabytes).toBe(20)
  await prefetch.configure({ ...DEFAULT_PREFETCH, megabytes: 7 })
  expect(prefetch.state().settings.megabytes).toBe(7)
  closed.abort()
  await prefetch.idle()
})

/** A picture of one point, of 100 KB. */
function png(): ReadableStream<Uint8Array> {
  const bytes = Buffer.alloc(PICTURE)
  bytes.write('89504e470d0a1a0a0000000d494844520000000100000001', 'hex')
  return new ReadableStream({
    start(controller) {
      controller.enqueue(bytes)
      controller.close()
    },
  })
}

test('T1 pictures get the room that documents have left, and no more', async () => {
  const { store } = bench
  const closed = new AbortController()
  const collections = schema.collections.map((one) =>
    one.slug === 'posts' ? { ...one, upload: anyFile } : one,
  )
  const withPictures = { ...schema, collections }
  store.setSchema(withPictures)
  const files = openFileFolder(join(bench.folder, 'store.sqlite'))
  const pictured = (id: number): JsonObject => ({
    mimeType: 'image/png',
    filesize: PICTURE,
    filename: `${id}.png`,
    url: `/media/${id}.png`,
  })
  const site = sendingSite(store, serverOf(10, pictured))
  const opened = { kind: 'http', status: 200, contentType: 'image/png', disposition: null } as const
  const open = async () => Promise.resolve({ ...opened, body: png(), json: undefined })
  const prefetch = await createPrefetch({
    site: {
      ...site,
      schema: () => withPictures,
      files,
      client: { ...site.client, open },
      closed: closed.signal,
    },
    session: () => ({ visible: { collections: ['posts'], globals: [] } }) as unknown as SessionInfo,
    connection: () => 'online',
    idleGate: createIdleGate({ quietMs: 0 }),
    isOnBattery: () => false,
    policy: null,
    onChange: () => undefined,
  })
  await prefetch.configure({ ...DEFAULT_PREFETCH, keep: 'all', megabytes: 1 })
  await expect.poll(() => prefetch.state().found).toBe(10)
  await expect.poll(() => prefetch.state()).toMatchObject({ left: 0, phase: 'done' })
  closed.abort()
  await prefetch.idle()
  expect(store.localCopies('posts')).toHaveLength(10)
  // The last one may go over it; none is asked for after that. All of them would be a megabyte.
  expect(await files.pictures.bytes()).toBeGreaterThan(3 * PICTURE)
  expect(await files.pictures.bytes()).toBeLessThan(MEGABYTE - 10 * 50_000 + PICTURE)
})
