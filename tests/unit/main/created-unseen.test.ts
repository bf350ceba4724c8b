import { expect, test } from 'vitest'
import { createEntrySender } from '../../../main/server/send/send-entry.ts'
import { commit, entriesOf, setUpBench } from '../store/support/bench.ts'
import { en } from '../store/support/site.ts'
import { http, sendingSite } from './support/sending-site.ts'

const bench = setUpBench()
const MONDAY = '2026-11-23T10:00:00.000Z'
/** Long after every request of before has ended. */
const LATER = 'Mon, 23 Nov 2026 11:00:00 GMT'

/**
 * A creation whose answer was lost, at a server without the companion that shows no document like it. Answers what
 * became of the entry, and the writes that left.
 */
async function lookForIt(readsAll: boolean) {
  const { store } = bench
  const ref = store.createDocument({ slug: 'posts', id: 'tmp_1', data: {} })
  const key = commit(store, ref, [en('title', null, 'Mine')])
  const prepared = store.prepareSend(key)
  if (!prepared) throw new Error('it cannot be sent')
  store.markSending({ key, request: { ...prepared.request, sentAfter: MONDAY } })
  store.settleRetry({ key, outcomeUnknown: true })
  const writes: string[] = []
  const site = {
    ...sendingSite(store, ({ method, path }) => {
      if (method !== 'GET') writes.push(path)
      return method === 'GET' && path.startsWith('/posts?')
        ? http(200, { docs: [], totalDocs: 0 }, { date: LATER })
        : null
    }),
    readsAll: () => readsAll,
  }
  const outcome = await createEntrySender(site).send(key)
  return { outcome, writes, entry: entriesOf(store, ref)[0] }
}

test('T1 SY4 a creation that the user may be unable to see is not made again: a person is asked', async () => {
  const { outcome, writes, entry } = await lookForIt(false)
  expect(writes).toEqual([])
  expect(outcome).toMatchObject({ type: 'parked', problem: { code: 'outcome-unknown' } })
  expect(entry).toMatchObject({ state: 'parked', problem: { code: 'outcome-unknown' } })
})

test('T1 SY4 who sees every document is not asked: what nobody made is made', async () => {
  const { writes } = await lookForIt(true)
  expect(writes).toEqual([expect.stringMatching(/^\/posts\?/)])
})
