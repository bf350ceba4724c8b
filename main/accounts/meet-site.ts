import type { ProbeResult, ServerProblem } from '../../shared/ipc.ts'
import { isPlainHttp } from '../../shared/cms/addresses.ts'
import { normaliseAddress, serverId } from '../server/address.ts'
import { troubleOf } from '../server/answer-shapes.ts'
import { createApiClient, type ApiAnswer, type ApiClient } from '../server/http/api-client.ts'
import { describeSite, findSite, type ApiRoot } from '../server/session/probe.ts'
import type { SettingsStore } from '../settings/settings.ts'
import type { AccountsOptions } from './accounts-options.ts'

/** A site that answered at an address, before anybody signs in there. */
export type MetSite = {
  outcome: 'met'
  url: string
  site: ReturnType<SettingsStore['siteOf']>
  client: ApiClient
  greeting: ApiAnswer
}
type NotMet = { outcome: 'problem'; problem: ServerProblem }

/** Contacts the sites that a person connects to, without a session. */
export type SiteMeeting = {
  /** Runs `work`. Until it ends, `isReaching` is true for the origin of the typed address. */
  reaching: <T>(typed: string, work: () => Promise<T>) => Promise<T>
  isReaching: (origin: string) => boolean
  /** True if an account of this site may be opened: the policy allows it, and the person accepted plain HTTP. */
  mayOpen: (url: string) => boolean
  probe: (typed: string, acceptPlainHttp?: string) => Promise<ProbeResult>
  /**
   * Checks, before credentials are sent, that the server answers and that no captive portal answers instead.
   */
  greet: (typed: string) => Promise<MetSite | NotMet>
}

type MeetingOptions = Pick<
  AccountsOptions,
  'settings' | 'accessFor' | 'language' | 'mayUseServer' | 'certificateAnswered' | 'proxyAnswered' | 'log'
>
const NOT_ALLOWED: ServerProblem = { code: 'not-allowed', detail: '' }

export function createSiteMeeting(options: MeetingOptions): SiteMeeting {
  const { settings } = options
  const mayUse = options.mayUseServer ?? (() => true)

  const strangerClient = ({ url, api }: ApiRoot): ApiClient =>
    createApiClient({
      baseUrl: url,
      api,
      transport: options.accessFor({ id: serverId(url), url }).transport,
      token: () => null,
      language: options.language,
      log: options.log,
    })

  /** Origins that the person is connecting to. */
  const reached: string[] = []
  const reaching = async <T>(typed: string, work: () => Promise<T>): Promise<T> => {
    const address = normaliseAddress(typed)
    if (!address.ok) return work()
    const { origin } = new URL(address.url)
    reached.push(origin)
    return work().finally(() => reached.splice(reached.indexOf(origin), 1))
  }
  /** True for plain HTTP that the person has not accepted: no session is started there (F31). */
  const isRefused = (url: string): boolean => isPlainHttp(url) && !settings.siteOf(url).plainHttp

  const probe: SiteMeeting['probe'] = async (typed, acceptPlainHttp) => {
    const address = normaliseAddress(typed)
    if (address.ok && !mayUse(address.url)) return { outcome: 'problem', problem: NOT_ALLOWED }
    const found = await reaching(typed, () => findPatiently(typed, strangerClient, options))
    if (!found.ok) return { outcome: 'problem', problem: found.problem }
    const { url, api, hello } = found
    if (!mayUse(url)) return { outcome: 'problem', problem: NOT_ALLOWED }
    if (isRefused(url) && acceptPlainHttp !== url) {
      return { outcome: 'problem', problem: { code: 'plain-http', detail: url } }
    }
    settings.putSite({ url, api, cookiePrefix: hello.cookiePrefix, plainHttp: isPlainHttp(url) })
    return describeSite(found, strangerClient(found))
  }

  const greet: SiteMeeting['greet'] = async (typed) => {
    const problem = (found: ServerProblem) => ({ outcome: 'problem', problem: found }) as const
    const address = normaliseAddress(typed)
    if (!address.ok) return problem({ code: 'bad-address', detail: address.detail })
    const { url } = address
    if (!mayUse(url)) return problem(NOT_ALLOWED)
    if (isRefused(url)) return problem({ code: 'plain-http', detail: url })
    const site = settings.siteOf(url)
    const client = strangerClient(site)
    const greeting = await client.request({ method: 'GET', path: '/desktop', authenticated: false })
    const trouble = troubleOf(greeting)
    // Without the plugin, /desktop is missing: its 404, even as an HTML page, is no trouble.
    const isMissing = greeting.kind === 'http' && greeting.status === 404
    if (trouble && !isMissing) return problem(trouble)
    return { outcome: 'met', url, site, client, greeting } as const
  }

  return {
    reaching,
    isReaching: (origin) => reached.includes(origin),
    mayOpen: (url) => !isRefused(url) && mayUse(url),
    probe,
    greet,
  }
}

/**
 * Finds the site. Tries again after the person chose a certificate or logged in to a proxy, as that may take
 * longer than the timeout.
 */
async function findPatiently(
  typed: string,
  strangerClient: (root: ApiRoot) => ApiClient,
  questions: Pick<AccountsOptions, 'certificateAnswered' | 'proxyAnswered'>,
): ReturnType<typeof findSite> {
  const found = await findSite(typed, strangerClient)
  const address = normaliseAddress(typed)
  if (found.ok || !address.ok) return found
  if (found.problem.code === 'proxy-login')
    return (await questions.proxyAnswered?.()) === true
      ? findPatiently(typed, strangerClient, questions)
      : found
  const wasAsked = await questions.certificateAnswered?.(address.url)
  return wasAsked === true ? findSite(typed, strangerClient) : found
}
