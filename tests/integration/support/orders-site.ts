/*
 * A site with orders that people make: of documents with drafts, of files, and of documents that are in several lists (a
 * join on a field that points at many). Started as the demo CMS is (startCms with `script`).
 */
import path from 'node:path'
import { access, dataDir, makeEditor, serveSite } from './serve-site.ts'

await serveSite({
  collections: [
    {
      slug: 'steps',
      access,
      orderable: true,
      versions: { drafts: true },
      fields: [{ name: 'title', type: 'text' }],
    },
    {
      slug: 'projects',
      access,
      fields: [
        { name: 'title', type: 'text' },
        { name: 'tasks', type: 'join', collection: 'tasks', on: 'projects', orderable: true },
      ],
    },
    {
      slug: 'tasks',
      access,
      fields: [
        { name: 'title', type: 'text' },
        { name: 'projects', type: 'relationship', relationTo: 'projects', hasMany: true },
      ],
    },
    {
      slug: 'pictures',
      access,
      orderable: true,
      upload: { staticDir: path.join(dataDir, 'pictures') },
      versions: true,
      fields: [{ name: 'alt', type: 'text' }],
    },
    { slug: 'users', auth: true, access, fields: [] },
  ],
  onInit: makeEditor,
})
