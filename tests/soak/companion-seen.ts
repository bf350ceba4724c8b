import type { HttpTransport } from '../../main/server/http/http-transport.ts'

/** With a write of ours: whether the answers before it gave reason to think that the companion compares its base. */
export const BELIEVES_HEADER = 'x-soak-believes-companion'
/** With a write of ours: when its document was asked for the last time before it, see {@link sharedNow}. */
export const LOOKED_HEADER = 'x-soak-looked-at'

/** Milliseconds of a clock that all processes of this computer share and nobody sets. */
export const sharedNow = (): number => Number(process.hrtime.bigint()) / 1e6

/**
 * Sends as `transport` does and notes beside it, from outside, what the program has been told of the companion (it is
 * there once the server gives its schema or applies a base, and not where a write was done without a word of it), and
 * when it looked at what.
 */
export function tellingOfCompanion(transport: HttpTransport): HttpTransport {
  let believes = false
  const looks = new Map<string, number>()
  return async (address, init) => {
    const { pathname } = new URL(address)
    const asked = new Headers(init.headers)
    if (init.method === 'GET') looks.set(pathname, sharedNow())
    else {
      asked.set(BELIEVES_HEADER, String(believes))
      asked.set(LOOKED_HEADER, String(looks.get(pathname) ?? ''))
    }
    const response = await transport(address, { ...init, headers: Object.fromEntries(asked) })
    const { status, headers } = response
    if (pathname.endsWith('/desktop/config') && (status === 200 || status === 304)) believes = true
    if (asked.has('x-galley-base') && status < 300)
      believes = (headers.get('x-galley-applied') ?? '').split(/[\s,]+/).includes('base')
    return response
  }
}
