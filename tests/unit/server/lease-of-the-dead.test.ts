import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sqliteAdapter } from '@payloadcms/db-sqlite'
import { BasePayload, buildConfig } from 'payload'
import type { Payload } from 'payload'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { leasesOf } from '../../../server/plugin/leases/leases.ts'
import { setPatience } from '../../../server/plugin/leases/patience.ts'

const LEASE_LIFE_MS = 20_000
let folder: string
let one: Payload
let two: Payload

/** Starts a site process on the folder's database, with its leases. */
async function startProcess(): Promise<Payload> {
  const config = await buildConfig({
    secret: 'leases',
    telemetry: false,
    collections: [],
    db: sqliteAdapter({ client: { url: `file:${join(folder, 'site.sqlite')}` }, push: true }),
  })
  const payload = await new BasePayload().init({ config, disableOnInit: true })
  setPatience(payload, LEASE_LIFE_MS)
  return payload
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'galley-leases-'))
  one = await startProcess()
  two = await startProcess()
})
afterAll(async () => {
  await Promise.all([one, two].map((payload) => payload.destroy()))
  await rm(folder, { recursive: true, force: true })
})
// The waiter's clock is advanced by hand.
beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'clearInterval'] }))
afterEach(() => void vi.useRealTimers())

test('T1 SY3 who was taken for dead and wakes up takes nothing from the one who has the lease now', async () => {
  const dead = await leasesOf(one).acquire('post 1', 0)
  expect(await leasesOf(two).look('post 1')).toBe('held')
  // It hangs: its timers do not fire any more.
  vi.clearAllTimers()
  vi.advanceTimersByTime(LEASE_LIFE_MS + 1)
  expect(await leasesOf(two).look('post 1')).toBe('silent')
  const living = await leasesOf(two).acquire('post 1', 0)
  expect(living).not.toBeNull()
  expect(await dead?.isHeld()).toBe(false)
  await dead?.release()
  expect(await living?.isHeld()).toBe(true)
  expect(await leasesOf(one).look('post 1')).toBe('held')
  expect(await leasesOf(one).acquire('post 1', 0)).toBeNull()
  await living?.release()
  expect(await leasesOf(one).look('post 1')).toBe('free')
})

test('T1 of a lease that is given back nothing stays, also where a sign of life was just being written', async () => {
  const lease = await leasesOf(one).acquire('post 2', 0)
  const set = one.kv.set.bind(one.kv)
  const gate = Promise.withResolvers<void>()
  let beat: Promise<void> = Promise.resolve()
  one.kv.set = (...given) => (beat = gate.promise.then(() => set(...given)))
  vi.advanceTimersByTime(LEASE_LIFE_MS / 4)
  const released = lease?.release()
  // A release without waiting is done by now.
  for (let looks = 0; looks < 20; looks += 1) await leasesOf(two).look('post 2')
  gate.resolve()
  await Promise.all([released, beat])
  one.kv.set = set
  expect(await leasesOf(two).look('post 2')).toBe('free')
  expect(await one.kv.keys()).toEqual([])
})
