import { describe, expect, test } from 'vitest'
import { createDocumentForm } from '../../../renderer/form/document-form.ts'
import type { DocRef } from '../../../shared/cms/doc-ref.ts'
import { author, header, post, set, site } from './support/site.ts'
import { entriesOf, give, headKeys, leave, send, setUpBench } from './support/bench.ts'

const bench = setUpBench()

/** The program ended with drafts in the database, and opens the account again. */
function startAgain(): void {
  bench.reopen()
  bench.events.length = 0
  bench.store.commitLeftDrafts()
}

function draft(ref: DocRef, title: string, locale: string | null = 'en'): void {
  const path = ref.slug === 'posts' ? 'title' : ref.slug === 'header' ? 'motto' : 'name'
  bench.store.putDraft({ ref, locale, changes: [set(path, null, title)] })
}

/** The form as the window makes it of what main answers. */
function openForm(ref: DocRef, locale: string) {
  const view = bench.store.getDocument(ref)
  const entity = site.collections.find(({ slug }) => slug === ref.slug)
  if (!view || !entity) throw new Error('not here')
  return createDocumentForm({
    entity,
    view,
    locale,
    deps: {
      putDraft: async (input) => bench.store.putDraft(input),
      commitDraft: async (input) => bench.store.commitDraft(input),
    },
  })
}

describe('the drafts of a document', () => {
  test('SY1 are listed by themselves, the one that was typed first in front', () => {
    give(bench.store, post('1'), { slug: 'a' })
    give(bench.store, post('2'), { slug: 'b' })
    draft(post('1'), 'Typed')
    draft(post('1'), 'Getippt', 'de')
    draft(post('2'), 'Elsewhere')
    expect(bench.store.listDrafts(post('1'))).toEqual(bench.store.getDocument(post('1'))?.drafts)
    expect(bench.store.listDrafts(post('1'))).toMatchObject([
      { locale: 'en', changes: [set('title', null, 'Typed')] },
      { locale: 'de', changes: [set('title', null, 'Getippt')] },
    ])
    expect(bench.store.listDrafts(post('3'))).toEqual([])
  })
})

describe('drafts that a form left behind', () => {
  test('SY1 are queued at the next start where the collection has autosave', () => {
    give(bench.store, post('1'), { slug: 'a' })
    draft(post('1'), 'Typed')
    startAgain()
    expect(entriesOf(bench.store, post('1'))).toMatchObject([
      {
        mode: 'autosave',
        locale: 'en',
        create: false,
        state: 'waiting',
        changes: [set('title', null, 'Typed')],
      },
    ])
    expect(bench.store.getDocument(post('1'))).toMatchObject({
      drafts: [],
      state: { kind: 'waiting', count: 1 },
    })
    expect(bench.store.outboxCounts()).toMatchObject({ waiting: 1, onThisComputer: 0 })
    expect(bench.events.map(({ name }) => name)).toContain('outbox.changed')
    expect(headKeys(bench.store)).toHaveLength(1)
  })

  test('SY1 stay where saving is for a person to ask for', () => {
    give(bench.store, author('1'), {})
    give(bench.store, header, {})
    draft(author('1'), 'Ada', null)
    draft(header, 'North', null)
    startAgain()
    for (const ref of [author('1'), header]) {
      expect(bench.store.getDocument(ref)).toMatchObject({
        entries: [],
        drafts: [{ locale: null }],
        state: { kind: 'on-this-computer' },
      })
    }
    expect(bench.store.outboxCounts()).toMatchObject({ waiting: 0, onThisComputer: 2 })
  })

  test('SY1 SY3 of two languages become an entry each, in the order in which they were typed', () => {
    give(bench.store, post('1'), {})
    draft(post('1'), 'Zug', 'de')
    draft(post('1'), 'Train', 'en')
    startAgain()
    expect(entriesOf(bench.store, post('1')).map(({ locale, changes }) => [locale, changes])).toEqual([
      ['de', [set('title', null, 'Zug')]],
      ['en', [set('title', null, 'Train')]],
    ])
  })

  test('SY1 SY8 of a document made here become its creation, once', () => {
    const ref = bench.store.createDocument({ slug: 'posts', id: 'tmp_left', data: { kind: 'news' } })
    draft(ref, 'Zug', 'de')
    draft(ref, 'Train', 'en')
    startAgain()
    const entries = entriesOf(bench.store, ref)
    expect(entries.map(({ create, locale }) => [create, locale])).toEqual([
      [true, 'de'],
      [false, 'en'],
    ])
    const [first] = entries
    const request = leave(bench.store, first?.key ?? '')
    expect(request).toMatchObject({ method: 'POST', body: { title: 'Zug', kind: 'news' } })
    bench.store.settleRetry({ key: first?.key ?? '', outcomeUnknown: false })
    // A further start finds nothing left to queue.
    startAgain()
    expect(entriesOf(bench.store, ref)).toHaveLength(2)
    expect(bench.events).toEqual([])
  })

  test('SY6 that clash with what the server has since park as a conflict and are not lost', () => {
    give(bench.store, post('1'), { title: { en: 'A' } })
    bench.store.putDraft({ ref: post('1'), locale: 'en', changes: [set('title', 'A', 'Mine')] })
    give(bench.store, post('1'), { title: { en: 'Theirs' } }, 2)
    startAgain()
    expect(entriesOf(bench.store, post('1'))).toMatchObject([
      { state: 'parked', problem: { code: 'conflict', conflicts: [{ mine: 'Mine', theirs: 'Theirs' }] } },
    ])
  })

  test('SY1 SY16 a form that opens the document afterwards shows them as waiting, as reading does', () => {
    give(bench.store, post('1'), { title: { en: 'A', de: 'Ä' } })
    bench.store.putDraft({ ref: post('1'), locale: 'en', changes: [set('title', 'A', 'Typed')] })
    bench.store.putDraft({ ref: post('1'), locale: 'de', changes: [set('title', 'Ä', 'Getippt')] })
    startAgain()
    for (const [locale, value] of [
      ['en', 'Typed'],
      ['de', 'Getippt'],
    ] as const) {
      const form = openForm(post('1'), locale)
      expect(form.getField('title')).toMatchObject({ value, mark: 'waiting' })
      expect(form.getForm()).toMatchObject({ dirty: false, state: { kind: 'waiting', count: 2 } })
      expect(form.changes()).toEqual([])
      expect(form.getForm().view).toEqual(bench.store.getDocument(post('1')))
    }
    const [en, de] = entriesOf(bench.store, post('1'))
    send(bench.store, en?.key ?? '', { id: 1, title: 'Typed', updatedAt: 'b' }, 'en')
    send(bench.store, de?.key ?? '', { id: 1, title: 'Getippt', updatedAt: 'c' }, 'de')
    expect(openForm(post('1'), 'en').getField('title')).toMatchObject({ value: 'Typed', mark: 'none' })
    expect(bench.store.getDocument(post('1'))?.state).toEqual({ kind: 'saved' })
  })
})

test('SY10 documents that have only a draft are listed last, without entries', () => {
  const { store } = bench
  give(store, author('1'), { name: 'Ada' })
  give(store, author('2'), { name: 'Bea' })
  give(store, post('1'), { title: { en: 'A' } })
  store.putDraft({ ref: author('2'), locale: null, changes: [set('name', 'Bea', 'Bo')] })
  store.putDraft({ ref: author('1'), locale: null, changes: [set('name', 'Ada', 'Ann')] })
  store.commitDraft({ ref: post('1'), locale: 'en', changes: [set('title', 'A', 'B')], mode: 'draft' })
  store.putDraft({ ref: post('1'), locale: 'en', changes: [set('slug', null, 's')] })
  expect(store.outboxList()).toMatchObject([
    {
      ref: post('1'),
      title: { en: 'B' },
      entries: [{ mode: 'draft' }],
      state: { kind: 'waiting', count: 1 },
    },
    { ref: author('2'), title: 'Bo', entries: [], state: { kind: 'on-this-computer' } },
    { ref: author('1'), title: 'Ann', entries: [], state: { kind: 'on-this-computer' } },
  ])
})
