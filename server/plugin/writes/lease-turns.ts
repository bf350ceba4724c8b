import type { Payload } from 'payload'
import { leasesOf } from '../leases/leases.ts'
import type { Lease } from '../leases/leases.ts'
import { WAIT_MS, busy } from './turn.ts'
import type { Turns } from './turn.ts'

/** Turns on SQLite, MongoDB and wherever else the database has no locks to offer: leases. */
export function leaseTurns(payload: Payload): Turns {
  const leases = leasesOf(payload)
  const acquire = async (name: string): Promise<Lease> => {
    const lease = await leases.acquire(name, WAIT_MS)
    if (!lease) throw busy()
    return lease
  }
  return {
    needsRelease: true,
    take: async (name) => {
      const lease = await acquire(name)
      return {
        state: async () => ((await lease.isHeld()) ? 'held' : 'lost'),
        release: lease.release,
      }
    },
    around: async (name, req, write) => {
      const lease = await acquire(name)
      try {
        return await write(req)
      } finally {
        await lease.release()
      }
    },
  }
}
