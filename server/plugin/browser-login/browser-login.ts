import { getFieldsToSign, jwtSign } from 'payload'
import type { PayloadRequest, SanitizedCollectionConfig } from 'payload'
import { addSessionToUser, formatAdminURL } from 'payload/shared'
import { isBody, limitedText } from '../endpoints/body.ts'
import { displayName } from '../endpoints/display-text.ts'
import { mayEnterAdmin, type AppUser } from '../endpoints/app-user.ts'
import { publicError } from '../public-error.ts'
import { beginAppSession } from './app-sessions.ts'
import { confirmPage } from './confirm-page.ts'
import { makeCode, takeCode } from './login-codes.ts'
import { hasNoPasswords } from './token-strategy.ts'

/** The app's login request: its challenge (PKCE S256), its state, and the port where it listens. */
type Question = { readonly challenge: string; readonly state: string; readonly port: string }

const PATTERNS: Record<keyof Question, RegExp> = {
  challenge: /^[\w-]{43}$/,
  state: /^[\w-]{16,100}$/,
  port: /^[1-9]\d{3,4}$/,
}
/** Largest body of either request, in bytes. */
const MOST_BYTES = 4000

const unauthorized = (req: PayloadRequest) =>
  publicError(req.t('error:unauthorized'), 401, { code: 'UNAUTHENTICATED' })

/**
 * GET /desktop/browser-login, in the browser of a person who logs in to the app: redirects to the site's own login if
 * needed, then asks for confirmation.
 */
export async function askInBrowser(req: PayloadRequest): Promise<Response> {
  const question = readQuestion(new URLSearchParams(req.searchParams))
  const { routes } = req.payload.config.admin
  if (!req.user) {
    const { pathname, search } = new URL(req.url ?? '', 'http://site.invalid')
    return redirect(302, `${adminPage(req, routes.login)}?redirect=${encodeURIComponent(pathname + search)}`)
  }
  const name = (await mayEnterAdmin(req)) ? nameOf(req, req.user) : null
  return confirmPage(req, { name, logout: adminPage(req, routes.logout), fields: question })
}

/** POST of the confirmation page: sends a code to the app, which listens on the person's computer. */
export async function confirmInBrowser(req: PayloadRequest): Promise<Response> {
  // Browsers do not send cookies with another site's form (SameSite), and `sec-fetch-site` tells its origin. API keys
  // and other credentials of programs make no session of a person.
  const from = req.headers.get('sec-fetch-site')
  const isOwnForm = from === null || from === 'same-origin' || from === 'none'
  if (!req.user || req.headers.has('authorization') || !isOwnForm) throw unauthorized(req)
  const question = readQuestion(new URLSearchParams(await limitedText(req, MOST_BYTES)))
  if (!(await mayEnterAdmin(req)))
    return confirmPage(req, {
      name: null,
      logout: adminPage(req, req.payload.config.admin.routes.logout),
      fields: question,
    })
  const code = await makeCode(req.payload, req.user, question.challenge)
  const { port, state } = question
  return redirect(
    303,
    `http://127.0.0.1:${port}/?code=${encodeURIComponent(code)}&state=${encodeURIComponent(state)}`,
  )
}

/** POST /desktop/browser-login/token, by the app: returns a session of the user who confirmed, like a login. */
export async function tokenForCode(req: PayloadRequest): Promise<Response> {
  const value = await givenTexts(req)
  const owner = await takeCode(req.payload, value('code'), value('verifier'))
  const config = owner === null ? undefined : req.payload.collections[owner.collection]?.config
  if (owner === null || !config?.auth) throw unauthorized(req)
  const where = { id: { equals: owner.id } }
  // Read as it is in the database, since Payload writes the whole user back when a session starts.
  const stored = await req.payload.db.findOne<AppUser>({ collection: config.slug, where, req })
  const found = await req.payload.findByID({
    collection: config.slug,
    id: owner.id,
    depth: config.auth.depth ?? 0,
    disableErrors: true,
    req,
  })
  if (!stored || !found) throw unauthorized(req)
  const user: AppUser = { ...found, collection: config.slug }
  const sid = hasNoPasswords(config)
    ? await beginAppSession(req.payload, owner)
    : (await addSessionToUser({ collectionConfig: config, payload: req.payload, req, user: stored })).sid
  return Response.json(await signIn(req, config, user, sid), {
    headers: { 'cache-control': 'private, no-store' },
  })
}

/** Signs the user in as Payload's own login does, with the site's login hooks. */
async function signIn(
  req: PayloadRequest,
  config: SanitizedCollectionConfig,
  found: AppUser,
  sid: string | undefined,
): Promise<{ token: string; exp: number; user: Record<string, unknown> }> {
  const { context } = req
  let user = found
  for (const hook of config.hooks.beforeLogin ?? [])
    user = (await hook({ collection: config, context, req, user })) ?? user
  const email: unknown = Reflect.get(user, 'email')
  const { token, exp } = await jwtSign({
    fieldsToSign: getFieldsToSign({
      collectionConfig: config,
      email: typeof email === 'string' ? email : '',
      user,
      ...(sid === undefined ? {} : { sid }),
    }),
    secret: req.payload.secret,
    tokenExpiration: config.auth.tokenExpiration,
  })
  req.user = user
  for (const hook of config.hooks.afterLogin ?? [])
    user = (await hook({ collection: config, context, req, token, user })) ?? user
  return { token, exp, user: publicPart(user) }
}

/** The fields by which the app shows a person; the rest is read like any other document. */
function publicPart(user: object): Record<string, unknown> {
  const keys = ['id', 'collection', 'name', 'email', 'username', 'createdAt']
  return Object.fromEntries(
    keys.flatMap((key) => (Reflect.has(user, key) ? [[key, Reflect.get(user, key)]] : [])),
  )
}

function nameOf(req: PayloadRequest, user: AppUser): string {
  return displayName(user, req.payload.collections[user.collection]?.config.admin.useAsTitle)
}

function adminPage(req: PayloadRequest, path: string): string {
  const { routes } = req.payload.config
  return formatAdminURL({
    adminRoute: routes.admin,
    path: `/${path.replace(/^\/+/, '')}`,
    includeBasePath: true,
  })
}

/** Reads the texts of a JSON body; '' for anything else. */
async function givenTexts(req: PayloadRequest): Promise<(key: string) => string> {
  let body: unknown = null
  try {
    body = JSON.parse(await limitedText(req, MOST_BYTES))
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  return (key) => {
    const given = isBody(body) ? body[key] : undefined
    return typeof given === 'string' ? given : ''
  }
}

function readQuestion(given: URLSearchParams): Question {
  const part = (key: keyof Question): string => {
    const value = given.get(key) ?? ''
    if (!PATTERNS[key].test(value)) throw publicError(`${key} is not valid.`, 400, { code: 'BAD_REQUEST' })
    return value
  }
  return { challenge: part('challenge'), state: part('state'), port: part('port') }
}

function redirect(status: number, location: string): Response {
  return new Response(null, { status, headers: { location, 'cache-control': 'no-store' } })
}
