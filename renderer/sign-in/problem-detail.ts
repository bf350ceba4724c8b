import type { ServerProblem } from '../../shared/ipc.ts'
import { statusWords } from '../data/failure-reasons.ts'
import type { Translate } from '../i18n/translator.ts'

/** Names of network errors by cause, Chromium's and Node's. */
const KINDS = {
  refused: /CONNECTION_REFUSED|ECONNREFUSED/,
  name: /NAME_NOT_RESOLVED|NAME_RESOLUTION_FAILED|ENOTFOUND|EAI_AGAIN/,
  offline: /INTERNET_DISCONNECTED|NETWORK_CHANGED|ENETDOWN|ENETUNREACH/,
  timeout: /TIMED_OUT|ETIMEDOUT|TIMEOUT|^timeout$/,
  unreachable: /ADDRESS_UNREACHABLE|ADDRESS_INVALID|EHOSTUNREACH|EADDRNOTAVAIL/,
  broken: /CONNECTION_RESET|CONNECTION_CLOSED|CONNECTION_ABORTED|EMPTY_RESPONSE|ECONNRESET|EPIPE|^truncated$/,
} as const
type Kind = keyof typeof KINDS

function isKind(name: string): name is Kind {
  return Object.hasOwn(KINDS, name)
}

/** Returns the detail of a problem as text; '' if it means nothing to a person (U5). */
export function problemDetail({ detail }: ServerProblem, t: Translate): string {
  const status = statusWords(detail, t)
  if (status !== null) return status
  const kind = Object.keys(KINDS).find((name) => isKind(name) && KINDS[name].test(detail))
  return kind !== undefined && isKind(kind) ? t(`galley:local.detail.${kind}`) : ''
}
