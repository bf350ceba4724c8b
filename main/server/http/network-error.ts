import type { ServerProblem } from '../../../shared/ipc.ts'

/**
 * A stable name for a failed request: Chromium's `net::ERR_…` and Node's codes stay; `timeout`, `aborted`, `failed` and
 * the codes of NetworkFailure are Galley's own. It contains no content and no address.
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
  constructor(code: 'truncated' | 'too-large' | 'redirected' | 'bad-path' | 'other-site' | 'proxy-login') {
    super(code)
    this.code = code
  }
}

/** The first row that fits decides; names are Chromium's and Node's. */
const PROBLEMS: readonly (readonly [ServerProblem['code'], RegExp])[] = [
  ['other-site', /^other-site$/],
  // A redirect to another server comes from a captive portal.
  ['portal', /^redirected$/],
  ['proxy-login', /^proxy-login$|^net::ERR_PROXY_AUTH_/],
  ['proxy-script', /^net::ERR_(PAC_|MANDATORY_PROXY_CONFIGURATION_FAILED)/],
  ['proxy-refused', /^net::ERR_(TUNNEL_CONNECTION_FAILED|SOCKS_CONNECTION_HOST_UNREACHABLE)/],
  ['proxy', /^net::ERR_(PROXY_|SOCKS_|NO_SUPPORTED_PROXIES)/],
  ['certificate-date', /^net::ERR_CERT_DATE_INVALID$|^CERT_(HAS_EXPIRED|NOT_YET_VALID)$/],
  ['certificate-name', /^net::ERR_CERT_COMMON_NAME_INVALID$|^ERR_TLS_CERT_ALTNAME_INVALID$/],
  ['certificate-issuer', /^net::ERR_CERT_AUTHORITY_INVALID$|^(UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_)/],
  ['tls', /^net::ERR_(CERT_|SSL_|BAD_SSL_|INSECURE_RESPONSE)|^(ERR_TLS_|ERR_SSL_|CERT_|ERR_OSSL)|^EPROTO$/],
]

/** The kind of trouble, for the screen. */
export function problemOfNetwork(code: string): ServerProblem {
  const [problem] = PROBLEMS.find(([, names]) => names.test(code)) ?? ['unreachable' as const]
  return { code: problem, detail: problem === 'other-site' ? '' : code }
}
