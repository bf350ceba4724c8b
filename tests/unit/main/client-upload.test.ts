import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openFileFolder } from '../../../main/files/file-folder.ts'
import { putWhereTold } from '../../../main/server/send/client-upload.ts'
import { setUpBench } from '../store/support/bench.ts'
import { http, sendingSite } from './support/sending-site.ts'

const bench = setUpBench()
const HOUR = 60 * 60_000
const reference = { collectionSlug: 'media', filename: 'a.png', mimeType: 'image/png', size: 3 }

/** Returns how often a file is put for a document if a note of that time says it was put for document 1. */
async function putAgain(notedAt: number, document = '1'): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'galley-put-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const files = openFileFolder(join(folder, 'account.sqlite'))
  const id = await files.begin()
  await files.append(id, new Uint8Array([1, 2, 3]))
  await files.finish(id)
  const as = { slug: 'media', of: '1', name: 'a.png', mimeType: 'image/png' }
  await files.keepPlace(id, { ...as, reference, at: notedAt })
  let puts = 0
  const plain = sendingSite(bench.store, () => http(200, { url: 'https://storage.example/a.png' }))
  const put: typeof plain.client.put = async () => {
    puts += 1
    return Promise.resolve({ kind: 'http', status: 200 } as Awaited<ReturnType<typeof plain.client.put>>)
  }
  const site = { ...plain, files, client: { ...plain.client, put } }
  const file = { kind: 'here', id, name: 'a.png', mimeType: 'image/png', size: 3 } as const
  const transfer = site.transfers.start('k', 3)
  const ref = { kind: 'collection', slug: 'media', id: document } as const
  const result = await putWhereTold(site, { handler: '/upload', ref, file, transfer })
  expect(result).toMatchObject({ kind: 'put', reference })
  return puts
}

test('T1 S7.12 a file that was put counts as there for as long as the storage keeps it, by a clock that makes sense', async () => {
  expect(await putAgain(Date.now() - HOUR)).toBe(0)
  expect(await putAgain(Date.now() - 24 * HOUR)).toBe(1)
  // The clock was ahead then, or is behind now: nobody knows how old it is.
  expect(await putAgain(Date.now() + 24 * HOUR)).toBe(1)
})

test('F69 a copy of an upload that waits has a place of its own in the storage', async () => {
  expect(await putAgain(Date.now(), '2')).toBe(1)
})
