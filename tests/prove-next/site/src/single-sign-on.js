import { createHmac } from 'node:crypto'

const provider = process.env.IDENTITY_PROVIDER
/** Its users have no passwords but an identity provider (OAuth 2, authorization code). */
export const hasIdentityProvider = Boolean(provider)

const sign = (text) => createHmac('sha256', process.env.PAYLOAD_SECRET).update(text).digest('hex')

const ownCookie = {
  name: 'site-session',
  async authenticate({ headers, payload }) {
    const [, text = '', signature] = /site-session=([\w-]+)\.(\w+)/.exec(headers.get('cookie') ?? '') ?? []
    if (text === '' || signature !== sign(text)) return { user: null }
    const email = Buffer.from(text, 'base64url').toString('utf8')
    const { docs } = await payload.find({ collection: 'users', where: { email: { equals: email } } })
    return { user: docs[0] ? { ...docs[0], collection: 'users', _strategy: 'site-session' } : null }
  },
}

const redirect = (location, headers = {}) =>
  new Response(null, { status: 302, headers: { location, ...headers } })

const oauth = [
  {
    path: '/oauth/start',
    method: 'get',
    handler: (req) => {
      const asked = new URLSearchParams({
        redirect_uri: `http://${req.headers.get('host')}/api/oauth/callback`,
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
      const { email } = await answer.json()
      const text = Buffer.from(email).toString('base64url')
      return redirect(req.searchParams.get('state'), {
        'set-cookie': `site-session=${text}.${sign(text)}; Path=/; HttpOnly; SameSite=Lax`,
      })
    },
  },
]

/** The site's users and the ways in, with passwords or without. */
export const users = hasIdentityProvider
  ? {
      slug: 'users',
      auth: { disableLocalStrategy: true, strategies: [ownCookie] },
      admin: { useAsTitle: 'email' },
      fields: [{ name: 'email', type: 'email' }],
    }
  : { slug: 'users', auth: true, fields: [] }
export const endpoints = hasIdentityProvider ? oauth : []
