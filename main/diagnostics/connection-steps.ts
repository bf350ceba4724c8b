import { STEPS, type ConnectionStep } from '../../shared/diagnostics.ts'
import type { ServerProblem } from '../../shared/ipc.ts'

/** The findings of a connection test. */
export type FoundConnection = {
  /** The proxies in Chromium's notation: `DIRECT`, or `PROXY host:port;DIRECT`; null: not known. */
  proxy: string | null
  /** IP addresses of the server's name; null: this computer finds none. */
  addresses: readonly string[] | null
  /** Null: the site and its companion answered. */
  problem: ServerProblem | null
  payload: string | null
  companion: string | null
  /** Null: no account of this server is open. `until`: ISO time; null: no token, or one without expiry. */
  session: { isSignedIn: boolean; until: string | null } | null
}

type Step = ConnectionStep['step']

const STEP_OF: { [Code in ServerProblem['code']]: Step } = {
  'bad-address': 'name',
  'not-allowed': 'name',
  proxy: 'proxy',
  'proxy-refused': 'proxy',
  'proxy-login': 'proxy',
  'proxy-script': 'proxy',
  unreachable: 'connect',
  'certificate-date': 'connect',
  'certificate-name': 'connect',
  'certificate-issuer': 'connect',
  tls: 'connect',
  'plain-http': 'answer',
  'server-error': 'answer',
  portal: 'answer',
  'not-a-cms': 'cms',
  'other-site': 'cms',
  'newer-database': 'cms',
  'no-plugin': 'companion',
}

/** The state of each step: ok or unneeded before the failed one, not reached after it. */
export function connectionSteps(found: FoundConnection): ConnectionStep[] {
  const isProxied = found.proxy !== null && !found.proxy.startsWith('DIRECT')
  const failed = failedStep(found, isProxied)
  const failedAt = failed === null ? STEPS.length : STEPS.indexOf(failed)
  const details: { [S in Step]: string } = {
    proxy: found.proxy === null ? '' : proxyNames(found.proxy),
    name: isProxied ? '' : (found.addresses ?? []).join(', '),
    connect: '',
    answer: '',
    cms: found.payload ?? '',
    companion: found.companion ?? '',
    session: found.session?.until ?? '',
  }
  return STEPS.map((step, index) => {
    if (index > failedAt) return { step, state: 'not-reached', detail: '' }
    if (index === failedAt) return { step, state: 'failed', detail: found.problem?.detail ?? '' }
    const isUnneeded = (step === 'name' && isProxied) || (step === 'session' && found.session === null)
    return { step, state: isUnneeded ? 'unneeded' : 'ok', detail: details[step] }
  })
}

function failedStep({ problem, addresses, session }: FoundConnection, isProxied: boolean): Step | null {
  if (problem === null) return session?.isSignedIn === false ? 'session' : null
  const isNameless = problem.code === 'unreachable' && !isProxied && (addresses?.length ?? 0) === 0
  return isNameless ? 'name' : STEP_OF[problem.code]
}

/**
 * The proxies of a list in Chromium's notation, with anything before an at sign removed, in case it is a credential.
 */
function proxyNames(proxies: string): string {
  return proxies
    .split(';')
    .map((one) => {
      const [kind = '', ...address] = one.trim().split(' ')
      return [kind, ...address.map((part) => part.slice(part.lastIndexOf('@') + 1))].join(' ')
    })
    .filter((one) => /^[A-Z0-9]+( [\w.:[\]-]+)?$/.test(one))
    .join('; ')
}
