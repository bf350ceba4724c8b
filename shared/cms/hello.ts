import * as v from 'valibot'

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
export type SiteHello = v.InferOutput<typeof siteHello>
