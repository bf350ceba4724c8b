import type {
  CallInput,
  CallName,
  CallOutput,
  ConnectionState,
  EventName,
  EventPayload,
  GalleyBridge,
} from '../../../../shared/ipc.ts'
import { makeRef, refKey } from '../../../../shared/cms/doc-ref.ts'
import type { OutboxEntry, SendOutcome } from '../../../../shared/sync/entry.ts'
import { buildEntry } from '../../shared/build-entry.ts'

/** Result of a send: an outcome of the contract, or a rejected call. */
export type Answer = SendOutcome | 'reject'

export const SENT: SendOutcome = { type: 'sent', ref: makeRef('collection', 'posts', 'x') }
export const PARKED: SendOutcome = {
  type: 'parked',
  problem: { code: 'rejected', message: 'no', status: 400, fields: [], conflicts: [] },
}

/**
 * Main for tests of single outcomes: entries in memory behind the replayer's calls and events, with results from the
 * test, and records of calls. The model test (replayer-model.test.ts) uses the real queue and sender.
 */
export class FakeMain implements GalleyBridge {
  readonly entries: OutboxEntry[] = []
  readonly log: string[] = []
  readonly ended: string[] = []
  readonly violations: string[] = []
  connection: ConnectionState = connectionState('online')
  /** Returns the result of a send, when it begins. */
  answer: (entry: OutboxEntry) => Promise<Answer> = () => Promise.resolve(SENT)
  check: () => Promise<ConnectionState> = () => Promise.resolve(this.connection)
  heads: () => Promise<OutboxEntry[]> = () => Promise.resolve(this.headsNow())
  /** Returns milliseconds that an answer takes from main to the window. */
  wayBack: () => number = () => 0
  private readonly listeners = new Map<string, Set<(payload: never) => void>>()
  private readonly inFlight = new Map<string, string>()
  private seq = 0

  add(id: string, key = `${id}#${this.seq + 1}`): OutboxEntry {
    this.seq += 1
    const entry = buildEntry({ key, seq: this.seq, ref: makeRef('collection', 'posts', id) })
    this.entries.push(entry)
    this.emit('outbox.changed', undefined)
    return entry
  }

  remove(entry: OutboxEntry): void {
    const index = this.entries.indexOf(entry)
    if (index >= 0) this.entries.splice(index, 1)
  }

  headsNow(): OutboxEntry[] {
    const seen = new Set<string>()
    return this.entries.filter((entry) => {
      const first = !seen.has(refKey(entry.ref))
      seen.add(refKey(entry.ref))
      return first && entry.state === 'waiting'
    })
  }

  setConnection(status: ConnectionState['status']): void {
    this.connection = connectionState(status)
    this.emit('connection.changed', this.connection)
  }

  count(call: string): number {
    return this.log.filter((line) => line.startsWith(call)).length
  }

  emit<N extends EventName>(name: N, payload: EventPayload<N>): void {
    for (const listener of this.listeners.get(name) ?? []) {
      // A listener takes the payload of its own event, which the map's type cannot express.
      ;(listener as (payload: EventPayload<N>) => void)(payload)
    }
  }

  on<N extends EventName>(name: N, listener: (payload: EventPayload<N>) => void): () => void {
    const set = this.listeners.get(name) ?? new Set()
    this.listeners.set(name, set)
    set.add(listener)
    return () => set.delete(listener)
  }

  listenerCount(): number {
    return [...this.listeners.values()].reduce((sum, set) => sum + set.size, 0)
  }

  async call<N extends CallName>(name: N, input: CallInput<N>): Promise<CallOutput<N>> {
    // Each branch returns the contract's output for the name, which the compiler cannot follow.
    const answer = (await this.answerCall(name, input)) as CallOutput<N>
    const ms = this.wayBack()
    if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms))
    return answer
  }

  private answerCall(name: CallName, input: unknown): Promise<unknown> {
    this.log.push(name === 'outbox.send' ? `outbox.send ${(input as { key: string }).key}` : name)
    if (name === 'outbox.heads') {
      const { after, limit } = input as CallInput<'outbox.heads'>
      return this.heads().then((heads) => heads.filter(({ seq }) => seq > after).slice(0, limit))
    }
    if (name === 'outbox.send') return this.send((input as { key: string }).key)
    if (name === 'connection.get') return Promise.resolve(this.connection)
    if (name === 'connection.check') return this.check()
    return Promise.reject(new Error(`the replayer has no business with ${name}`))
  }

  private async send(key: string): Promise<SendOutcome> {
    const entry = this.entries.find((one) => one.key === key)
    if (entry === undefined) {
      this.violations.push(`${key} was handed out again after its end`)
      return { type: 'gone' }
    }
    const document = refKey(entry.ref)
    if ([...this.inFlight.values()].includes(document)) this.violations.push(`two in flight for ${document}`)
    if (this.inFlight.size >= 3) this.violations.push('more than three documents at once')
    if (this.connection.status !== 'online') this.violations.push(`sent while ${this.connection.status}`)
    if (this.headsNow().every((head) => head.key !== key)) this.violations.push(`${key} is not a head`)
    this.inFlight.set(key, document)
    entry.state = 'sending'
    this.emit('outbox.changed', undefined)
    const answer = await this.answer(entry)
    this.inFlight.delete(key)
    entry.state = answer !== 'reject' && answer.type === 'parked' ? 'parked' : 'waiting'
    if (answer !== 'reject' && answer.type === 'sent') this.remove(entry)
    if (answer !== 'reject' && (answer.type === 'sent' || answer.type === 'parked')) this.ended.push(key)
    this.emit('outbox.changed', undefined)
    if (answer === 'reject') throw new Error('the call failed')
    return answer
  }
}

export function connectionState(status: ConnectionState['status']): ConnectionState {
  return { status, since: '', lastContact: null, problem: null }
}
