import { refKey } from '../../shared/cms/doc-ref.ts'
import type { ConnectionState, GalleyBridge, OutboxHead } from '../../shared/ipc.ts'
import { MAX_TIMER_MS } from '../../shared/sync/delays.ts'
import type { SendOutcome } from '../../shared/sync/entry.ts'
import { createConnectionGate, type ConnectionGate } from './connection-gate.ts'
import { createPacing, waitMs, type Pacing } from './pacing.ts'

/** Documents that are sent at the same time; within one document entries go one after another (SY3). */
const MAX_DOCUMENTS = 3

/** Number of heads in the first read; while a slot is free, the next read has four times as many, and so on. */
const FIRST_HEADS = 20

/** Monotonic milliseconds, such as performance.now(), and timers that go by them. */
export type Clock = {
  now(): number
  setTimeout(run: () => void, ms: number): unknown
  clearTimeout(timer: unknown): void
}

/** Returns the key of a queue: a document's edits, or its moves. An edit's wait does not slow down a move. */
const lineOf = ({ ref, queue }: Pick<OutboxHead, 'ref' | 'queue'>): string => lineIn(refKey(ref), queue)
const lineIn = (document: string, queue: OutboxHead['queue']): string =>
  queue === 'entries' ? document : `${document} ${queue}`

/** Sends the outbox of one account while this window holds the lock. */
export type SendLoop = {
  /** Called when there may be something to send. */
  wake(): void
  connectionChanged(state: ConnectionState): void
  sessionChanged(): void
  /** A document's refKey changed from its temporary id to its server id (SY8). */
  renamed(from: string, to: string): void
  sendNow(): Promise<ConnectionState | null>
  connection(): ConnectionState['status']
  sending(): OutboxHead['key'][]
  /** Stops sending and ignores outstanding answers. */
  end(): void
}

export function createSendLoop(options: {
  bridge: GalleyBridge
  clock: Clock
  random: () => number
}): SendLoop {
  const { bridge, clock, random } = options
  const pacing = createPacing(clock, random)
  const gate = createConnectionGate({ bridge, clock, random })
  let ended = false
  const isEnded = () => ended
  let failedReads = 0
  let readNotBefore = 0
  const wake = createWake(round, isEnded)
  const setTimer = createTimer(clock, wake, isEnded)
  const sender = createSender({ bridge, clock, pacing, gate, isEnded, wake })

  async function round(): Promise<void> {
    setTimer(Infinity)
    if (gate.asksAt() <= clock.now()) {
      await gate.ask()
      if (ended) return
    }
    const openAt = Math.max(gate.opensAt(), readNotBefore)
    if (openAt > clock.now()) return setTimer(Math.min(openAt, gate.asksAt()))
    // No slot is free; the next answer wakes the loop.
    if (!sender.hasSlot()) return setTimer(gate.asksAt())
    try {
      sender.beginRead()
      const next = await sendHeads({ bridge, pacing, sender, isEnded }, gate.asksAt())
      if (next !== null) setTimer(next)
      failedReads = 0
    } catch {
      failedReads += 1
      readNotBefore = clock.now() + waitMs(failedReads, null, random)
      setTimer(readNotBefore)
    }
  }

  return {
    wake,
    connection: () => gate.status(),
    sending: sender.sending,
    connectionChanged(state) {
      gate.heard(state)
      wake()
    },
    sessionChanged() {
      // Main may know of a log-in in place without a change of state.
      if (gate.status() !== 'online') gate.recheck()
      wake()
    },
    renamed(from, to) {
      for (const queue of ['entries', 'moves'] as const) pacing.rename(lineIn(from, queue), lineIn(to, queue))
      sender.renamed(from, to)
    },
    async sendNow() {
      pacing.clear()
      readNotBefore = 0
      wake()
      const state = await gate.ask('check')
      gate.clearWait()
      wake()
      return state
    },
    end() {
      setTimer(Infinity)
      ended = true
    },
  }
}

/**
 * Reads heads while there are free slots and more heads, and sends those that may leave. Returns the time of the next
 * round, `askAt` or earlier; null if the loop has ended.
 */
async function sendHeads(
  {
    bridge,
    pacing,
    sender,
    isEnded,
  }: { bridge: GalleyBridge; pacing: Pacing; sender: Sender; isEnded: () => boolean },
  askAt: number,
): Promise<number | null> {
  const waiting = new Set<string>()
  let next = askAt
  let after = 0
  for (let limit = FIRST_HEADS; sender.hasSlot(); limit *= 4) {
    const heads = await bridge.call('outbox.heads', { after, limit })
    if (isEnded()) return null
    for (const head of heads) waiting.add(lineOf(head))
    next = Math.min(next, sender.sendAmong(heads))
    after = heads.at(-1)?.seq ?? after
    if (heads.length >= limit) continue
    // All heads are known, so the pacing of all others can go.
    const active = sender.active().flatMap((one) => [lineIn(one, 'entries'), lineIn(one, 'moves')])
    pacing.keepOnly(new Set([...waiting, ...active]))
    break
  }
  return next
}

/** Returns the function that runs a round, and one more after wake-ups during it, so that none is lost. */
function createWake(round: () => Promise<void>, isEnded: () => boolean): () => void {
  let busy = false
  let again = false

  const isWanted = (): boolean => again && !isEnded()

  return () => {
    again = true
    if (busy || isEnded()) return
    busy = true
    void (async () => {
      do {
        again = false
        await round()
      } while (isWanted())
      busy = false
    })()
  }
}

/** Returns the setter of the one timer, for the earliest time at which something may leave. Infinity: none. */
function createTimer(clock: Clock, wake: () => void, isEnded: () => boolean): (at: number) => void {
  let timer: unknown = null
  return (at) => {
    if (timer !== null) clock.clearTimeout(timer)
    timer = null
    if (at === Infinity || isEnded()) return
    const ms = Math.min(Math.max(0, Math.ceil(at - clock.now())), MAX_TIMER_MS)
    timer = clock.setTimeout(() => {
      timer = null
      wake()
    }, ms)
  }
}

type Sender = ReturnType<typeof createSender>

/** Hands heads over to main, a few documents at a time, and keeps those in flight. */
function createSender({
  bridge,
  clock,
  pacing,
  gate,
  isEnded,
  wake,
}: {
  bridge: GalleyBridge
  clock: Clock
  pacing: Pacing
  gate: ConnectionGate
  isEnded: () => boolean
  wake: () => void
}) {
  /** Keys of entries in flight, each with its document's refKey, renamed with the document. */
  const inFlight = new Map<string, string>()
  /** Documents whose entry came back while heads were being read, so that their heads may be outdated. */
  const settledDuringRead = new Set<string>()

  const hasSlot = (): boolean => inFlight.size < MAX_DOCUMENTS

  /** Sends what may leave, and returns the time at which the first waiting head may. */
  function sendAmong(heads: OutboxHead[]): number {
    const held = new Set(inFlight.values())
    let next = Infinity
    for (const head of heads) {
      const document = refKey(head.ref)
      if (held.has(document) || settledDuringRead.has(document) || inFlight.has(head.key)) continue
      const goAt = Math.max(pacing.mayGoAt(lineOf(head)), gate.opensAt())
      if (goAt > clock.now()) {
        next = Math.min(next, goAt)
      } else if (hasSlot()) {
        held.add(document)
        void send(head)
      }
    }
    return next
  }

  async function send(head: OutboxHead): Promise<void> {
    const { key, ref, queue } = head
    inFlight.set(key, refKey(ref))
    let outcome: SendOutcome | null = null
    try {
      outcome = await bridge.call('outbox.send', { key })
    } catch (error) {
      console.warn('an entry could not be handed over, it is tried again later', error)
    }
    const document = inFlight.get(key) ?? refKey(ref)
    inFlight.delete(key)
    if (isEnded()) return
    settledDuringRead.add(document)
    settle({ pacing, gate }, lineIn(document, queue), key, outcome)
    wake()
  }

  return {
    hasSlot,
    sendAmong,
    beginRead: () => settledDuringRead.clear(),
    sending: () => [...inFlight.keys()],
    /** Returns the refKeys of documents in flight, and of those that came back during the read. */
    active: () => [...inFlight.values(), ...settledDuringRead],
    renamed: (from: string, to: string): void => {
      for (const [key, document] of inFlight) if (document === from) inFlight.set(key, to)
    },
  }
}

/**
 * Applies the outcome of a send to pacing and gate. Null: the call to main failed, so it is tried again
 * later.
 */
function settle(
  { pacing, gate }: { pacing: Pacing; gate: ConnectionGate },
  line: string,
  key: string,
  outcome: SendOutcome | null,
): void {
  switch (outcome?.type) {
    case 'offline':
    case 'signed-out':
      return gate.refused(outcome.type)
    case undefined:
      return pacing.failed(line, null)
    case 'retry':
      return pacing.failed(line, outcome.retryAfterMs)
    case 'sent':
    case 'merged':
    case 'parked':
      gate.reached()
      return pacing.answered(line, key)
    case 'gone':
      return pacing.answered(line, key)
  }
}
