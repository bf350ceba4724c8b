import * as v from 'valibot'
import { siteHello, type SiteHello } from '../../shared/cms/hello.ts'
import { pathName } from '../../shared/cms/path-segment.ts'
import type { AuthCollection, ProbeResult, ServerProblem } from '../../shared/ipc.ts'
import { isPlainObject } from '../../shared/json.ts'
import { normaliseAddress } from './address.ts'
import type { ApiAnswer, ApiClient } from './api-client.ts'
import { problemOfNetwork } from './network-error.ts'

const HELLO_PATH = '/desktop'

/**
 * Asks an address what it is, before anybody signs in. `clientFor` makes a client without a token for a normalised
 * address. Each kind of failure has its own code, so that the screen can say what to do.
 */
export async function probeServer(
  typed: string,
  clientFor: (url: string) => ApiClient,
): Promise<ProbeResult> {
  const address = normaliseAddress(typed)
  if (!address.ok) return { outcome: 'problem', problem: { code: 'bad-address', detail: address.detail } }
  const client = clientFor(address.url)
  const answer = await client.request({ method: 'GET', path: HELLO_PATH, authenticated: false })
  const hello = readHello(answer)
  if (!hello) return { outcome: 'problem', problem: await problemOf(answer, client) }
  return {
    outcome: 'ok',
    url: addressAfterRedirects(answer, address.url),
    name: hello.site.name ?? new URL(address.url).host,
    payloadVersion: hello.galley.payload,
    idempotency: hello.galley.capabilities['idempotency'] === true,
    auth: authCollections(hello),
  }
}

/** The hello of an answer, or null where it is none. */
export function readHello(answer: ApiAnswer): SiteHello | null {
  if (answer.kind !== 'http' || answer.status !== 200) return null
  const parsed = v.safeParse(siteHello, answer.json)
  return parsed.success ? parsed.output : null
}

/** A site that redirects (http to https, with or without www) is kept as where it leads. */
function addressAfterRedirects(answer: ApiAnswer, asked: string): string {
  const suffix = `/api${HELLO_PATH}`
  if (answer.kind !== 'http') return asked
  const url = new URL(answer.url)
  const path = url.pathname.replace(/\/+$/, '')
  if (!path.endsWith(suffix)) return asked
  return `${url.origin}${path.slice(0, -suffix.length)}`
}

async function problemOf(answer: ApiAnswer, client: ApiClient): Promise<ServerProblem> {
  if (answer.kind === 'network') {
    return answer.code === 'redirected'
      ? { code: 'not-a-cms', detail: answer.code }
      : problemOfNetwork(answer.code)
  }
  const detail = `HTTP ${answer.status}`
  if (answer.status >= 500) return { code: 'server-error', detail }
  if (answer.json === undefined && answer.status !== 404) return { code: 'not-a-cms', detail }
  // Payload without the plugin answers 404 in its own JSON; many other things answer 404 too. A front end may also
  // give a page of its own for addresses that the API does not know, so that HTML decides nothing with a 404.
  if (await isPayload(client)) return { code: 'no-plugin', detail }
  return { code: 'not-a-cms', detail }
}

/** Payload gives anybody its permissions, with a map of collections in it. */
async function isPayload(client: ApiClient): Promise<boolean> {
  const answer = await client.request({ method: 'GET', path: '/access', authenticated: false })
  return (
    answer.kind === 'http' &&
    answer.status === 200 &&
    isPlainObject(answer.json) &&
    ('canAccessAdmin' in answer.json || isPlainObject(answer.json['collections']))
  )
}

const authShape = v.array(
  v.looseObject({
    slug: pathName,
    label: v.optional(v.string()),
    identifier: v.fallback(v.picklist(['email', 'username', 'either']), 'email'),
  }),
)

/** Where one can sign in; Payload's own default where the plugin does not say. */
function authCollections(hello: SiteHello): AuthCollection[] {
  const parsed = v.safeParse(authShape, hello['auth'])
  if (!parsed.success || parsed.output.length === 0) {
    return [{ slug: 'users', label: 'Users', identifier: 'email' }]
  }
  return parsed.output.map(({ slug, label, identifier }) => ({ slug, label: label ?? slug, identifier }))
}
