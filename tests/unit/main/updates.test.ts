import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import * as v from 'valibot'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { silentLog } from '../../../main/log.ts'
import { isNewer, readFeed, updatePolicy } from '../../../main/updates/update-feed.ts'
import { createUpdates } from '../../../main/updates/updates.ts'
import type { UpdateState } from '../../../shared/ipc.ts'
import { installerAt, newFeedSigner, signedFeed } from '../../support/update-feed.ts'

const signer = newFeedSigner()
const policy = { feed: 'https://files.example.org/stable.json', channel: 'stable', key: signer.key }

describe('a feed', () => {
  const read = (text: string, newest: string | null = null) =>
    readFeed(text, { policy, current: '0.1.0', newest, now: new Date('2026-11-30') })

  test('is taken where whoever the policy names has signed it, for this channel', () => {
    expect(read(signedFeed(signer))).toMatchObject({ outcome: 'release', isNewer: true })
    expect(read(signedFeed(signer, { version: '0.1.0' }))).toMatchObject({ isNewer: false })
    expect(read(signedFeed(signer, { version: '0.0.9' }))).toMatchObject({ isNewer: false })
    expect(read(signedFeed(newFeedSigner()))).toEqual({ outcome: 'refused', why: 'forged' })
    expect(read(signedFeed(signer, { channel: 'beta' }))).toEqual({
      outcome: 'refused',
      why: 'other-channel',
    })
  })

  test('of which a letter was changed, or the end cut off, is none', () => {
    const text = signedFeed(signer)
    expect(read(text.replace('99.0.0', '98.0.0'))).toEqual({ outcome: 'refused', why: 'forged' })
    for (const length of [0, 1, text.length / 2, text.length - 1])
      expect(read(text.slice(0, length))).toEqual({ outcome: 'refused', why: 'unreadable' })
    expect(read(signedFeed(signer, { version: 'newest' }))).toEqual({ outcome: 'refused', why: 'unreadable' })
    expect(read(signedFeed(signer, { product: 'another' }))).toEqual({
      outcome: 'refused',
      why: 'unreadable',
    })
  })

  test('that is older than one that was taken is not played again', () => {
    const issued = '2026-11-01T00:00:00.000Z'
    expect(read(signedFeed(signer, { issued }), issued)).toMatchObject({ outcome: 'release' })
    expect(read(signedFeed(signer, { issued }), '2026-11-02T00:00:00Z')).toEqual({
      outcome: 'refused',
      why: 'replayed',
    })
  })

  test('is not from a day that is still to come', () => {
    expect(read(signedFeed(signer, { issued: '2036-01-01T00:00:00Z' }))).toEqual({
      outcome: 'refused',
      why: 'from-later',
    })
  })

  test('comes by https, or from this computer, and is signed with a key of the kind that is known', () => {
    const isTaken = (parts: object) => v.safeParse(updatePolicy, { ...policy, ...parts }).success
    expect(isTaken({})).toBe(true)
    expect(isTaken({ feed: 'http://127.0.0.1:8080/feed' })).toBe(true)
    expect(isTaken({ feed: 'http://files.example.org/feed' })).toBe(false)
    expect(isTaken({ feed: 'file:///etc/passwd' })).toBe(false)
    expect(isTaken({ key: 'none' })).toBe(false)
  })
})

test('versions are compared by their numbers, and one that stands in comes before the real one', () => {
  const order = ['0.1.0-standin.electron42.0.0', '0.1.0', '0.1.9', '0.1.10', '0.2.0', '1.0.0', '10.0.0']
  order.forEach((older, index) => {
    expect(isNewer(older, older)).toBe(false)
    for (const newer of order.slice(index + 1)) {
      expect(isNewer(newer, older)).toBe(true)
      expect(isNewer(older, newer)).toBe(false)
    }
  })
})

describe('the program', () => {
  const CONTENT = 'an installer'
  let folder: string
  /** Served files, by path. */
  let served: Map<string, string>
  let url: string
  let newest: { of: string; issued: string } | null
  let isSettled: boolean
  let opened: string[]
  const states: UpdateState[] = []
  let requests = 0
  const server = createServer((request, response) => {
    requests += 1
    const body = served.get(request.url ?? '')
    if (body === 'moved') return void response.writeHead(302, { location: '/feed' }).end()
    response.writeHead(body === undefined ? 404 : 200).end(body)
  })
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(() => server.close())
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'galley-updates-'))
    served = new Map()
    newest = null
    isSettled = true
    opened = []
    states.length = 0
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  const start = (named = true, channel = 'stable') =>
    createUpdates({
      policy: named ? { ...policy, channel, feed: `${url}/feed` } : null,
      current: '0.1.0',
      platform: 'linux',
      transport: (address, init) => fetch(address, init),
      folder: path.join(folder, 'update'),
      newest: { get: () => newest, set: (feed) => (newest = feed) },
      settle: () => Promise.resolve(isSettled),
      open: (file) => {
        opened.push(file)
        return Promise.resolve('')
      },
      onChange: (state) => states.push(state),
      log: silentLog,
    })
  const offer = (parts: object = {}) =>
    served.set(
      '/feed',
      signedFeed(signer, { files: { linux: installerAt(`${url}/galley.deb`, CONTENT) }, ...parts }),
    )

  test('asks nobody where the policy names no feed', async () => {
    const updates = start(false)
    expect(await updates.check()).toEqual({ status: 'off' })
    expect(await updates.install()).toMatchObject({ outcome: 'failed' })
  })

  test('says that there is a newer version, and how it is installed on this system', async () => {
    offer({ minimal: '0.2.0', notes: 'Folders', commands: { linux: 'apt install galley', win32: 'msiexec' } })
    const found = {
      status: 'available',
      version: '99.0.0',
      notes: 'Folders',
      isNeeded: true,
      command: 'apt install galley',
      hasInstaller: true,
    }
    expect(await start().check()).toEqual(found)
    expect(states).toEqual([found])
  })

  test('still knows of a newer version when the feed is out of reach', async () => {
    offer()
    const updates = start()
    await updates.check()
    served.clear()
    expect(await updates.check()).toMatchObject({ status: 'available', version: '99.0.0' })
  })

  test('never goes back, not even after a new start', async () => {
    offer({ issued: '2026-11-20T00:00:00Z' })
    await start().check()
    offer({ issued: '2026-11-10T00:00:00Z', version: '98.0.0' })
    expect(await start().check()).toEqual({ status: 'unknown', problem: 'replayed' })
    offer({ issued: '2026-11-21T00:00:00Z', version: '0.0.1' })
    expect(await start().check()).toEqual({ status: 'current' })
  })

  test('has an order of its own for each channel', async () => {
    offer({ issued: '2026-11-20T00:00:00Z', channel: 'beta' })
    await start(true, 'beta').check()
    offer({ issued: '2026-11-10T00:00:00Z' })
    expect(await start().check()).toMatchObject({ status: 'available' })
  })

  test('asks again by itself, until it is answered, and then a day later', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'Date'] })
    try {
      const updates = start()
      await updates.check()
      offer({ issued: '2026-11-01T00:00:00Z' })
      vi.setSystemTime(new Date('2026-11-29T08:00:00Z'))
      vi.advanceTimersByTime(10 * 60_000)
      await expect.poll(() => updates.state().status, { timeout: 60_000 }).toBe('available')
      const asked = requests
      vi.advanceTimersByTime(23 * 60 * 60_000)
      expect(requests).toBe(asked)
      offer({ issued: '2026-11-02T00:00:00Z', version: '100.0.0' })
      vi.advanceTimersByTime(60 * 60_000)
      await expect.poll(() => updates.state(), { timeout: 60_000 }).toMatchObject({ version: '100.0.0' })
    } finally {
      vi.useRealTimers()
    }
  })

  test('asked twice to install, it fetches once and opens what was signed', async () => {
    offer()
    served.set('/galley.deb', CONTENT)
    const updates = start()
    await updates.check()
    const both = [updates.install(), updates.install()]
    expect(await Promise.all(both)).toEqual([{ outcome: 'opened' }, { outcome: 'opened' }])
    expect(opened.map((file) => readFileSync(file, 'utf8'))).toEqual([CONTENT])
  })

  test('says what is wrong where there is no feed, or one that leads elsewhere or never ends', async () => {
    expect(await start().check()).toEqual({ status: 'unknown', problem: 'unreachable' })
    served.set('/feed', 'moved')
    expect(await start().check()).toEqual({ status: 'unknown', problem: 'unreachable' })
    served.set('/feed', 'x'.repeat(70_000))
    expect(await start().check()).toEqual({ status: 'unknown', problem: 'unreachable' })
  })

  test('opens the installer that was signed, once all is written', async () => {
    offer()
    served.set('/galley.deb', CONTENT)
    const updates = start()
    await updates.check()
    isSettled = false
    expect(await updates.install()).toEqual({ outcome: 'failed', why: 'busy' })
    expect(opened).toEqual([])
    isSettled = true
    expect(await updates.install()).toEqual({ outcome: 'opened' })
    expect(opened).toEqual([path.join(folder, 'update/galley.deb')])
    expect(readFileSync(opened[0] ?? '', 'utf8')).toBe(CONTENT)
  })

  test('opens none that was changed, cut off or made longer, and keeps none under its name', async () => {
    offer()
    const updates = start()
    await updates.check()
    expect(await updates.install()).toEqual({ outcome: 'failed', why: 'unreachable' })
    for (const other of ['an inst@ller', 'an inst', `${CONTENT}${CONTENT}`]) {
      served.set('/galley.deb', other)
      expect(await updates.install()).toEqual({ outcome: 'failed', why: 'changed' })
    }
    expect(opened).toEqual([])
    expect(existsSync(path.join(folder, 'update'))).toBe(false)
  })

  test('opens nothing that an installer of this system is not', async () => {
    offer({ files: { linux: installerAt(`${url}/galley.desktop`, CONTENT) } })
    expect(await start().check()).toMatchObject({ status: 'available', hasInstaller: false })
  })
})
