import type { ConnectionState, GalleyBridge } from '../../shared/ipc.ts'
import { waitMs } from './pacing.ts'

/**
 * Decides if entries may leave: only while main says online and somebody is signed in (SY9, SY11). Each refused send
 * closes it; repeated refusals open it later and later, so a server that only answers checks is not flooded.
 */
export type ConnectionGate = {
  isOpen(): boolean
  /** Earliest time to send, in milliseconds of the clock; Infinity while main does not say online. */
  opensAt(): number
  /** Time to ask main, in milliseconds of the clock; Infinity where its events are enough. */
  asksAt(): number
  /** Asks main. Never rejects; the state that main named, or null if the call failed. */
  ask(how?: 'get' | 'check'): Promise<ConnectionState | null>
  /** Takes a state from an event of main. */
  heard(state: ConnectionState): void
  /** Called when a send failed as offline or signed out. */
  refused(why: 'offline' | 'signed-out'): void
  /** Called when a send reached the server. */
  reached(): void
  /** Asks main for its present state. */
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
  /** Incremented by each new state, so that an answer to an older request is ignored. */
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
      // Sends that were in flight together come back together and count as one refusal.
      if (status !== 'online') return
      epoch += 1
      status = why
      refusals += 1
      // After the first refusal the next send may follow as soon as main says online.
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
