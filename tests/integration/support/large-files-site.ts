/*
 * A site that takes files of any size. Its hook stores the alternative text in capitals, and holds the write of a
 * document whose text begins with "held" until the data folder has a file `go`. Started as the demo CMS is (startCms
 * with `script`).
 */
import { existsSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { access, dataDir, makeEditor, serveSite } from './serve-site.ts'

await serveSite({
  upload: { requestSizeLimit: 1_000_000_000, limits: { fileSize: 1_000_000_000 } },
  collections: [
    {
      slug: 'films',
      access,
      upload: { staticDir: path.join(dataDir, 'films') },
      fields: [{ name: 'alt', type: 'text' }],
      hooks: {
        beforeChange: [
          async ({ data }) => {
            const alt: unknown = data['alt']
            if (typeof alt !== 'string') return data
            if (alt.startsWith('held')) {
              writeFileSync(path.join(dataDir, 'waiting'), '')
              while (!existsSync(path.join(dataDir, 'go'))) await sleep(20)
            }
            return { ...data, alt: alt.toUpperCase() }
          },
        ],
      },
    },
    { slug: 'users', auth: true, access, fields: [] },
  ],
  onInit: makeEditor,
})
