import { describe, expect, test } from 'vitest'
import type { Change } from '../../../shared/document/change.ts'
import type { StoreApi } from '../../../main/store/store-api.ts'
import type { JsonObject } from '../../../shared/json.ts'
import { paragraph, rich } from '../shared/rich-text/build-nodes.ts'
import { commit, entriesOf, give, setUpBench, shown } from './support/bench.ts'
import { en, post, set } from './support/site.ts'
import { FIRST, onServer, pending, picture, SECOND, uploadSite } from './support/upload-site.ts'

const bench = setUpBench()

const rows = (to: string[], from: string[], change: Partial<Change> = {}): Change =>
  ({ kind: 'rows', locale: null, path: 'layout', from, to, added: {}, removed: {}, ...change }) as Change

/** Two entries of one document, in two locales, so that they stay two; then somebody else writes. */
function queue(
  store: StoreApi,
  was: JsonObject,
  [first, second]: [Change, Change],
  theirs: JsonObject,
): string {
  give(store, post('1'), was)
  const key = commit(store, post('1'), [first])
  commit(store, post('1'), [second], 'draft', 'de')
  give(store, post('1'), theirs, 2)
  return key
}

/** The two ways to give an edit up for theirs. */
const givesUp: Record<string, (store: StoreApi, key: string) => void> = {
  'theirs is chosen': (store, key) => {
    const conflicts = store.getEntry(key)?.problem?.conflicts ?? []
    const choices = Object.fromEntries(conflicts.map(({ path }) => [path, 'theirs' as const]))
    expect(store.retry({ key, choices, shown: conflicts })).toEqual({ outcome: 'released' })
  },
  'the entry is discarded': (store, key) => void store.discard(key),
}

describe.each(Object.entries(givesUp))('F84 SY7 where %s', (_way, giveUp) => {
  test('an own edit of the same cell behind it asks again: from another locale, of a shared field', () => {
    const { store } = bench
    const edits: [Change, Change] = [set('slug', 'a', 'mine'), set('slug', 'mine', 'mine again')]
    giveUp(store, queue(store, { slug: 'a' }, edits, { slug: 'theirs' }))
    expect(entriesOf(store, post('1'))).toMatchObject([
      {
        locale: 'de',
        state: 'parked',
        problem: { code: 'conflict', conflicts: [{ path: 'slug', mine: 'mine again', theirs: 'theirs' }] },
      },
    ])
  })

  test('an own edit of the same cell in the draft asks when it is saved', () => {
    const { store } = bench
    give(store, post('1'), { slug: 'a' })
    const key = commit(store, post('1'), [set('slug', 'a', 'mine')])
    const changes = [set('slug', 'mine', 'mine again')]
    store.putDraft({ ref: post('1'), changes })
    give(store, post('1'), { slug: 'theirs' }, 2)
    giveUp(store, key)
    expect(shown(store, post('1')).draft.conflicts).toMatchObject([{ path: 'slug', theirs: 'theirs' }])
    commit(store, post('1'), changes)
    expect(entriesOf(store, post('1'))).toMatchObject([{ state: 'parked', problem: { code: 'conflict' } }])
  })

  test('a removal of the row of the cell asks again', () => {
    const { store } = bench
    const row = { id: 'r', blockType: 'hero', size: 'a' }
    const edits: [Change, Change] = [
      set('layout.r.size', 'a', 'mine'),
      rows([], ['r'], { removed: { r: { ...row, size: 'mine' } } }),
    ]
    giveUp(store, queue(store, { layout: [row] }, edits, { layout: [{ ...row, size: 'theirs' }] }))
    expect(entriesOf(store, post('1'))).toMatchObject([
      { problem: { conflicts: [{ path: 'layout.r', mine: null, theirs: { size: 'theirs' } }] } },
    ])
  })

  test('a row that is removed in the first entry and put back with other words in the second keeps the words', () => {
    const { store } = bench
    const row = { id: 'r', blockType: 'hero', size: 'a', heading: { de: 'A' } }
    const edits: [Change, Change] = [
      rows([], ['r'], { removed: { r: row } }),
      rows(['r'], [], { added: { r: { ...row, size: 'mine', heading: { de: 'Meins' } } } }),
    ]
    giveUp(store, queue(store, { layout: [row] }, edits, { layout: [{ ...row, size: 'theirs' }] }))
    expect(entriesOf(store, post('1'))).toMatchObject([
      { problem: { conflicts: [{ path: 'layout.r.size', mine: 'mine', theirs: 'theirs' }] } },
    ])
    expect(shown(store, post('1')).data['layout']).toMatchObject([{ heading: { de: 'Meins' } }])
  })

  test('a row that is removed in the first entry and put back with other words in the draft keeps the words', () => {
    const { store } = bench
    const row = { id: 'r', blockType: 'hero', size: 'a', heading: { en: 'A' } }
    give(store, post('1'), { layout: [row] })
    const key = commit(store, post('1'), [rows([], ['r'], { removed: { r: row } })])
    const back = rows(['r'], [], { added: { r: { ...row, size: 'mine', heading: { en: 'Mine' } } } })
    store.putDraft({ ref: post('1'), changes: [back] })
    give(store, post('1'), { layout: [{ ...row, size: 'theirs' }] }, 2)
    giveUp(store, key)
    const { data, draft } = shown(store, post('1'))
    expect(draft.conflicts).toMatchObject([{ path: 'layout.r.size', mine: 'mine', theirs: 'theirs' }])
    expect(data['layout']).toMatchObject([{ heading: { en: 'Mine' } }])
  })

  test('an edit in a row that they removed asks again', () => {
    const { store } = bench
    const row = { id: 'r', blockType: 'hero', size: 'a' }
    const edits: [Change, Change] = [
      set('layout.r.size', 'a', 'mine'),
      set('layout.r.size', 'mine', 'mine again'),
    ]
    giveUp(store, queue(store, { layout: [row] }, edits, { layout: [] }))
    expect(entriesOf(store, post('1'))).toMatchObject([
      { problem: { conflicts: [{ path: 'layout.r', mine: { size: 'mine again' }, theirs: null }] } },
    ])
  })

  test('SY14 another file asks again', () => {
    const { store } = bench
    store.setSchema(uploadSite)
    const [first, second] = [pending(FIRST, 'one.png'), pending(SECOND, 'two.png')]
    give(store, picture, onServer(1))
    const was = store.getDocument(picture)?.base.data['file'] ?? null
    const key = commit(store, picture, [set('file', was, first)], 'save', null)
    store.putDraft({ ref: picture, changes: [set('file', first, second)] })
    give(store, picture, onServer(2, { filename: 'theirs.png' }), 2)
    giveUp(store, key)
    expect(entriesOf(store, picture)).toEqual([])
    expect(shown(store, picture, uploadSite).draft.conflicts).toMatchObject([{ path: 'file' }])
  })
})

test('F84 SY7 a choice part by part is not gone over by an edit behind it', () => {
  const { store } = bench
  const text = (...words: string[]) => rich(...words.map((word) => paragraph(word)))
  give(store, post('1'), { body: { en: text('a', 'b') } })
  const key = commit(store, post('1'), [en('body', text('a', 'b'), text('a mine', 'b'))])
  store.putDraft({
    ref: post('1'),
    changes: [en('body', text('a mine', 'b'), text('a mine again', 'b'))],
  })
  give(store, post('1'), { body: { en: text('a theirs', 'b') } }, 2)
  const conflicts = entriesOf(store, post('1'))[0]?.problem?.conflicts ?? []
  store.retry({ key, choices: { body: { parts: ['theirs'] } }, shown: conflicts })
  expect(shown(store, post('1')).draft.conflicts).toMatchObject([
    { path: 'body', theirs: text('a theirs', 'b'), mine: text('a mine again', 'b') },
  ])
})

test('SY10 an edit that nobody else has touched is discarded, and nobody is asked about what lies on it', () => {
  const { store } = bench
  const edits: [Change, Change] = [set('slug', 'a', 'mine'), set('slug', 'mine', 'mine again')]
  const key = queue(store, { slug: 'a' }, edits, { slug: 'a', views: 1 })
  store.discard(key)
  expect(entriesOf(store, post('1'))).toMatchObject([
    { state: 'waiting', changes: [{ from: 'a', to: 'mine again' }] },
  ])
})
