import type { ServerProblem } from '../../shared/ipc.ts'
import type { ApiAnswer } from './http/api-client.ts'
import { problemOfNetwork } from './http/network-error.ts'

/**
 * The problem of an answer that cannot come from the CMS itself, of a server known to be one; null for JSON below
 * 500. HTML instead of JSON is a captive portal or a proxy, never success (SY11).
 */
export function troubleOf(answer: ApiAnswer): ServerProblem | null {
  if (answer.kind === 'network') return problemOfNetwork(answer.code)
  if (answer.status === 407) return { code: 'proxy-login', detail: 'HTTP 407' }
  if (answer.status >= 500) return { code: 'server-error', detail: `HTTP ${answer.status}` }
  if (answer.json === undefined && answer.status !== 304)
    return { code: 'portal', detail: `HTTP ${answer.status}` }
  return null
}
