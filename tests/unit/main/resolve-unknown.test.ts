import { describe, expect, test } from 'vitest'
import { createEntrySender } from '../../../main/server/send-entry.ts'
import type { Change } from '../../../shared/document/change.ts'
import type { Json, JsonObject } from '../../../shared/json.ts'
import { commit, entriesOf, give, leave, setUpBench } from '../store/support/bench.ts'
import { at, post, set } from '../store/support/site.ts'
import { http, sendingSite } from './support/sending-site.ts'

const bench = setUpBench()
const row = (id: string): JsonObject => ({ id, blockType: 'hero', size: 'wide' })
const asFound = (layout: Json, status: string, seconds: number) =>
  http(200, { id: 1, layout, createdAt: at(0), updatedAt: at(seconds), _status: status })

/** Sends an edit of unknown outcome to a server without the companion, which has `layout` by now. */
async function lookUp(changes: Change[], before: Json, layout: Json) {
  const { store } = bench
  give(store, post('1'), { layout: before })
  const key = commit(store, post('1'), changes, 'publish')
  leave(store, key)
  store.settleRetry({ key, outcomeUnknown: true })
  const writes: string[] = []
  const site = sendingSite(store, ({ method, path }) => {
    if (method !== 'GET') writes.push(path)
    return path.startsWith('/posts/1?') ? asFound(layout, 'published', 3) : null
  })
  return { outcome: await createEntrySender(site).send(key), writes }
}

const adding = (id: string): Change => ({
  kind: 'rows',
  locale: null,
  path: 'layout',
  from: [],
  to: [id],
  added: { [id]: row(id) },
  removed: {},
})

describe('SY4 SY6 an edit of unknown outcome is done where nothing of it is left to do on what is there', () => {
  test('SY12 also where somebody has added to the list that it wrote', async () => {
    const { outcome, writes } = await lookUp([adding('mine')], [], [row('mine'), row('theirs')])
    expect(outcome).toMatchObject({ type: 'sent' })
    expect(writes).toEqual([])
    expect(entriesOf(bench.store, post('1'))).toEqual([])
    expect(bench.store.getDocument(post('1'))).toMatchObject({
      state: { kind: 'saved' },
      base: { updatedAt: at(3), status: 'published', data: { layout: [row('mine'), row('theirs')] } },
    })
    expect(bench.store.sentEntries()).toMatchObject([{ cells: [{ path: 'layout', result: 'saved' }] }])
  })

  test('SY7 and not where the row that it emptied a field of is gone', async () => {
    const { outcome } = await lookUp([set('layout.h.size', 'wide', null)], [row('h')], [])
    expect(outcome).toMatchObject({ type: 'parked', problem: { code: 'conflict' } })
  })
})
