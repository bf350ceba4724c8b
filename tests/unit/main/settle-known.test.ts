import { expect, test } from 'vitest'
import { settleKnown } from '../../../main/server/settle-known.ts'
import { commit, entriesOf, give, leave, setUpBench } from '../store/support/bench.ts'
import { at, author, set } from '../store/support/site.ts'
import { http, sendingSite } from './support/sending-site.ts'
import { outboxOf } from '../../support/whole-outbox.ts'

const bench = setUpBench()
const NEW = 'tmp_0f8fad5b-d9cb-469f-a165-70867728950e'

test('SY8 edits of a document that a list brought before its creation was known stay its edits where somebody has written since', async () => {
  const { store } = bench
  const made = store.createDocument({ slug: 'authors', id: NEW, data: {} })
  const key = commit(store, made, [set('name', null, 'Ada')], 'save', null)
  leave(store, key)
  const read = { name: 'Ada', bio: 'Theirs', createdAt: at(5) }
  give(store, author('7'), read, 8)
  commit(store, author('7'), [set('name', 'Ada', 'Ada L.')], 'save', null)
  const [entry] = entriesOf(store, made)
  if (!entry) throw new Error('Nothing is queued')
  const site = sendingSite(store, ({ path }) =>
    path.startsWith('/authors/7?') ? http(200, { id: 7, ...read, updatedAt: at(8) }) : null,
  )
  await settleKnown(site, entry, { id: 7, updatedAt: at(5) })
  expect(outboxOf(store)).toMatchObject([
    { ref: author('7'), isGone: false, entries: [{ state: 'waiting', problem: null }] },
  ])
})
