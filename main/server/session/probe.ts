import * as v from 'valibot'
import { withoutSlashes, pathName } from '../../../shared/cms/addresses.ts'
import { adminUrl, routePatterns } from '../../../shared/cms/routes.ts'
import type { AuthCollection, ProbeResult, ServerProblem } from '../../../shared/ipc.ts'
import { isPlainObject } from '../../../shared/json.ts'
import { normaliseAddress } from '../address.ts'
import type { ApiAnswer, ApiClient } from '../http/api-client.ts'
import { problemOfNetwork } from '../http/network-error.ts'
import { hasNoUser } from './first-user.ts'

const HELLO_PATH = '/desktop'

/** The root of a site's API: the site's address, and the API route below it (`/api` on most). */
export type ApiRoot = { url: string; api: string }

export type FoundSite = ApiRoot & { ok: true; hello: SiteHello }

/**
 * Finds a site before a login. `typed`: address of the site, its admin or its API. `clientFor` makes a client
 * without a token. Each kind of failure has its own code for the screen.
 */
export async function findSite(
  typed: string,
  clientFor: (root: ApiRoot) => ApiClient,
): Promise<FoundSite | { ok: false; problem: ServerProblem }> {
  const address = normaliseAddress(typed)
  if (!address.ok) return { ok: false, problem: { code: 'bad-address', detail: address.detail } }
  let first: ServerProblem | null = null
  for (const root of possibleRoots(address.url)) {
    const client = clientFor(root)
    const answer = await client.request({ method: 'GET', path: HELLO_PATH, authenticated: false })
    const hello = readHello(answer)
    if (hello) return { ok: true, hello, ...rootAfterRedirects(answer, root, hello.routes.api) }
    const problem = await problemOf(answer, client)
    if (problem.code === 'no-plugin') return { ok: false, problem }
    first ??= problem
    if (answer.kind === 'network' && answer.code !== 'redirected') break
  }
  return { ok: false, problem: first ?? { code: 'unreachable', detail: '' } }
}

/** The facts about a site for the connect screen; `client`: one without a token. */
export async function describeSite({ url, hello }: FoundSite, client: ApiClient): Promise<ProbeResult> {
  const auth = authCollections(hello)
  // Payload creates its first user only in the collection of the admin panel.
  const own = auth.find(({ slug }) => slug === hello.adminUser)?.slug ?? null
  return {
    outcome: 'ok',
    url,
    name: hello.site.name ?? new URL(url).host,
    payloadVersion: hello.galley.payload,
    idempotency: hello.galley.capabilities['idempotency'] === true,
    auth,
    browserLogin: hello.galley.capabilities['browserLogin'] === true,
    firstUser:
      own !== null && (await hasNoUser(client, own))
        ? { slug: own, adminUrl: firstUserUrl(url, hello) }
        : null,
  }
}

function firstUserUrl(url: string, { routes }: SiteHello): string {
  return adminUrl({ adminRoute: routes.admin, path: routePatterns.firstUser, serverURL: url })
}

/** The hello in an answer, or null if there is none. */
export function readHello(answer: ApiAnswer): SiteHello | null {
  if (answer.kind !== 'http' || answer.status !== 200) return null
  const parsed = v.safeParse(siteHello, answer.json)
  return parsed.success ? parsed.output : null
}

/**
 * The possible API roots of an address: it may be that of the site, of its API, or of an admin page outside /admin.
 */
function possibleRoots(url: string): ApiRoot[] {
  const { origin, pathname } = new URL(url)
  const below = { url, api: '/api' }
  return pathname === '/' ? [below] : [below, { url: origin, api: pathname }, { url: origin, api: '/api' }]
}

/**
 * The root of a site after redirects (http to https, with or without www). `route`: the site's own API route; behind
 * a proxy it may have another one.
 */
function rootAfterRedirects(answer: ApiAnswer, asked: ApiRoot, route: string): ApiRoot {
  if (answer.kind !== 'http') return asked
  const { origin, pathname } = new URL(answer.url)
  const path = withoutSlashes(pathname)
  if (!path.endsWith(HELLO_PATH)) return asked
  const root = path.slice(0, -HELLO_PATH.length)
  const api = [route, '/api'].find((end) => end.startsWith('/') && root.endsWith(end)) ?? root
  return { url: `${origin}${root.slice(0, root.length - api.length)}`, api }
}

/** The problem of an answer without a hello. */
export async function problemOf(answer: ApiAnswer, client: ApiClient): Promise<ServerProblem> {
  if (answer.kind === 'network') {
    return answer.code === 'redirected'
      ? { code: 'not-a-cms', detail: answer.code }
      : problemOfNetwork(answer.code)
  }
  const detail = `HTTP ${answer.status}`
  if (answer.status === 407) return { code: 'proxy-login', detail }
  if (answer.status >= 500) return { code: 'server-error', detail }
  if (answer.json === undefined && answer.status !== 404) return { code: 'not-a-cms', detail }
  // Payload without the plugin answers 404 in its own JSON; many other things answer 404 too. A front end may also
  // give a page of its own for addresses that the API does not know, so that HTML decides nothing with a 404.
  if (await isPayload(client)) return { code: 'no-plugin', detail }
  return { code: 'not-a-cms', detail }
}

/** True for Payload: it sends anybody its permissions, with a map of collections. */
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

/** The collections to sign in to; Payload's default if the plugin does not tell. */
function authCollections(hello: SiteHello): AuthCollection[] {
  const parsed = v.safeParse(authShape, hello['auth'])
  // A site may have no passwords at all.
  const isKnown =
    parsed.success && (parsed.output.length > 0 || hello.galley.capabilities['browserLogin'] === true)
  if (!isKnown) {
    return [{ slug: 'users', label: 'Users', identifier: 'email' }]
  }
  return parsed.output.map(({ slug, label, identifier }) => ({ slug, label: label ?? slug, identifier }))
}

/** The characters that a cookie name may have. */
const COOKIE_NAME = /^[\w!#$%&'*+.^`|~-]{0,100}$/

/**
 * The public answer of GET /desktop: the companion's presence and features, and the ways to sign in. Only the first
 * is required; the rest may be missing or new.
 */
export const siteHello = v.looseObject({
  galley: v.looseObject({
    version: v.string(),
    /** Sent only to users who may enter the admin panel. */
    payload: v.fallback(v.nullable(v.string()), null),
    capabilities: v.fallback(v.record(v.string(), v.unknown()), {}),
  }),
  site: v.fallback(v.looseObject({ name: v.nullish(v.string(), null) }), { name: null }),
  routes: v.fallback(v.looseObject({ admin: v.string(), api: v.string() }), { admin: '/admin', api: '/api' }),
  adminUser: v.fallback(v.string(), 'users'),
  auth: v.fallback(
    v.array(
      v.looseObject({
        slug: v.string(),
        label: v.fallback(v.string(), ''),
        identifier: v.fallback(v.picklist(['email', 'username', 'either']), 'email'),
      }),
    ),
    [],
  ),
  cookiePrefix: v.fallback(v.pipe(v.string(), v.regex(COOKIE_NAME)), 'payload'),
})
type SiteHello = v.InferOutput<typeof siteHello>
