import { expect, test } from 'vitest'
import { nameVersion, refreshVersionNames } from '../../../main/server/read/version-names.ts'
import { setUpBench } from '../store/support/bench.ts'
import { post } from '../store/support/site.ts'
import { http, sendingSite } from './support/sending-site.ts'

const bench = setUpBench()

test('a name that the server refuses holds up none of those behind it, and is sent again the next time', async () => {
  const sent: string[] = []
  const site = sendingSite(bench.store, ({ method, path }) => {
    if (method === 'GET') return http(200, { docs: [], totalDocs: 0 })
    const version = path.slice(-2)
    sent.push(version)
    return version === 'v1' ? http(500, { errors: [{ message: 'No.' }] }) : http(200, {})
  })
  await nameVersion(site, { ref: post('1'), versionId: 'v1', name: 'One' })
  await nameVersion(site, { ref: post('1'), versionId: 'v2', name: 'Two' })
  await refreshVersionNames(site)
  expect(sent).toEqual(['v1', 'v2'])
  sent.length = 0
  await refreshVersionNames(site)
  expect(sent).toEqual(['v1'])
})
