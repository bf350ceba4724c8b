import { expect, test } from 'vitest'
import { commit, entriesOf, give, leave, setUpBench, shown } from './support/bench.ts'
import { at, en, post } from './support/site.ts'

const bench = setUpBench()

/** A→B was sent and freed, and became A→C; the entry as it was sent. */
function freedAndEdited() {
  const { store } = bench
  give(store, post('1'), { title: { en: 'A' } })
  const key = commit(store, post('1'), [en('title', 'A', 'B')], 'autosave')
  const [sent] = entriesOf(store, post('1'))
  if (!sent) throw new Error('Nothing is queued')
  leave(store, key)
  store.settleRetry({ key, outcomeUnknown: false })
  expect(commit(store, post('1'), [en('title', 'B', 'C')], 'autosave')).toBe(key)
  return { key, sent }
}

test('SY1 an entry that became another write is not ended by the document that holds what was sent of it', () => {
  const { store } = bench
  const { key, sent } = freedAndEdited()
  const data = { id: 1, title: { en: 'B' }, createdAt: at(0), updatedAt: at(2), _status: 'draft' }
  const found = { ref: post('1'), data, updatedAt: at(2), status: 'draft' as const, hasPublished: false }
  expect(store.settleApplied({ key, sent, found })).toBeNull()
  expect(entriesOf(store, post('1'))).toMatchObject([{ key, changes: [{ from: 'A', to: 'C' }] }])
})

test('SY1 an entry that became another write is not ended by the answer to the one that was sent', () => {
  const { store } = bench
  const { key, sent } = freedAndEdited()
  const data = { id: 1, title: 'B', createdAt: at(0), updatedAt: at(2), _status: 'draft' }
  expect(store.settleSent({ key, answer: { data, locale: 'en' }, sent })).toMatchObject({ state: 'settled' })
  expect(store.getDocument(post('1'))?.base).toMatchObject({ updatedAt: at(2), data: { title: { en: 'B' } } })
  expect(entriesOf(store, post('1'))).toMatchObject([
    { key, state: 'waiting', changes: [{ from: 'B', to: 'C' }] },
  ])
  expect(shown(store, post('1')).data).toMatchObject({ title: { en: 'C' } })
})
