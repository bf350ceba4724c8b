import { refKey } from '../../shared/cms/doc-ref.ts'
import type { ConnectionState, GalleyBridge, OutboxHead } from '../../shared/ipc.ts'
import { MAX_TIMER_MS } from '../../shared/max-timer.ts'
import type { SendOutcome } from '../../shared/sync/entry.ts'
import { createConnectionGate } from './connection-gate.ts'
import { createPacing, waitMs } from './pacing.ts'

/** Documents that are sent at the same time; within one document entries go one after another (SY3). */
const MAX_DOCUMENTS = 3

/** Heads that are asked for at first; where these must wait, four times as many of those behind them, and so on. */
const FIRST_HEADS = 20

/** Monotonic milliseconds, such as performance.now(), and timers that go by them. */
export type Clock = {
  now(): number
  setTimeout(run: () => void, ms: number): unknown
  clearTimeout(timer: unknown): void
}

/** Who waits together: the edits of a document for each other, and so its moves. A move is not slowed down by an edit. */
const lineOf = ({ ref, queue }: Pick<OutboxHead, 'ref' | 'queue'>): string => lineIn(refKey(ref), queue)
const lineIn = (document: string, queue: OutboxHead['queue']): string =>
  queue === 'entries' ? document : `${document} ${queue}`

/** Sends the outbox of one account while this window holds the lock. */
export type SendLoop = {
  /** Something may have to be sent. */
  wake(): void
  connectionChanged(state: ConnectionState): void
  sessionChanged(): void
  /** A document made here got its real id: refKeys before and after (SY8). */
  renamed(from: string, to: string): void
  sendNow(): Promise<ConnectionState | null>
  connection(): ConnectionState['status']
  sending(): OutboxHead['key'][]
  /** Nothing is handed out any more, and what still comes back is not looked at. */
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
  /** Entry on its way -> its document's refKey, renamed when the document gets its real id. */
  const inFlight = new Map<string, string>()
  /** Documents whose entry came back while the heads were being read: what was read about them may be old. */
  const settledDuringRead = new Set<string>()
  let ended = false
  let busy = false
  let again = false
  let failedReads = 0
  let readNotBefore = 0
  let timer: unknown = null

  const isWanted = (): boolean => again && !ended

  /** Runs rounds until nothing new was learnt during the last one, so that no wake-up is lost. */
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
    // With every slot taken nothing could leave; the next one to come back wakes the rest.
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

  /** Reads heads for as long as there are free slots and more of them, and sends what may go. */
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
      // All are known: nobody else waits.
      const active = [...inFlight.values(), ...settledDuringRead]
      pacing.keepOnly(
        new Set([...waiting, ...active.flatMap((one) => [lineIn(one, 'entries'), lineIn(one, 'moves')])]),
      )
      break
    }
    setTimer(next)
  }

  /** When the first of those that must wait may go. */
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

  /** null: the call itself failed, which says nothing about the entry; it is tried again later. */
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

  /** One timer, for the earliest moment at which something may go. Infinity: none. */
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
      // A login in place may be known to main without its state having changed.
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
