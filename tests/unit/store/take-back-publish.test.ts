import { expect, test } from 'vitest'
import { at, en, post } from './support/site.ts'
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

test('T1 SY12 a publish that asked because its base has moved leaves by itself once it is a draft: a draft is merged', () => {
  const { store } = bench
  give(store, post('1'), { title: { en: 'A' }, slug: 'a' })
  const key = commit(store, post('1'), [en('title', 'A', 'B')], 'publish')
  give(store, post('1'), { title: { en: 'A' }, slug: 'theirs' }, 2)
  expect(entriesOf(store, post('1'))).toMatchObject([{ state: 'parked', problem: { code: 'base-moved' } }])
  expect(store.takeBackPublish(key)).toBe(true)
  const [draft] = entriesOf(store, post('1'))
  expect(draft).toMatchObject({ mode: 'draft', state: 'waiting', problem: null })
  expect(headKeys(store)).toEqual([draft?.key])
  expect(store.prepareSend(draft?.key ?? '')?.request).toMatchObject({
    baseUpdatedAt: at(2),
    body: { title: 'B', _status: 'draft' },
  })
})
