/*
 * A site whose files are shown small by a picture that it names itself: a film by its poster, another file not. Started
 * as the demo CMS is (startCms with `script`).
 */
import path from 'node:path'
import sharp from 'sharp'
import { access, dataDir, makeEditor, serveSite } from './serve-site.ts'

await serveSite({
  sharp,
  collections: [
    {
      slug: 'media',
      access,
      upload: {
        staticDir: path.join(dataDir, 'media'),
        imageSizes: [{ name: 'small', width: 60 }],
        adminThumbnail: ({ doc }) => (typeof doc['poster'] === 'string' ? doc['poster'] : null),
      },
      fields: [{ name: 'poster', type: 'text' }],
    },
    { slug: 'users', auth: true, access, fields: [] },
  ],
  onInit: makeEditor,
})
