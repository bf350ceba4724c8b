import { getFieldsToSign, jwtSign } from 'payload'
import type { PayloadRequest } from 'payload'
import { addSessionToUser, formatAdminURL } from 'payload/shared'
import { displayName } from '../endpoints/display-name.ts'
import { isBody } from '../endpoints/body.ts'
import { mayEnterAdmin, type AppUser } from '../endpoints/who.ts'
import { publicError } from '../public-error.ts'
import { confirmPage } from './confirm-page.ts'
import { makeCode, takeCode } from './login-codes.ts'

/** What the app asks of the browser: its challenge (PKCE S256), what it knows its question by, and where it listens. */
type Question = { readonly challenge: string; readonly state: string; readonly port: string }

const PATTERNS: Record<keyof Question, RegExp> = {
  challenge: /^[\w-]{43}$/,
  state: /^[\w-]{16,100}$/,
  port: /^[1-9]\d{3,4}$/,
}
/** Characters of a body of either kind at most. */
const MOST_CHARACTERS = 4000

/**
 * GET /desktop/browser-login, in the browser of somebody who wants to use the app: leads to the site's own log-in first,
 * whatever that is, and then asks them.
 */
export async function askInBrowser(req: PayloadRequest): Promise<Response> {
  const question = readQuestion(new URLSearchParams(req.searchParams))
  if (!req.user) {
    const { config } = req.payload
    const login = formatAdminURL({ adminRoute: config.routes.admin, path: config.admin.routes.login })
    const { pathname, search } = new URL(req.url ?? '', 'http://site.invalid')
    return redirect(302, `${login}?redirect=${encodeURIComponent(pathname + search)}`)
  }
  const name = (await mayEnterAdmin(req)) ? nameOf(req, req.user) : null
  return confirmPage(req, name, question)
}

/** POST of that page: hands a code to the app, which listens on this computer. */
export async function confirmInBrowser(req: PayloadRequest): Promise<Response> {
  const question = readQuestion(new URLSearchParams(await textOf(req)))
  // Cookies of another site's form are not sent (SameSite); a browser that says where a form came from is believed.
  const from = req.headers.get('sec-fetch-site')
  if (!req.user || (from !== null && from !== 'same-origin' && from !== 'none')) {
    throw publicError(req.t('error:unauthorized'), 401, { code: 'UNAUTHENTICATED' })
  }
  if (!(await mayEnterAdmin(req))) return confirmPage(req, null, question)
  const code = await makeCode(req.payload, req.user, question.challenge)
  const { port, state } = question
  return redirect(
    303,
    `http://127.0.0.1:${port}/?code=${encodeURIComponent(code)}&state=${encodeURIComponent(state)}`,
  )
}

/** POST /desktop/browser-login/token, of the app: a session for whoever confirmed, as a log-in gives one. */
export async function tokenForCode(req: PayloadRequest): Promise<Response> {
  const text = await textOf(req)
  const body: unknown = await new Response(text).json().catch(() => null)
  const value = (key: string): string => {
    const given = isBody(body) ? body[key] : undefined
    return typeof given === 'string' ? given : ''
  }
  const owner = await takeCode(req.payload, value('code'), value('verifier'))
  const collection = owner === null ? undefined : req.payload.collections[owner.collection]
  const user =
    owner !== null && collection?.config.auth
      ? await req.payload.findByID({
          collection: collection.config.slug,
          id: owner.id,
          depth: collection.config.auth.depth ?? 0,
          disableErrors: true,
          req,
        })
      : null
  if (!user || !collection) throw publicError(req.t('error:unauthorized'), 401, { code: 'UNAUTHENTICATED' })
  const { config } = collection
  const signedIn = { ...user, collection: config.slug }
  const stored: unknown = await req.payload.db.findOne({
    collection: config.slug,
    where: { id: { equals: user.id } },
    req,
  })
  const { sid } = config.auth.disableLocalStrategy
    ? { sid: undefined }
    : await addSessionToUser({
        collectionConfig: config,
        payload: req.payload,
        req,
        // As it is in the database: all of it is written.
        user: stored as AppUser,
      })
  const email: unknown = Reflect.get(signedIn, 'email')
  const { token, exp } = await jwtSign({
    fieldsToSign: getFieldsToSign({
      collectionConfig: config,
      email: typeof email === 'string' ? email : '',
      user: signedIn as AppUser,
      ...(sid === undefined ? {} : { sid }),
    }),
    secret: req.payload.secret,
    tokenExpiration: config.auth.tokenExpiration,
  })
  return Response.json(
    { token, exp, user: publicPart(signedIn) },
    { headers: { 'cache-control': 'private, no-store' } },
  )
}

/** By what the app knows a person; what else there is of them they read as every user does. */
function publicPart(user: object): Record<string, unknown> {
  const keys = ['id', 'collection', 'name', 'email', 'username', 'createdAt']
  return Object.fromEntries(
    keys.flatMap((key) => (Reflect.has(user, key) ? [[key, Reflect.get(user, key)]] : [])),
  )
}

function nameOf(req: PayloadRequest, user: AppUser): string {
  return displayName(user, req.payload.collections[user.collection]?.config.admin.useAsTitle)
}

function readQuestion(given: URLSearchParams): Question {
  const part = (key: keyof Question): string => {
    const value = given.get(key) ?? ''
    if (!PATTERNS[key].test(value)) throw publicError(`${key} is not valid.`, 400, { code: 'BAD_REQUEST' })
    return value
  }
  return { challenge: part('challenge'), state: part('state'), port: part('port') }
}

async function textOf(req: PayloadRequest): Promise<string> {
  const text = (await req.text?.()) ?? ''
  if (text.length > MOST_CHARACTERS) throw publicError('The body is too long.', 413, { code: 'TOO_LARGE' })
  return text
}

function redirect(status: number, location: string): Response {
  return new Response(null, { status, headers: { location, 'cache-control': 'no-store' } })
}
