/*
 * A site without a user, whose users verify their address and may go by a name. Each e-mail that it would send becomes
 * a line of JSON in `mails` of the data folder. Started as the demo CMS is (startCms with `script`).
 */
import { appendFileSync } from 'node:fs'
import path from 'node:path'
import type { EmailAdapter } from 'payload'
import { access, dataDir, serveSite } from './serve-site.ts'

const email: EmailAdapter = () => ({
  name: 'to a file',
  defaultFromAddress: 'cms@example.com',
  defaultFromName: 'Test',
  sendEmail: async ({ to, html }) =>
    appendFileSync(path.join(dataDir, 'mails'), `${JSON.stringify({ to, html })}\n`),
})

await serveSite({
  email,
  collections: [
    {
      slug: 'users',
      auth: { verify: true, loginWithUsername: { allowEmailLogin: true, requireEmail: true } },
      access,
      fields: [{ name: 'team', type: 'text' }],
    },
    { slug: 'notes', access, fields: [{ name: 'title', type: 'text' }] },
  ],
})
