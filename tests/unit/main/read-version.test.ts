import { expect, test } from 'vitest'
import { readVersion } from '../../../main/server/read/read-version.ts'
import { setUpBench } from '../store/support/bench.ts'
import { post } from '../store/support/site.ts'
import { http, sendingSite } from './support/sending-site.ts'

const bench = setUpBench()

test('what a document has under the name of something that lets an account in is part of its version', async () => {
  const data = {
    title: { en: 'A conference' },
    sessions: [{ id: 'a', name: 'A talk' }],
    token: 'of the tram',
  }
  const version = { id: 'v1', parent: 7, updatedAt: '2026-01-01T00:00:00.000Z', version: data }
  const server = sendingSite(bench.store, ({ path }) =>
    path.startsWith('/posts/versions/v1') ? http(200, version) : null,
  )
  const read = await readVersion(server, { ref: post('7'), versionId: 'v1' })
  expect(read).toMatchObject({ outcome: 'here', data })
  expect(bench.store.versionContent({ ref: post('7'), versionId: 'v1' })?.data).toMatchObject(data)
})
