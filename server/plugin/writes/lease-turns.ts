import type { Payload } from 'payload'
import { leasesOf } from '../leases/leases.ts'
import type { Lease } from '../leases/leases.ts'
import { patienceOf } from '../leases/patience.ts'
import { busy } from './turn.ts'
import type { Turns } from './turn.ts'

/**
 * Turns by leases: on MongoDB, on SQLite without transactions, and wherever else the database offers no lock.
 */
export function leaseTurns(payload: Payload): Turns {
  const leases = leasesOf(payload)
  const acquire = async (name: string, waitMs: number): Promise<Lease> => {
    const lease = await leases.acquire(name, waitMs)
    if (!lease) throw busy()
    return lease
  }
  return {
    needsRelease: true,
    take: async (name, _req, { waitMs }) => {
      const lease = await acquire(name, waitMs)
      return {
        state: async () => ((await lease.isHeld()) ? 'held' : 'lost'),
        release: lease.release,
      }
    },
    around: async (name, req, write) => {
      const lease = await acquire(name, patienceOf(payload).turn)
      try {
        return await write(req)
      } finally {
        await lease.release()
      }
    },
  }
}
