import { refKey } from '../../shared/cms/doc-ref.ts'
import type { ConnectionState, GalleyBridge, OutboxHead } from '../../shared/ipc.ts'
import { MAX_TIMER_MS } from '../../shared/sync/delays.ts'
import type { SendOutcome } from '../../shared/sync/entry.ts'
import { createConnectionGate } from './connection-gate.ts'
import { createPacing, waitMs } from './pacing.ts'

/** Documents that are sent at the same time; within one document entries go one after another (SY3). */
const MAX_DOCUMENTS = 3

/** First number of heads to read; if all of them must wait, four times as many, and so on. */
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
  /** Keys of entries in flight, each with its document's refKey, renamed with the document. */
  const inFlight = new Map<string, string>()
  /** Documents whose entry came back while heads were being read, so that what was read of them may be old. */
  const settledDuringRead = new Set<string>()
  let ended = false
  let busy = false
  let again = false
  let failedReads = 0
  let readNotBefore = 0
  let timer: unknown = null

  const isWanted = (): boolean => again && !ended

  /** Runs rounds until one learns nothing new, so that no wake-up is lost. */
  function wake(): void {
    again = true
    if (busy || ended) return
    busy = true
    void (async () => {
      do {
        again = false
        await round()
      } while (isWanted())
      busy = false
    })()
  }

  async function round(): Promise<void> {
    setTimer(Infinity)
    if (gate.asksAt() <= clock.now()) {
      await gate.ask()
      if (ended) return
    }
    const openAt = Math.max(gate.opensAt(), readNotBefore)
    if (openAt > clock.now()) return setTimer(Math.min(openAt, gate.asksAt()))
    // No slot is free; the next answer wakes the loop.
    if (inFlight.size >= MAX_DOCUMENTS) return setTimer(gate.asksAt())
    try {
      settledDuringRead.clear()
      await sendHeads()
      failedReads = 0
    } catch {
      failedReads += 1
      readNotBefore = clock.now() + waitMs(failedReads, null, random)
      setTimer(readNotBefore)
    }
  }

  /** Reads heads while there are free slots and more heads, and sends those that may leave. */
  async function sendHeads(): Promise<void> {
    const waiting = new Set<string>()
    let next = gate.asksAt()
    let after = 0
    for (let limit = FIRST_HEADS; inFlight.size < MAX_DOCUMENTS; limit *= 4) {
      const heads = await bridge.call('outbox.heads', { after, limit })
      if (ended) return
      for (const head of heads) waiting.add(lineOf(head))
      next = Math.min(next, sendAmong(heads))
      after = heads.at(-1)?.seq ?? after
      if (heads.length >= limit) continue
      // All heads are known, so the pacing of all others can go.
      const active = [...inFlight.values(), ...settledDuringRead]
      pacing.keepOnly(
        new Set([...waiting, ...active.flatMap((one) => [lineIn(one, 'entries'), lineIn(one, 'moves')])]),
      )
      break
    }
    setTimer(next)
  }

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
      } else if (inFlight.size < MAX_DOCUMENTS) {
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
    if (ended) return
    settledDuringRead.add(document)
    settle(lineIn(document, queue), key, outcome)
    wake()
  }

  /** Null: the call itself failed, so the entry's outcome is unknown here; tried again later. */
  function settle(line: string, key: string, outcome: SendOutcome | null): void {
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

  /** Sets the one timer, for the earliest time at which something may leave. Infinity: none. */
  function setTimer(at: number): void {
    if (timer !== null) clock.clearTimeout(timer)
    timer = null
    if (at === Infinity || ended) return
    const ms = Math.min(Math.max(0, Math.ceil(at - clock.now())), MAX_TIMER_MS)
    timer = clock.setTimeout(() => {
      timer = null
      wake()
    }, ms)
  }

  return {
    wake,
    connection: () => gate.status(),
    sending: () => [...inFlight.keys()],
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
      for (const [key, document] of inFlight) if (document === from) inFlight.set(key, to)
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
