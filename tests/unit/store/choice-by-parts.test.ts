import { expect, test } from 'vitest'
import type { Json } from '../../../shared/json.ts'
import { heading, paragraph, rich } from '../shared/rich-text/build-nodes.ts'
import { commit, entriesOf, give, setUpBench } from './support/bench.ts'
import { en, post } from './support/site.ts'

const bench = setUpBench()

const base = rich(heading('North'), paragraph('The ferry leaves at nine.'), paragraph('Bring a coat.'))
const mine = rich(
  heading('Far north'),
  paragraph('The ferry leaves at ten.'),
  paragraph('Bring a warm coat.'),
)
const theirs = rich(
  heading('North'),
  paragraph('The ferry leaves at eight.'),
  paragraph('Bring a long coat.'),
  paragraph('Sleep on board.'),
)

function park(): string {
  const { store } = bench
  give(store, post('1'), { body: { en: base } })
  const key = commit(store, post('1'), [en('body', base, mine)])
  give(store, post('1'), { body: { en: theirs } }, 2)
  expect(entriesOf(store, post('1'))).toMatchObject([{ problem: { code: 'conflict' } }])
  return key
}
const written = (): Json | undefined => {
  const [change] = entriesOf(bench.store, post('1'))[0]?.changes ?? []
  return change?.kind === 'set' ? change.to : undefined
}

test('SY7 a text is decided part by part, the rest of both is merged, and a restart keeps it', () => {
  const key = park()
  const [parked] = entriesOf(bench.store, post('1'))
  const shown = parked?.problem?.conflicts ?? []
  bench.store.retry({ key, choices: { body: { parts: ['mine', 'theirs'] } }, shown })
  const merged = rich(
    heading('Far north'),
    paragraph('The ferry leaves at ten.'),
    paragraph('Bring a long coat.'),
    paragraph('Sleep on board.'),
  )
  expect(written()).toEqual(merged)
  bench.reopen()
  expect(entriesOf(bench.store, post('1'))).toMatchObject([
    { state: 'waiting', problem: null, changes: [{ from: theirs, to: merged }] },
  ])
})

test('parts that are not those in conflict decide nothing', () => {
  const key = park()
  for (const parts of [[], ['mine'], ['mine', 'mine', 'theirs']] as ('mine' | 'theirs')[][])
    expect(() => bench.store.retry({ key, choices: { body: { parts } } })).toThrow('Each part')
  expect(entriesOf(bench.store, post('1'))).toMatchObject([{ state: 'parked' }])
})

test('a field without parts is not decided by parts', () => {
  const { store } = bench
  give(store, post('2'), { title: { en: 'Old' } })
  const key = commit(store, post('2'), [en('title', 'Old', 'Mine')])
  give(store, post('2'), { title: { en: 'Theirs' } }, 2)
  expect(() => store.retry({ key, choices: { title: { parts: [] } } })).toThrow('Each part')
})

test('all parts as the server has them leave nothing to send', () => {
  const { store } = bench
  const only = rich(paragraph('The ferry leaves at ten.'))
  const now = rich(paragraph('The ferry leaves at eight.'))
  give(store, post('3'), { body: { en: rich(paragraph('The ferry leaves at nine.')) } })
  const key = commit(store, post('3'), [en('body', rich(paragraph('The ferry leaves at nine.')), only)])
  give(store, post('3'), { body: { en: now } }, 2)
  store.retry({ key, choices: { body: { parts: ['theirs'] } } })
  expect(entriesOf(store, post('3'))).toEqual([])
})

test('F64 both of a part are kept, theirs first, and a restart keeps it', () => {
  const key = park()
  const [parked] = entriesOf(bench.store, post('1'))
  const shown = parked?.problem?.conflicts ?? []
  bench.store.retry({ key, choices: { body: { parts: ['both', 'mine'] } }, shown })
  bench.reopen()
  expect(written()).toEqual(
    rich(
      heading('Far north'),
      paragraph('The ferry leaves at eight.'),
      paragraph('The ferry leaves at ten.'),
      paragraph('Bring a warm coat.'),
      paragraph('Sleep on board.'),
    ),
  )
})

test('F64 both is refused where both cannot stand: of a passage that a side removed, and of a single value', () => {
  const { store } = bench
  const start = rich(heading('North'), paragraph('The ferry leaves at nine.'))
  give(store, post('1'), { body: { en: start }, title: { en: 'Old' } })
  const key = commit(store, post('1'), [
    en('body', start, rich(heading('North'))),
    en('title', 'Old', 'Mine'),
  ])
  give(
    store,
    post('1'),
    { body: { en: rich(heading('North'), paragraph('It leaves at ten.')) }, title: { en: 'Theirs' } },
    2,
  )
  const side = 'theirs' as const
  for (const choices of [
    { body: { parts: ['both' as const] }, title: side },
    { body: 'both' as const, title: side },
    { body: side, title: 'both' as const },
  ])
    expect(() => store.retry({ key, choices })).toThrow('needs a choice')
  expect(entriesOf(store, post('1'))).toMatchObject([{ state: 'parked' }])
})

test('F64 both of two texts that were written where there was none stand behind each other', () => {
  const { store } = bench
  give(store, post('1'), {})
  const key = commit(store, post('1'), [en('body', null, rich(paragraph('Mine.')))])
  give(store, post('1'), { body: { en: rich(paragraph('Theirs.')) } }, 2)
  store.retry({ key, choices: { body: 'both' } })
  expect(written()).toEqual(rich(paragraph('Theirs.'), paragraph('Mine.')))
})

const heroes = (words: string) => [{ id: 'h', blockType: 'hero', heading: { en: words, de: 'Fähren' } }]

test('F64 a row that both sides edited stands twice, which is one step, and a restart keeps it', () => {
  const { store } = bench
  give(store, post('4'), { layout: heroes('Ferries') })
  const key = commit(store, post('4'), [en('layout.h.heading', 'Ferries', 'Mine')])
  give(store, post('4'), { layout: heroes('Theirs') }, 2)
  const { outcome, twice } = store.retry({ key, choices: { 'layout.h.heading': 'both' } })
  expect(outcome).toBe('released')
  expect(twice).toMatchObject([
    { kind: 'rows', path: 'layout', from: ['h'] },
    { kind: 'set', path: 'layout.h.heading', from: 'Mine', to: 'Theirs' },
  ])
  bench.reopen()
  // A request has one locale: the other words of the new row follow in one of their own.
  const entries = entriesOf(bench.store, post('4'))
  expect(entries).toMatchObject([
    { state: 'waiting', locale: 'en', changes: [{ kind: 'rows', path: 'layout', from: ['h'] }] },
    { state: 'waiting', locale: 'de', changes: [{ kind: 'set', to: 'Fähren' }] },
  ])
  const [made] = entries[0]?.changes ?? []
  const rows = made?.kind === 'rows' ? Object.values(made.added) : []
  expect(rows).toMatchObject([{ blockType: 'hero', heading: { en: 'Mine' } }])
})

test('F64 one side of a row makes no step of its own', () => {
  const { store } = bench
  give(store, post('5'), { layout: heroes('Ferries') })
  const other = commit(store, post('5'), [en('layout.h.heading', 'Ferries', 'Mine')])
  give(store, post('5'), { layout: heroes('Theirs') }, 2)
  expect(store.retry({ key: other, choices: { 'layout.h.heading': 'theirs' } })).toEqual({
    outcome: 'released',
  })
})
