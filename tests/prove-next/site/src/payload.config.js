import { sqliteAdapter } from '@payloadcms/db-sqlite'
import { lexicalEditor } from '@payloadcms/richtext-lexical'
import { buildConfig } from 'payload'
import { galley } from '@galley/server'
import { endpoints, users } from './single-sign-on.js'

const isSignedIn = ({ req }) => Boolean(req.user)
const write = { create: isSignedIn, update: isSignedIn, delete: isSignedIn }

/** A site as Payload's website template makes them: drafts, and previews for who is signed in. */
export default buildConfig({
  secret: process.env.PAYLOAD_SECRET,
  telemetry: false,
  typescript: { autoGenerate: false },
  editor: lexicalEditor(),
  db: sqliteAdapter({ client: { url: process.env.DATABASE_URL }, push: true }),
  admin: {
    user: 'users',
    components: { afterLogin: ['/oauth-button.jsx#OAuthButton'] },
    livePreview: {
      collections: ['posts'],
      url: ({ data }) => `/next/preview?path=/posts/${data.id}`,
      breakpoints: [{ name: 'phone', label: 'Phone', width: 375, height: 667 }],
    },
  },
  endpoints,
  collections: [
    users,
    // Nobody else may read them.
    {
      slug: 'authors',
      access: { ...write, read: isSignedIn },
      admin: { useAsTitle: 'name' },
      fields: [{ name: 'name', type: 'text' }],
    },
    {
      slug: 'posts',
      access: { ...write, read: ({ req }) => (req.user ? true : { _status: { equals: 'published' } }) },
      admin: { useAsTitle: 'title' },
      versions: { drafts: true },
      fields: [
        { name: 'title', type: 'text' },
        { name: 'author', type: 'relationship', relationTo: 'authors' },
      ],
    },
  ],
  plugins: [galley({ siteName: 'Next site' })],
})
