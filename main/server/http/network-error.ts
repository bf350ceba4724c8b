import type { ServerProblem } from '../../../shared/ipc.ts'

/**
 * A short stable name for why no answer came: `net::ERR_CONNECTION_REFUSED` of Chromium and `ECONNREFUSED` of Node
 * keep their names; an abort by our own clock is `timeout`, a body that broke off is `truncated`, one larger than
 * allowed `too-large`. Contains no content and no address.
 */
export function networkErrorCode(error: unknown): string {
  for (let current: unknown = error, depth = 0; current instanceof Error && depth < 5; depth += 1) {
    if (current instanceof NetworkFailure) return current.code
    if (current.name === 'TimeoutError') return 'timeout'
    if (current.name === 'AbortError') return 'aborted'
    const chromium = /net::(ERR_[A-Z0-9_]+)/.exec(current.message)?.[0]
    if (chromium) return chromium
    const code: unknown = 'code' in current ? current.code : undefined
    if (typeof code === 'string' && code !== '') return code
    current = current.cause
  }
  return 'failed'
}

/** A failure that this program found itself. */
export class NetworkFailure extends Error {
  readonly code: string
  constructor(code: 'truncated' | 'too-large' | 'redirected' | 'bad-path' | 'other-site') {
    super(code)
    this.code = code
  }
}

const TLS =
  /^net::ERR_(CERT_|SSL_|BAD_SSL_|INSECURE_RESPONSE)|^(ERR_TLS_|ERR_SSL_|CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|ERR_OSSL)|^EPROTO$/

/** The kind of trouble, for the screen. */
export function problemOfNetwork(code: string): ServerProblem {
  if (code === 'other-site') return { code: 'other-site', detail: '' }
  if (TLS.test(code)) return { code: 'tls', detail: code }
  // A redirect away from the server, or an answer in full that makes no sense, is somebody in between.
  if (code === 'redirected') return { code: 'portal', detail: code }
  return { code: 'unreachable', detail: code }
}
