import { expect, test } from 'vitest'
import { en, post } from './support/site.ts'
import { commit, entriesOf, give, setUpBench } from './support/bench.ts'

const bench = setUpBench()

const hero = (id: string, heading: string) => ({
  id,
  blockType: 'hero',
  heading: { en: heading },
  size: 'wide',
})

/** Found by `npm run soak -- --seed=4`: the row went back without its block's name, and the server dropped it. */
test('SY6 SY7 an edit that is journalled while somebody removes its row is shown and put back with the whole row', () => {
  const { store } = bench
  give(store, post('1'), { layout: [hero('r1', 'First'), hero('r2', 'Second')] })
  const edit = en('layout.r1.heading', 'First', 'Mine')
  store.putDraft({ ref: post('1'), changes: [edit] })
  give(store, post('1'), { layout: [hero('r2', 'Second')] }, 2)
  bench.reopen()

  const draft = bench.store.getDocument(post('1'))?.draft
  const key = commit(bench.store, post('1'), draft?.changes ?? [])
  const mine = hero('r1', 'Mine')
  expect(entriesOf(bench.store, post('1'))).toMatchObject([
    {
      state: 'parked',
      problem: { code: 'conflict', conflicts: [{ path: 'layout.r1', mine, theirs: null }] },
    },
  ])
  bench.store.retry({ key, choices: { 'layout.r1': 'mine' } })
  const layout = bench.store.prepareSend(key)?.request.body?.['layout']
  expect(layout).toHaveLength(2)
  expect(layout).toContainEqual({ ...mine, heading: 'Mine' })
  expect(layout).toContainEqual({ id: 'r2', blockType: 'hero' })
})

test('SY1 a draft that touches no lost row stays as it was typed', () => {
  const { store } = bench
  give(store, post('1'), { title: { en: 'A' }, layout: [hero('r1', 'First'), hero('r2', 'Second')] })
  const changes = [en('title', 'A', 'B'), en('layout.r2.heading', 'Second', 'Mine')]
  store.putDraft({ ref: post('1'), changes })
  give(store, post('1'), { title: { en: 'A' }, layout: [hero('r2', 'Second')] }, 2)
  expect(store.getDocument(post('1'))?.draft).toMatchObject({ changes, lost: {} })
})
