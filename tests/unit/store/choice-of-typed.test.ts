import { expect, test } from 'vitest'
import { shownConflicts } from '../../../shared/document/shown-conflict.ts'
import type { ConflictChoice } from '../../../shared/document/conflict-choice.ts'
import type { Change } from '../../../shared/document/change.ts'
import { commit, entriesOf, give, setUpBench, shown } from './support/bench.ts'
import { en, post, set, site } from './support/site.ts'

const bench = setUpBench()
const fields = site.collections.find(({ slug }) => slug === 'posts')?.fields ?? []

/** A conflict in the title over which something else was typed, and queued where `queued` says so. */
function typedOver({ queued }: { queued: boolean }, more: Change[] = []): string {
  const { store } = bench
  give(store, post('1'), { title: { en: 'Old' } })
  const key = commit(store, post('1'), [en('title', 'Old', 'Mine')])
  give(store, post('1'), { title: { en: 'Theirs' } }, 2)
  if (queued) commit(store, post('1'), [en('title', 'Mine', 'Half')])
  store.putDraft({ ref: post('1'), changes: [en('title', queued ? 'Half' : 'Mine', 'Combined'), ...more] })
  return key
}

function choose(key: string, choice: ConflictChoice, isOpen = false) {
  const { store } = bench
  const view = store.getDocument(post('1'))
  const entry = view?.entries.find((one) => one.key === key)
  if (view === null || entry?.problem === undefined || entry.problem === null) throw new Error('no conflict')
  const seen = shownConflicts(fields, shown(store, post('1')).data, entry.problem.conflicts)
  expect(seen).toMatchObject([{ path: 'title', mine: 'Mine', theirs: 'Theirs', now: 'Combined' }])
  return store.retry({ key, choices: { title: choice }, shown: seen, isOpen })
}

const title = () => shown(bench.store, post('1'))

test.each([{ queued: false }, { queued: true }])(
  'U37 (store) of mine, theirs and what is typed now the chosen one stays, and nothing asks again: %o',
  ({ queued }) => {
    for (const [choice, is] of [
      ['mine', 'Mine'],
      ['theirs', 'Theirs'],
      ['now', 'Combined'],
    ] as const) {
      bench.store.discardDocument(post('1'))
      const key = typedOver({ queued })
      expect(choose(key, choice)).toEqual({ outcome: 'released' })
      expect(title()).toMatchObject({ data: { title: { en: is } }, draft: { conflicts: [] } })
      expect(entriesOf(bench.store, post('1')).map(({ state }) => state)).toEqual(
        choice === 'theirs' ? [] : ['waiting'],
      )
      expect(bench.store.getDocument(post('1'))?.draft).toBeNull()
    }
  },
)

test('U37 (store) what was typed in other fields stays', () => {
  const key = typedOver({ queued: false }, [set('slug', null, 's')])
  choose(key, 'theirs')
  expect(bench.store.getDocument(post('1'))?.draft?.changes).toEqual([set('slug', null, 's')])
})

test('U37 (store) a form that is open is told that nothing of its draft is left', () => {
  const key = typedOver({ queued: false })
  choose(key, 'theirs', true)
  expect(bench.store.getDocument(post('1'))?.draft).toMatchObject({ changes: [], rewritten: true })
})

test('U37 (store) a choice that was made before more was typed decides nothing', () => {
  const { store } = bench
  const key = typedOver({ queued: false })
  const [entry] = entriesOf(store, post('1'))
  const seen = (entry?.problem?.conflicts ?? []).map((one) => ({ ...one, now: 'Combin' }))
  expect(store.retry({ key, choices: { title: 'theirs' }, shown: seen })).toEqual({ outcome: 'changed' })
  expect(entriesOf(store, post('1'))).toMatchObject([{ state: 'parked' }])
})
