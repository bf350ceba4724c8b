import type { ConnectionState, GalleyBridge } from '../../shared/ipc.ts'
import { waitMs } from './pacing.ts'

/**
 * Whether entries may leave: only while main says that the server answers and somebody is signed in (SY9, SY11).
 *
 * A send that comes back as offline or signed out closes the gate, and main is asked. Where main says online at once
 * and the next send is refused again, the gate opens later and later, so that a server that answers the check but not
 * the writes is not asked without end.
 */
export type ConnectionGate = {
  isOpen(): boolean
  /** When entries may leave, in milliseconds of the clock; Infinity while main does not say online. */
  opensAt(): number
  /** When main is to be asked, in milliseconds of the clock; Infinity where its events are enough. */
  asksAt(): number
  /** Asks main. Never rejects; the state that main named, or null where the call failed. */
  ask(how?: 'get' | 'check'): Promise<ConnectionState | null>
  /** What main says by an event. */
  heard(state: ConnectionState): void
  /** A send came back as offline or signed out. */
  refused(why: 'offline' | 'signed-out'): void
  /** A send reached the server. */
  reached(): void
  /** Main may know something new: ask it what it knows. */
  recheck(): void
  /** Lets entries leave as soon as main says online. */
  clearWait(): void
  status(): ConnectionState['status']
}

export function createConnectionGate(options: {
  bridge: GalleyBridge
  clock: { now(): number }
  random: () => number
}): ConnectionGate {
  const { bridge, clock, random } = options
  let status: ConnectionState['status'] = 'checking'
  let notBefore = 0
  let refusals = 0
  let failedAsks = 0
  let question: { how: 'get' | 'check'; at: number } | null = { how: 'get', at: 0 }
  /** Moves with everything that is learnt, so that an answer to an older question is not believed. */
  let epoch = 0

  function heard(state: ConnectionState): void {
    epoch += 1
    question = null
    status = state.status
  }

  const opensAt = () => (status === 'online' ? notBefore : Infinity)

  return {
    opensAt,
    isOpen: () => opensAt() <= clock.now(),
    asksAt: () => question?.at ?? Infinity,
    heard,
    status: () => status,
    async ask(how = question?.how ?? 'get') {
      const asked = epoch
      question = null
      try {
        const state = await bridge.call(how === 'get' ? 'connection.get' : 'connection.check', undefined)
        failedAsks = 0
        if (epoch === asked) heard(state)
        return state
      } catch {
        failedAsks += 1
        if (epoch === asked) question = { how, at: clock.now() + waitMs(failedAsks, null, random) }
        return null
      }
    },
    refused(why) {
      // Sends that were under way together come back together; they are one refusal.
      if (status !== 'online') return
      epoch += 1
      status = why
      refusals += 1
      // The first may be followed up as soon as main says online.
      notBefore = refusals === 1 ? 0 : clock.now() + waitMs(refusals - 1, null, random)
      question = { how: why === 'offline' ? 'check' : 'get', at: 0 }
    },
    reached() {
      refusals = 0
      notBefore = 0
    },
    recheck() {
      question ??= { how: 'get', at: 0 }
    },
    clearWait() {
      notBefore = 0
    },
  }
}
