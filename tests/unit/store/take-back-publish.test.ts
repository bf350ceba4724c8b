import { expect, test } from 'vitest'
import { en, post } from './support/site.ts'
import { commit, entriesOf, give, headKeys, leave, setUpBench } from './support/bench.ts'

const bench = setUpBench()

test('U4 a queued publish that is taken back leaves as a draft of its changes', () => {
  const { store } = bench
  give(store, post('1'), { title: { en: 'A' } })
  const key = commit(store, post('1'), [en('title', 'A', 'B')], 'publish')
  const built = store.prepareSend(key)
  expect(store.takeBackPublish(key)).toBe(true)
  expect(entriesOf(store, post('1'))).toMatchObject([{ mode: 'draft', state: 'waiting' }])
  // The request that was built before publishes: it must not leave.
  expect(() => built && store.markSending({ key, request: built.request })).toThrow('has changed')
  expect(store.prepareSend(key)?.request).toMatchObject({ body: { title: 'B', _status: 'draft' } })
})

test('U4 a publish without changes of its own is gone when it is taken back', () => {
  const { store } = bench
  give(store, post('1'), { title: { en: 'A' } })
  const key = commit(store, post('1'), [], 'publish')
  expect(store.takeBackPublish(key)).toBe(true)
  expect(headKeys(store)).toEqual([])
})

test('U4 a publish that is on its way cannot be taken back', () => {
  const { store } = bench
  give(store, post('1'), { title: { en: 'A' } })
  const key = commit(store, post('1'), [en('title', 'A', 'B')], 'publish')
  leave(store, key)
  expect(store.takeBackPublish(key)).toBe(false)
  expect(entriesOf(store, post('1'))).toMatchObject([{ mode: 'publish', state: 'sending' }])
})

test('U4 a publish of one locale is taken back like one of all', () => {
  const { store } = bench
  give(store, post('1'), { title: { en: 'A' } })
  const key = commit(store, post('1'), [en('title', 'A', 'B')], 'publish-locale')
  expect(store.prepareSend(key)?.request.path).toContain('publishSpecificLocale=en')
  expect(store.takeBackPublish(key)).toBe(true)
  expect(store.prepareSend(key)?.request).toMatchObject({ body: { title: 'B', _status: 'draft' } })
})
