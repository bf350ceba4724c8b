/**
 * Network errors after which the request cannot have reached the server: no connection was made, or it was
 * closed before the request was written. Every other error can also end an established connection, so that
 * the outcome is unknown (SY4):
 * - ADDRESS_UNREACHABLE, INTERNET_DISCONNECTED, NETWORK_ACCESS_DENIED, ENETUNREACH, EHOSTUNREACH: also
 *   reported for an open socket whose route or interface went away
 * - SSL_…, BAD_SSL_CLIENT_AUTH_CERT: TLS 1.3 judges the client after it may have spoken, and a record can break later
 * - CERT_DATABASE_CHANGED, CERT_VERIFIER_CHANGED: Chromium closes established connections
 * - CONNECTION_TIMED_OUT, ADDRESS_INVALID: rare, so they count as unknown
 *
 * The error describes only the last attempt of the network stack. Chromium repeats a request by itself if a
 * kept-alive connection ended without an answer; `neverRepeat` allows a single attempt.
 */
const NEVER_LEFT: ReadonlySet<string> = new Set([
  // Failed name lookups and connections. An established TCP connection is reset, never refused.
  'net::ERR_NAME_NOT_RESOLVED',
  'net::ERR_NAME_RESOLUTION_FAILED',
  'net::ERR_CONNECTION_REFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ECONNREFUSED',
  'UND_ERR_CONNECT_TIMEOUT',
  // Failed connections to a proxy, or from the proxy to the server.
  'net::ERR_MANDATORY_PROXY_CONFIGURATION_FAILED',
  'net::ERR_PAC_SCRIPT_FAILED',
  'net::ERR_PROXY_CERTIFICATE_INVALID',
  'net::ERR_PROXY_CONNECTION_FAILED',
  'net::ERR_SOCKS_CONNECTION_FAILED',
  'net::ERR_SOCKS_CONNECTION_HOST_UNREACHABLE',
  'net::ERR_TUNNEL_CONNECTION_FAILED',
  // The proxy asked for a log-in and did not pass the request on.
  'proxy-login',
  // An invalid certificate of the server: it is checked before the request is written.
  'net::ERR_CERT_AUTHORITY_INVALID',
  'net::ERR_CERT_COMMON_NAME_INVALID',
  'net::ERR_CERT_CONTAINS_ERRORS',
  'net::ERR_CERT_DATE_INVALID',
  'net::ERR_CERT_INVALID',
  'net::ERR_CERT_KNOWN_INTERCEPTION_BLOCKED',
  'net::ERR_CERT_NAME_CONSTRAINT_VIOLATION',
  'net::ERR_CERT_NON_UNIQUE_NAME',
  'net::ERR_CERT_NO_REVOCATION_MECHANISM',
  'net::ERR_CERT_REVOKED',
  'net::ERR_CERT_UNABLE_TO_CHECK_REVOCATION',
  'net::ERR_CERT_VALIDITY_TOO_LONG',
  'net::ERR_CERT_WEAK_KEY',
  'net::ERR_CERT_WEAK_SIGNATURE_ALGORITHM',
  'net::ERR_CERTIFICATE_TRANSPARENCY_REQUIRED',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  // A proxy answered with a redirect away from the server, which was not followed.
  'redirected',
  // Another site answered, and refused a request that was not meant for it.
  'other-site',
  // The address itself was refused here.
  'bad-path',
])

/** True if the request cannot have arrived, so that sending it again cannot do it twice. */
export function neverLeft(code: string): boolean {
  return NEVER_LEFT.has(code)
}
