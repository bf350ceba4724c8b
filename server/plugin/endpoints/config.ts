import { createHash } from 'node:crypto'
import type { PayloadRequest } from 'payload'
import type { Settings } from '../options.ts'
import { markOf } from '../schema/schema-mark.ts'
import { siteSchema } from '../schema/site-schema.ts'
import { helloOf } from './hello.ts'
import { appUser, whatUserSees } from './app-user.ts'

function isKnown(req: PayloadRequest, etag: string): boolean {
  const known = req.headers.get('if-none-match')
  return known !== null && known.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
}

/**
 * GET /desktop/config: the schema as this user may see it, in the language asked for. The ETag is a
 * hash of the answer, which differs by permissions and language.
 */
export async function configAnswer(req: PayloadRequest, settings: Settings): Promise<Response> {
  await appUser(req)
  const { permissions, visible } = await whatUserSees(req)
  const readable = Object.keys(permissions.collections ?? {}).filter(
    (slug) => permissions.collections?.[slug]?.read,
  )
  const hello = helloOf(req, settings, readable, true)
  // Part of the answer, so that a stored schema keeps its mark.
  const schemaMark = markOf(req)
  const body = JSON.stringify({
    ...hello,
    schemaMark,
    availableLocales: await availableLocales(req),
    ...siteSchema(req, visible, permissions, readable),
  })
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`
  const headers = {
    etag,
    'cache-control': 'private, no-cache',
    vary: 'Authorization, Cookie, Accept-Language',
  }
  if (isKnown(req, etag)) return new Response(null, { status: 304, headers })
  return new Response(body, { headers: { ...headers, 'content-type': 'application/json' } })
}

/** Codes of the locales that the site's admin offers this user; undefined: all of them, as most sites have it. */
export async function availableLocales(req: PayloadRequest): Promise<readonly string[] | undefined> {
  const { localization } = req.payload.config
  if (localization === false || !localization.filterAvailableLocales) return undefined
  const locales = await localization.filterAvailableLocales({ locales: localization.locales, req })
  return locales.map(({ code }) => code)
}
