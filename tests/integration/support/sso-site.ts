/*
 * A site without passwords: its users log in at an identity provider (OAuth 2, authorization code), whose address is in
 * IDENTITY_PROVIDER, and have a cookie of the site's own. Started as the demo CMS is (startCms with `script`).
 */
import { randomUUID } from 'node:crypto'
import type { AuthStrategy, Endpoint, PayloadRequest } from 'payload'
import { access, serveSite } from './serve-site.ts'

const provider = process.env['IDENTITY_PROVIDER'] ?? ''
/** E-mail addresses by the cookie of their session. */
const sessions = new Map<string, string>()

const cookieOf = (headers: Headers): string =>
  /site-session=([\w-]+)/.exec(headers.get('cookie') ?? '')?.[1] ?? ''

const ownCookie: AuthStrategy = {
  name: 'site-session',
  async authenticate({ headers, payload }) {
    const email = sessions.get(cookieOf(headers))
    if (email === undefined) return { user: null }
    const { docs } = await payload.find({ collection: 'users', where: { email: { equals: email } } })
    const [user] = docs
    return { user: user ? { ...user, collection: 'users', _strategy: 'site-session' } : null }
  },
}

const redirect = (location: string, headers: Record<string, string> = {}): Response =>
  new Response(null, { status: 302, headers: { location, ...headers } })
const ownAddress = (req: PayloadRequest): string => `http://${req.headers.get('host')}/api/oauth/callback`

const endpoints: Endpoint[] = [
  {
    path: '/oauth/start',
    method: 'get',
    handler: (req) => {
      const asked = new URLSearchParams({
        redirect_uri: ownAddress(req),
        state: req.searchParams.get('redirect') ?? '/admin',
      })
      return redirect(`${provider}/authorize?${asked}`)
    },
  },
  {
    path: '/oauth/callback',
    method: 'get',
    handler: async (req) => {
      const answer = await fetch(`${provider}/token`, { method: 'POST', body: req.searchParams.get('code') })
      const { email } = (await answer.json()) as { email: string }
      const { totalDocs } = await req.payload.count({
        collection: 'users',
        where: { email: { equals: email } },
      })
      if (totalDocs === 0) await req.payload.create({ collection: 'users', data: { email } })
      const cookie = randomUUID()
      sessions.set(cookie, email)
      return redirect(req.searchParams.get('state') ?? '', {
        'set-cookie': `site-session=${cookie}; Path=/; HttpOnly; SameSite=Lax`,
      })
    },
  },
]

await serveSite({
  endpoints,
  collections: [
    {
      slug: 'users',
      auth: { disableLocalStrategy: true, strategies: [ownCookie] },
      admin: { useAsTitle: 'email' },
      access: { ...access, admin: ({ req }) => req.user?.['email'] !== 'outsider@example.com' },
      fields: [{ name: 'email', type: 'email' }],
    },
    { slug: 'notes', access, fields: [{ name: 'title', type: 'text' }] },
  ],
})
