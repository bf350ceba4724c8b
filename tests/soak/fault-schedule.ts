import type { Fault, FaultProxy } from '../support/fault-proxy.ts'
import type { Random } from './random.ts'

export type FaultSchedule = {
  /** Plans a fault for the next matching request or requests, unless `MAX_PENDING` faults are planned. */
  strike: () => void
  clear: () => void
  /** Number of faults by kind. */
  struck: Map<string, number>
}

const MAX_PENDING = 6

/** Draws network faults for the editor, single ones or series. */
export function createFaultSchedule(options: {
  proxy: FaultProxy
  random: Random
  note: (text: string) => void
  /**
   * True if the server keeps idempotency keys: without them a request duplicated by the network takes effect twice.
   */
  hasCompanion: () => boolean
  meanwhile: () => Promise<unknown>
}): FaultSchedule {
  const { proxy, random, note, meanwhile, hasCompanion } = options
  const struck = new Map<string, number>()
  const pending = new Set<object>()

  function draw(): { fault: Fault; times: number } {
    const kind = random.weighted({
      'drop-before': 3,
      'drop-after': 4,
      truncate: 3,
      duplicate: 3,
      status: 3,
      portal: 2,
      delay: 3,
      late: 2,
      hold: 0.3,
    })
    if (kind === 'status') {
      const status = random.pick([408, 423, 429, 500, 502, 503, 504])
      const headers = random.chance(0.3) ? { 'retry-after': '1' } : {}
      return { fault: { kind, status, headers }, times: random.int(1, 2) }
    }
    if (kind === 'delay') return { fault: { kind, ms: random.int(20, 1500) }, times: 1 }
    if (kind === 'late') return { fault: { kind, meanwhile }, times: 1 }
    const spell = kind === 'drop-before' || kind === 'portal'
    return { fault: { kind }, times: spell ? random.int(1, 3) : 1 }
  }

  return {
    struck,
    strike() {
      if (pending.size >= MAX_PENDING) return
      const { fault, times } = draw()
      const writesOnly = fault.kind !== 'late' && random.chance(0.7)
      const mine = {}
      let left = times
      pending.add(mine)
      proxy.addRule({
        fault,
        times,
        match: ({ method, path }) => {
          if (fault.kind === 'duplicate' && !hasCompanion()) return false
          if (writesOnly && (method === 'GET' || path.startsWith('/api/users'))) return false
          // The proxy applies the first matching rule, so a match is a hit.
          struck.set(fault.kind, (struck.get(fault.kind) ?? 0) + 1)
          left -= 1
          if (left === 0) pending.delete(mine)
          note(`${fault.kind}${fault.kind === 'status' ? ` ${fault.status}` : ''} strikes ${method} ${path}`)
          return true
        },
      })
    },
    clear() {
      proxy.clearRules()
      pending.clear()
    },
  }
}
