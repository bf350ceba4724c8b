import { expect, test } from 'vitest'
import { commit, entriesOf, give, setUpBench, shown } from './support/bench.ts'
import { en, post, set, site } from './support/site.ts'

const bench = setUpBench()

/** Parks an edit of the heading of a hero, which both sides have written. Returns its key. */
function parkedHero(): string {
  const { store } = bench
  const hero = (words: string) => [{ id: 'h', blockType: 'hero', heading: { en: words }, size: 'a' }]
  give(store, post('5'), { layout: hero('Ferries') })
  const key = commit(store, post('5'), [en('layout.h.heading', 'Ferries', 'Mine')])
  give(store, post('5'), { layout: hero('Theirs') }, 2)
  return key
}

test('SY7 what was typed on in a row behind the conflict is in the row of mine, and asks nothing again', () => {
  const { store } = bench
  const key = parkedHero()
  commit(store, post('5'), [en('layout.h.heading', 'Mine', 'Mine again'), set('layout.h.size', 'a', 'large')])
  store.retry({ key, choices: { 'layout.h.heading': 'both' } })
  expect(shown(store, post('5')).data['layout']).toMatchObject([
    { id: 'h', heading: { en: 'Theirs' }, size: 'large' },
    { heading: { en: 'Mine again' }, size: 'large' },
  ])
  expect(entriesOf(store, post('5')).filter(({ state }) => state === 'parked')).toEqual([])
})

test('SY7 a draft of the row that was in conflict goes on in the row of mine', () => {
  const { store } = bench
  const key = parkedHero()
  store.putDraft({ ref: post('5'), changes: [en('layout.h.heading', 'Mine', 'Mine again')] })
  store.retry({ key, choices: { 'layout.h.heading': 'both' } })
  expect(shown(store, post('5')).data['layout']).toMatchObject([
    { id: 'h', heading: { en: 'Theirs' } },
    { heading: { en: 'Mine again' } },
  ])
  expect(shown(store, post('5')).draft.conflicts).toEqual([])
})

test('SY7 a row stands twice only where its list has room for it', () => {
  const { store } = bench
  store.setSchema({
    ...site,
    collections: site.collections.map((one) => ({
      ...one,
      fields: one.fields.map((field) => (field.type === 'blocks' ? { ...field, maxRows: 1 } : field)),
    })),
  })
  const key = parkedHero()
  expect(() => store.retry({ key, choices: { 'layout.h.heading': 'both' } })).toThrow('a choice that can be')
  expect(entriesOf(store, post('5'))).toMatchObject([{ state: 'parked' }])
})
