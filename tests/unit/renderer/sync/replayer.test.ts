import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createReplayer, REPLAYER_LOCK, type Replayer } from '../../../../renderer/sync/replayer.ts'
import type { OutboxEntry } from '../../../../shared/sync/entry.ts'
import { connectionState, FakeMain, PARKED, SENT, type Answer } from './fake-main.ts'
import { waitFor } from '../../../support/wait.ts'

const clock = {
  now: () => performance.now(),
  setTimeout: (run: () => void, ms: number) => setTimeout(run, ms),
  clearTimeout: (timer: unknown) => clearTimeout(timer as ReturnType<typeof setTimeout>),
}

let main: FakeMain
let started: Replayer[]

function start(): Replayer {
  const replayer = createReplayer({
    bridge: main,
    locks: navigator.locks,
    clock,
    random: () => 0.5,
  })
  replayer.start()
  started.push(replayer)
  return replayer
}

/** Lets everything happen that is due within the given milliseconds of the fake clock. */
const pass = (ms = 0) => vi.advanceTimersByTimeAsync(ms)

/** A lock is granted by the platform, not by the fake clock. */
async function granted(): Promise<void> {
  await waitFor(async () => {
    const { held } = await navigator.locks.query()
    expect(held?.map((lock) => lock.name)).toContain(REPLAYER_LOCK)
  })
  await pass()
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  main = new FakeMain()
  started = []
})

afterEach(async () => {
  for (const replayer of started) replayer.stop()
  vi.useRealTimers()
  vi.restoreAllMocks()
  await waitFor(async () => expect((await navigator.locks.query()).held).toEqual([]))
  expect(main.violations).toEqual([])
})

/** A send that is held until it is let go. */
function holdSends(): { letGo: (key: string, answer?: Answer) => Promise<void>; underWay: () => string[] } {
  const held = new Map<string, (answer: Answer) => void>()
  main.answer = (entry: OutboxEntry) => new Promise((resolve) => held.set(entry.key, resolve))
  return {
    underWay: () => [...held.keys()],
    async letGo(key, answer = SENT) {
      held.get(key)?.(answer)
      held.delete(key)
      await pass()
    },
  }
}

describe('what leaves, and in which order', () => {
  it('SY3 sends one entry of a document at a time, first in first out, and the next at once', async () => {
    for (const key of ['a1', 'a2', 'a3']) main.add('a', key)
    const sends = holdSends()
    start()
    await granted()
    expect(sends.underWay()).toEqual(['a1'])
    await sends.letGo('a1')
    expect(sends.underWay()).toEqual(['a2'])
    await sends.letGo('a2')
    await sends.letGo('a3')
    expect(main.ended).toEqual(['a1', 'a2', 'a3'])
  })

  it('SY3 sends at most three documents at once, the oldest first', async () => {
    for (const id of ['a', 'b', 'c', 'd', 'e']) main.add(id, id)
    const sends = holdSends()
    start()
    await granted()
    expect(sends.underWay()).toEqual(['a', 'b', 'c'])
    await sends.letGo('b')
    expect(sends.underWay()).toEqual(['a', 'c', 'd'])
  })

  it('SY3 a document that must wait does not hold up the others', async () => {
    main.add('slow', 'slow1')
    main.add('quick', 'quick1')
    main.answer = async (entry) =>
      entry.key === 'slow1' ? { type: 'retry', reason: '503', retryAfterMs: 30_000 } : SENT
    start()
    await granted()
    main.add('quick', 'quick2')
    await pass()
    expect(main.ended).toEqual(['quick1', 'quick2'])
    expect(main.count('outbox.send slow1')).toBe(1)
  })

  it('SY8 the next entry of a document that just got its id waits for the send of its first one to come back', async () => {
    const created = main.add('tmp_1', 'create')
    const sends = holdSends()
    start()
    await granted()
    // Main has settled the creation, its answer has not arrived in the window yet.
    main.remove(created)
    main.emit('documents.idAssigned', { slug: 'posts', tempId: 'tmp_1', id: '7' })
    main.add('7', 'edit')
    await pass()
    expect(sends.underWay()).toEqual(['create'])
    await sends.letGo('create')
    expect(sends.underWay()).toEqual(['edit'])
  })
})

describe('what comes back', () => {
  it('SY9 retries after full jitter that grows, and not before Retry-After', async () => {
    main.add('a', 'a1')
    let retryAfterMs: number | null = null
    main.answer = async () => ({ type: 'retry', reason: '503', retryAfterMs })
    start()
    await granted()
    expect(main.count('outbox.send')).toBe(1)
    await pass(499)
    expect(main.count('outbox.send')).toBe(1)
    await pass(1)
    expect(main.count('outbox.send')).toBe(2)
    retryAfterMs = 20_000
    await pass(1_000)
    expect(main.count('outbox.send')).toBe(3)
    await pass(19_999)
    expect(main.count('outbox.send')).toBe(3)
    await pass(2_000)
    expect(main.count('outbox.send')).toBe(4)
  })

  it('SY9 offline stops everything, asks the server, and goes on when main says online', async () => {
    main.add('a', 'a1')
    main.add('b', 'b1')
    main.check = async () => {
      main.setConnection('offline')
      return main.connection
    }
    main.answer = async () => ({ type: 'offline' })
    start()
    await granted()
    await pass(600_000)
    expect(main.count('outbox.send')).toBe(2)
    expect(main.count('connection.check')).toBe(1)
    main.answer = async () => SENT
    main.setConnection('online')
    await pass()
    expect(main.ended).toEqual(['a1', 'b1'])
  })

  it('SY9 a server that answers the check but refuses the write is asked less and less often', async () => {
    main.add('a', 'a1')
    main.answer = async () => ({ type: 'offline' })
    start()
    await granted()
    await pass(3_600_000)
    expect(main.count('outbox.send')).toBeGreaterThan(10)
    expect(main.count('outbox.send')).toBeLessThan(150)
  })

  it('SY9 signed out pauses until the login', async () => {
    main.add('a', 'a1')
    main.answer = async () => {
      main.setConnection('signed-out')
      return { type: 'signed-out' }
    }
    const replayer = start()
    await granted()
    await pass(600_000)
    expect(main.count('outbox.send')).toBe(1)
    expect(replayer.status().connection).toBe('signed-out')
    main.answer = async () => SENT
    main.setConnection('online')
    await pass()
    expect(main.ended).toEqual(['a1'])
  })

  it('SY9 a login that happened while the refused send was under way is not missed', async () => {
    main.add('a', 'a1')
    const sends = holdSends()
    start()
    await granted()
    main.setConnection('online')
    await sends.letGo('a1', { type: 'signed-out' })
    await sends.letGo('a1')
    expect(main.ended).toEqual(['a1'])
  })

  it('SY5 a merged entry goes again at once, five times in a row, then slower', async () => {
    main.add('a', 'a1')
    main.answer = async () => ({ type: 'merged' })
    start()
    await granted()
    expect(main.count('outbox.send')).toBe(5)
    await pass(600_000)
    expect(main.count('outbox.send')).toBeLessThan(40)
    main.answer = async () => SENT
    await pass(60_000)
    expect(main.ended).toEqual(['a1'])
  })

  it('SY10 a parked entry is left alone and holds nobody up; once let go it is sent at once', async () => {
    const entry = main.add('a', 'a1')
    main.add('b', 'b1')
    main.answer = async (one) => (one.key === 'a1' ? PARKED : SENT)
    start()
    await granted()
    await pass(600_000)
    expect(main.count('outbox.send a1')).toBe(1)
    expect(main.ended).toEqual(['a1', 'b1'])
    main.answer = async () => SENT
    entry.state = 'waiting'
    main.emit('outbox.changed', undefined)
    await pass()
    expect(main.count('outbox.send a1')).toBe(2)
  })

  it('SY9 an entry that is gone makes it read again, and an outbox that insists does not make it spin', async () => {
    main.add('a', 'a1')
    main.answer = async () => ({ type: 'gone' })
    start()
    await granted()
    await pass(60_000)
    expect(main.count('outbox.send')).toBeGreaterThan(4)
    expect(main.count('outbox.send')).toBeLessThan(25)
  })

  it('SY9 calls that reject are tried again, later and later', async () => {
    main.add('a', 'a1')
    main.heads = () => Promise.reject(new Error('database is locked'))
    start()
    await granted()
    await pass(600_000)
    expect(main.count('outbox.heads')).toBeLessThan(40)
    main.heads = () => Promise.resolve(main.headsNow())
    main.answer = async () => 'reject'
    await pass(600_000)
    expect(main.count('outbox.send')).toBeGreaterThan(5)
    expect(main.count('outbox.send')).toBeLessThan(40)
    main.answer = async () => SENT
    await pass(120_000)
    expect(main.ended).toEqual(['a1'])
  })
})

describe('F41 a long outbox', () => {
  it('is read by its first heads only, as long as there is something to send among them', async () => {
    for (let index = 0; index < 500; index++) main.add(`d${index}`)
    const call = vi.spyOn(main, 'call')
    start()
    await granted()
    await pass(1_000)
    expect(main.ended).toHaveLength(500)
    const limits = call.mock.calls.flatMap(([name, input]) =>
      name === 'outbox.heads' ? [(input as { limit: number }).limit] : [],
    )
    expect(Math.max(...limits)).toBeLessThanOrEqual(20)
  })

  it('SY3 SY9 does not hold up a document behind many that must wait', async () => {
    for (let index = 0; index < 300; index++) main.add(`waits${index}`)
    main.add('goes', 'last')
    main.answer = async ({ key }) =>
      key === 'last' ? SENT : { type: 'retry', reason: '', retryAfterMs: 3_600_000 }
    start()
    await granted()
    await pass(1_000)
    expect(main.ended).toEqual(['last'])
    expect(main.count('outbox.send')).toBe(301)
  })
})

describe('when it wakes', () => {
  it('SY3 what is queued during a read of the heads is sent without another event', async () => {
    const replies: (() => void)[] = []
    main.heads = () => {
      const heads = main.headsNow()
      return new Promise((resolve) => replies.push(() => resolve(heads)))
    }
    start()
    await granted()
    main.add('a', 'a1')
    while (replies.length > 0) {
      replies.shift()?.()
      await pass()
    }
    expect(main.ended).toEqual(['a1'])
  })

  it('SY3 what is queued during a send is sent when it comes back', async () => {
    main.add('a', 'a1')
    const sends = holdSends()
    start()
    await granted()
    main.add('a', 'a2')
    await pass()
    expect(sends.underWay()).toEqual(['a1'])
    await sends.letGo('a1')
    expect(sends.underWay()).toEqual(['a2'])
  })

  it('SY3 goes on although the event of a settled send came before its answer', async () => {
    main.add('a', 'a1')
    main.add('a', 'a2')
    const sends = holdSends()
    start()
    await granted()
    let ways = 0
    // The answer of the send is slow, the reads that the event caused are not.
    main.wayBack = () => (ways++ === 0 ? 1_000 : 0)
    await sends.letGo('a1')
    expect(sends.underWay()).toEqual([])
    await pass(1_000)
    expect(sends.underWay()).toEqual(['a2'])
  })

  it('SY11 sends nothing before main has said online', async () => {
    main.connection = connectionState('checking')
    main.add('a', 'a1')
    start()
    await granted()
    await pass(60_000)
    expect(main.count('outbox.send')).toBe(0)
    main.setConnection('online')
    await pass()
    expect(main.ended).toEqual(['a1'])
  })

  it('SY9 sendNow asks the server and lets go of every wait', async () => {
    main.add('a', 'a1')
    main.answer = async () => ({ type: 'retry', reason: '503', retryAfterMs: 600_000 })
    const replayer = start()
    await granted()
    main.answer = async () => SENT
    await pass(1_000)
    expect(main.ended).toEqual([])
    expect(await replayer.sendNow()).toEqual(main.connection)
    await pass()
    expect(main.ended).toEqual(['a1'])
  })

  it('SY11 does nothing while there is nothing to do', async () => {
    start()
    await granted()
    const calls = main.log.length
    await pass(3_600_000)
    expect(main.log.length).toBe(calls)
  })
})

describe('who sends', () => {
  it('SY3 only one window sends; the next takes over when it goes', async () => {
    const first = start()
    await granted()
    const second = start()
    main.add('a', 'a1')
    await pass()
    expect([first.status().phase, second.status().phase]).toEqual(['running', 'standby'])
    expect(main.count('outbox.send')).toBe(1)
    first.stop()
    main.add('b', 'b1')
    await waitFor(() => expect(second.status().phase).toBe('running'))
    await pass()
    expect(main.ended).toEqual(['a1', 'b1'])
  })

  it('SY2 signing out stops it, another account begins anew', async () => {
    main.add('a', 'a1')
    main.answer = async () => ({ type: 'retry', reason: '503', retryAfterMs: 60_000 })
    start()
    await granted()
    main.emit('session.accountChanged', null)
    main.answer = async () => SENT
    await pass(600_000)
    expect(main.count('outbox.send')).toBe(1)
    const server = { id: 's', url: 'http://x', name: 'x', waiting: null, lastIdentifier: null }
    main.emit('session.accountChanged', { server, collection: 'users', userId: '2', label: 'b' })
    await pass()
    expect(main.ended).toEqual(['a1'])
  })

  it('SY2 what comes back after an account switch moves nothing', async () => {
    main.add('a', 'a1')
    main.add('a', 'a2')
    const sends = holdSends()
    start()
    await granted()
    main.emit('session.accountChanged', null)
    await sends.letGo('a1')
    await pass(600_000)
    expect(main.count('outbox.send')).toBe(1)
  })

  it('stopping gives the lock back and listens to nothing any more', async () => {
    const replayer = start()
    await granted()
    replayer.stop()
    await waitFor(() => expect(main.listenerCount()).toBe(0))
    main.add('a', 'a1')
    await pass(60_000)
    expect(main.count('outbox.send')).toBe(0)
    expect(replayer.status().phase).toBe('stopped')
  })
})
