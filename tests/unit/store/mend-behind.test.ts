import { expect, test } from 'vitest'
import { problemOf } from '../../../shared/sync/entry.ts'
import { commit, entriesOf, give, headKeys, leave, setUpBench } from './support/bench.ts'
import { at, de, en, post, set, site } from './support/site.ts'

const bench = setUpBench()
const refusal = problemOf('validation', { fields: [{ path: 'slug', message: 'Too short.' }] })

/** A write that is on its way, and that the server will refuse. */
function refused(...changes: Parameters<typeof commit>[2]): string {
  const { store } = bench
  give(store, post('1'), { title: { en: 'A' }, slug: 'a' })
  const key = commit(store, post('1'), changes)
  leave(store, key)
  return key
}

test('F86 a mend that was saved while the refused write was on its way leaves in its place', () => {
  const { store } = bench
  const key = refused(set('slug', 'a', 'x'), en('title', 'A', 'B'))
  commit(store, post('1'), [set('slug', 'x', 'long enough')])
  store.settleParked({ key, problem: refusal })
  expect(headKeys(store)).toEqual([key])
  expect(store.prepareSend(key)?.request.body).toMatchObject({ slug: 'long enough', title: 'B' })
  expect(entriesOf(store, post('1'))).toHaveLength(1)
})

test('F86 a shared field may be mended in another locale than it was refused in', () => {
  const { store } = bench
  const key = refused(set('slug', 'a', 'x'), en('title', 'A', 'B'))
  commit(store, post('1'), [set('slug', 'x', 'long enough'), de('title', null, 'C')], 'draft', 'de')
  store.settleParked({ key, problem: refusal })
  expect(store.prepareSend(key)?.request.body).toMatchObject({ slug: 'long enough', title: 'B' })
})

test('F86 what is only another part of the same save mends nothing: the refused one waits for a person', () => {
  const { store } = bench
  const changes = [set('slug', 'a', 'x'), en('title', 'A', 'B'), de('title', null, 'C')]
  give(store, post('1'), { title: { en: 'A' }, slug: 'a' })
  commit(store, post('1'), changes)
  const [first] = entriesOf(store, post('1'))
  leave(store, first?.key ?? '')
  store.settleParked({ key: first?.key ?? '', problem: refusal })
  expect(entriesOf(store, post('1'))).toMatchObject([
    { locale: 'en', state: 'parked', problem: { code: 'validation' } },
    { locale: 'de', state: 'waiting' },
  ])
})

test('F86 nor does it hide that the first part keeps failing', () => {
  const { store } = bench
  give(store, post('1'), { title: { en: 'A' }, slug: 'a' })
  commit(store, post('1'), [en('title', 'A', 'B'), de('title', null, 'C')])
  const [first] = entriesOf(store, post('1'))
  leave(store, first?.key ?? '')
  const problem = problemOf('server-error', { status: 500 })
  store.settleRetry({ key: first?.key ?? '', outcomeUnknown: false, refused: true, problem })
  expect(entriesOf(store, post('1'))).toMatchObject([{ attempts: 1, problem: { code: 'server-error' } }, {}])
})

test('F86 a mend that was in conflict takes the place of the refused write once that is decided', () => {
  const { store } = bench
  const key = refused(set('slug', 'a', 'x'))
  commit(store, post('1'), [set('slug', 'x', 'long enough'), set('views', null, 1)], 'draft', 'de')
  store.settleRetry({ key, outcomeUnknown: false })
  give(store, post('1'), { title: { en: 'A' }, slug: 'a', views: 7 }, 2)
  store.settleParked({ key, problem: refusal })
  const [, behind] = entriesOf(store, post('1'))
  expect(behind?.problem?.conflicts).toMatchObject([{ path: 'views' }])
  store.retry({ key: behind?.key ?? '', choices: { views: 'mine' } })
  const [head] = headKeys(store)
  expect(store.prepareSend(head ?? '')?.request.body).toMatchObject({ slug: 'long enough', views: 1 })
})

test('F86 a mend that a deletion was queued behind takes its place once that is discarded', () => {
  const { store } = bench
  const key = refused(set('slug', 'a', 'x'))
  commit(store, post('1'), [set('slug', 'x', 'long enough')])
  const deletion = commit(store, post('1'), [], 'delete')
  store.settleParked({ key, problem: refusal })
  expect(headKeys(store)).toEqual([])
  store.discard(deletion)
  expect(store.prepareSend(headKeys(store)[0] ?? '')?.request.body).toMatchObject({ slug: 'long enough' })
})

test('F86 SY13 values that the site has no field for do not hold back what was edited while they were sent', () => {
  const { store } = bench
  give(store, post('1'), { title: { en: 'A' }, slug: 'a' })
  const key = commit(store, post('1'), [set('slug', 'a', 'b'), en('title', 'A', 'B')])
  leave(store, key)
  commit(store, post('1'), [set('views', null, 1)], 'draft', 'de')
  const posts = site.collections.map((one) =>
    one.slug === 'posts'
      ? { ...one, fields: one.fields.filter((field) => !('name' in field) || field.name !== 'slug') }
      : one,
  )
  store.setSchema({ ...site, collections: posts })
  store.settleSent({
    key,
    answer: { data: { id: 1, title: 'B', createdAt: at(0), updatedAt: at(2) }, locale: 'en' },
  })
  const [head] = headKeys(store)
  expect(store.prepareSend(head ?? '')?.request.body).toMatchObject({ views: 1 })
})

test('F86 a publish that was refused is not turned into a draft by an edit that was saved meanwhile', () => {
  const { store } = bench
  give(store, post('1'), { title: { en: 'A' }, slug: 'a' })
  const key = commit(store, post('1'), [set('slug', 'a', 'x')], 'publish')
  leave(store, key)
  commit(store, post('1'), [set('slug', 'x', 'long enough')])
  store.settleParked({ key, problem: refusal })
  expect(entriesOf(store, post('1'))).toMatchObject([
    { mode: 'publish', state: 'parked' },
    { mode: 'draft', state: 'waiting' },
  ])
})
