import { session, type Session } from 'electron'
import type { Theme } from '../../shared/ipc.ts'
import type { ServerAccess } from '../accounts/accounts.ts'
import { errorName, type Log } from '../log.ts'
import { electronTokenJar } from './electron-token-jar.ts'
import { electronTransport } from './electron-transport.ts'

const THEME_COOKIE = 'payload-theme'
const YEAR_SECONDS = 365 * 24 * 60 * 60

/** The access to each server through its own session partition (DESIGN.md, Processes). */
export function createPartitions(log: Log): {
  accessFor: (server: { id: string; url: string }) => ServerAccess
  setThemeCookie: (server: { id: string; url: string }, theme: Theme) => Promise<void>
} {
  const known = new Map<string, ServerAccess>()
  const partition = (id: string): Session => session.fromPartition(`persist:server-${id}`)
  return {
    accessFor: ({ id, url }) => {
      const found = known.get(id)
      if (found) return found
      const own = partition(id)
      const access = {
        transport: electronTransport(own, session.fromPartition(`single-${id}`)),
        tokens: electronTokenJar(own, url),
      }
      known.set(id, access)
      return access
    },
    // As the web admin does: 365 days, and none for automatic (S4.15, S4.16, M.02).
    setThemeCookie: async ({ id, url }, theme) => {
      const { cookies } = partition(id)
      const origin = new URL(url).origin
      try {
        if (theme === 'auto') await cookies.remove(origin, THEME_COOKIE)
        else {
          const expirationDate = Math.floor(Date.now() / 1000) + YEAR_SECONDS
          await cookies.set({ url: origin, name: THEME_COOKIE, value: theme, path: '/', expirationDate })
        }
      } catch (error) {
        log.warn('theme-cookie-not-set', { error: errorName(error) })
      }
    },
  }
}
