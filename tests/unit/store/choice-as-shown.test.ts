import { expect, test } from 'vitest'
import { commit, entriesOf, give, setUpBench } from './support/bench.ts'
import { en, post } from './support/site.ts'

const bench = setUpBench()

/** Found by `npm run soak -- --seed=55`: the base moved between the look and the choice. */
test('SY7 a choice between mine and theirs says nothing of what they wrote since', () => {
  const { store } = bench
  give(store, post('1'), { title: { en: 'Old' } })
  const key = commit(store, post('1'), [en('title', 'Old', 'Mine')])
  give(store, post('1'), { title: { en: 'Theirs' } }, 2)
  const [parked] = entriesOf(store, post('1'))
  const shown = parked?.problem?.conflicts ?? []
  give(store, post('1'), { title: { en: 'Theirs again' } }, 3)

  store.retry({ key, choices: { title: 'mine' }, shown })
  const [asked] = entriesOf(store, post('1'))
  expect(asked).toMatchObject({
    state: 'parked',
    problem: { conflicts: [{ mine: 'Mine', theirs: 'Theirs again' }] },
  })

  store.retry({ key, choices: { title: 'mine' }, shown: asked?.problem?.conflicts ?? [] })
  expect(entriesOf(store, post('1'))).toMatchObject([{ state: 'waiting' }])
})

test.each(['base', 'mine', 'theirs'] as const)(
  'T1 SY7 a choice that was made while another value stood there as %s settles nothing: it is asked again',
  (side) => {
    const { store } = bench
    give(store, post('1'), { title: { en: 'Old' } })
    const key = commit(store, post('1'), [en('title', 'Old', 'Mine')])
    give(store, post('1'), { title: { en: 'Theirs' } }, 2)
    const before = entriesOf(store, post('1'))
    const conflicts = before[0]?.problem?.conflicts ?? []
    const shown = conflicts.map((conflict) => ({ ...conflict, [side]: 'Another' }))
    expect(store.retry({ key, choices: { title: 'mine' }, shown })).toEqual({ outcome: 'changed' })
    expect(entriesOf(store, post('1'))).toEqual(before)
  },
)
