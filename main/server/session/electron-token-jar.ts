import type { Session } from 'electron'
import type { TokenJar } from './token.ts'

/** Chromium keeps a cookie for at most 400 days; the server's own expiry is what counts (SY11). */
const KEEP_SECONDS = 400 * 24 * 60 * 60

/**
 * Stores the token as the web admin does: as an HttpOnly cookie (`payload-token` on most sites) of the server's
 * partition, in memory only if the session is not kept. A packaged program encrypts it (enableCookieEncryption in
 * electron-builder.yml).
 */
export function electronTokenJar(session: Session, serverUrl: string, cookiePrefix: string): TokenJar {
  const name = `${cookiePrefix}-token`
  const url = new URL(serverUrl).origin
  let known: { value: string | null } | null = null
  return {
    async get() {
      known ??= { value: (await session.cookies.get({ url, name }))[0]?.value || null }
      return known.value
    },
    async set(token, keep) {
      known = { value: token }
      await session.cookies.set({
        url,
        name,
        value: token,
        path: '/',
        httpOnly: true,
        secure: url.startsWith('https:'),
        sameSite: 'lax',
        ...(keep ? { expirationDate: Math.floor(Date.now() / 1000) + KEEP_SECONDS } : {}),
      })
      // The cookie store writes to disk when it likes; a kept session must not depend on it.
      if (keep) await session.cookies.flushStore()
    },
    async isKept() {
      const cookie = (await session.cookies.get({ url, name }))[0]
      return cookie !== undefined && cookie.session !== true
    },
    async clear() {
      known = { value: null }
      await session.cookies.remove(url, name)
      await session.cookies.flushStore()
    },
  }
}
