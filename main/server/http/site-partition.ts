import { session, type Session } from 'electron'
import type { Theme } from '../../../shared/ipc.ts'
import type { ServerAccess } from '../../accounts/accounts-options.ts'
import { errorName, type Log } from '../../log.ts'
import { electronTokenJar } from '../session/electron-token-jar.ts'
import { electronTransport, type Proxies } from './electron-transport.ts'

const YEAR_SECONDS = 365 * 24 * 60 * 60

type PartitionedServer = {
  id: string
  url: string
  /** Prefix of the site's cookies; `payload` on most. Empty: the theme cookie begins with `payload` all the same. */
  cookiePrefix: string
}

/** Creates the access to each server through its own session partition. */
export function createPartitions(
  log: Log,
  proxies: Proxies,
): {
  accessFor: (server: PartitionedServer) => ServerAccess
  /** The session of main's requests to a server. */
  sessionOf: (id: string) => Session
  setThemeCookie: (server: PartitionedServer, theme: Theme) => Promise<void>
} {
  const known = new Map<string, ServerAccess>()
  const partition = (id: string): Session => session.fromPartition(`persist:server-${id}`)
  return {
    sessionOf: partition,
    accessFor: ({ id, url, cookiePrefix }) => {
      const key = `${id} ${cookiePrefix}`
      const found = known.get(key)
      if (found) return found
      const own = partition(id)
      const access = {
        transport: electronTransport(own, session.fromPartition(`single-${id}`), proxies),
        tokens: electronTokenJar(own, url, cookiePrefix),
      }
      known.set(key, access)
      return access
    },
    // Set as in the web admin: for 365 days, and removed for the automatic theme (S4.15, S4.16, M.02).
    setThemeCookie: async ({ id, url, cookiePrefix }, theme) => {
      const { cookies } = partition(id)
      const origin = new URL(url).origin
      const name = `${cookiePrefix || 'payload'}-theme`
      try {
        if (theme === 'auto') await cookies.remove(origin, name)
        else {
          const expirationDate = Math.floor(Date.now() / 1000) + YEAR_SECONDS
          await cookies.set({ url: origin, name, value: theme, path: '/', expirationDate })
        }
      } catch (error) {
        log.warn('theme-cookie-not-set', { error: errorName(error) })
      }
    },
  }
}
