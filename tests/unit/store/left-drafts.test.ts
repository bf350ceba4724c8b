import { describe, expect, test } from 'vitest'
import type { DocRef } from '../../../shared/cms/doc-ref.ts'
import type { Change } from '../../../shared/document/change.ts'
import type { Collection } from '../../../shared/cms/schema-model.ts'
import { media as pictures } from './support/upload-site.ts'
import { at, author, de, en, header, post, set, site } from './support/site.ts'
import { entriesOf, give, headKeys, leave, send, setUpBench, shown } from './support/bench.ts'
import { outboxOf } from '../../support/whole-outbox.ts'

const bench = setUpBench()

/** The program ended with drafts in the database, and opens the account again. */
function startAgain(): void {
  bench.reopen()
  bench.events.length = 0
  bench.store.commitLeftDrafts()
}

function draft(ref: DocRef, ...changes: Change[]): void {
  bench.store.putDraft({ ref, changes })
}

test('DM1 a document has one draft for all its locales, in the order in which they were edited', () => {
  give(bench.store, post('1'), { slug: 'a' })
  give(bench.store, post('2'), { slug: 'b' })
  const changes = [de('title', null, 'Getippt'), set('slug', 'a', 'b'), en('title', null, 'Typed')]
  draft(post('1'), ...changes)
  draft(post('2'), en('title', null, 'Elsewhere'))
  expect(bench.store.getDocument(post('1'))?.draft?.changes).toEqual(changes)
  expect(bench.store.outboxCounts().onThisComputer).toBe(2)
  expect(bench.store.getDocument(post('3'))).toBeNull()
})

describe('drafts that a form left behind', () => {
  test('SY1 are queued at the next start where the collection has autosave', () => {
    give(bench.store, post('1'), { slug: 'a' })
    draft(post('1'), en('title', null, 'Typed'))
    startAgain()
    expect(entriesOf(bench.store, post('1'))).toMatchObject([
      {
        mode: 'autosave',
        locale: 'en',
        create: false,
        state: 'waiting',
        changes: [en('title', null, 'Typed')],
      },
    ])
    expect(bench.store.getDocument(post('1'))).toMatchObject({
      draft: null,
      state: { kind: 'waiting', count: 1 },
    })
    expect(bench.store.outboxCounts()).toMatchObject({ waiting: 1, onThisComputer: 0 })
    expect(bench.events.map(({ name }) => name)).toContain('outbox.changed')
    expect(headKeys(bench.store)).toHaveLength(1)
  })

  test('SY1 stay where saving is for a person to ask for', () => {
    give(bench.store, author('1'), {})
    give(bench.store, header, {})
    draft(author('1'), set('name', null, 'Ada'))
    draft(header, set('motto', null, 'North'))
    startAgain()
    for (const ref of [author('1'), header]) {
      expect(bench.store.getDocument(ref)).toMatchObject({
        entries: [],
        draft: { changes: [{ locale: null }] },
        state: { kind: 'on-this-computer' },
      })
    }
    expect(bench.store.outboxCounts()).toMatchObject({ waiting: 0, onThisComputer: 2 })
  })

  test('F68 stay where the site validates drafts: only their form can tell whether they are whole', () => {
    give(bench.store, post('1'), { slug: 'a' })
    draft(post('1'), en('title', null, 'Typed'))
    bench.reopen()
    const [posts, ...others] = site.collections
    if (!posts?.versions) throw new Error('posts have no versions')
    const versions = { ...posts.versions, validatesDrafts: true }
    bench.store.setSchema({ ...site, collections: [{ ...posts, versions }, ...others] })
    bench.store.commitLeftDrafts()
    expect(bench.store.getDocument(post('1'))).toMatchObject({
      entries: [],
      state: { kind: 'on-this-computer' },
    })
  })

  test('F59 (part) stay where the server said that it would refuse any, and are queued where it depends on what is typed', () => {
    const answer = {
      edit: true,
      update: false,
      publish: false,
      unpublish: false,
      delete: false,
      create: false,
      byData: false,
      hiddenFields: [],
      fixedFields: [],
    }
    const answers = { '1': answer, '2': { ...answer, byData: true } }
    for (const [id, said] of Object.entries(answers)) {
      give(bench.store, post(id), { slug: 'a' })
      bench.store.putPermissions({ ref: post(id), revision: at(1), locale: null, answer: said })
      draft(post(id), en('title', null, 'Typed'))
    }
    startAgain()
    expect(bench.store.getDocument(post('1'))).toMatchObject({
      entries: [],
      state: { kind: 'on-this-computer' },
    })
    expect(entriesOf(bench.store, post('2'))).toMatchObject([{ mode: 'autosave', state: 'waiting' }])
  })

  test('SY1 SY3 of two languages become an entry each, in the order in which they were typed', () => {
    give(bench.store, post('1'), {})
    draft(post('1'), de('title', null, 'Zug'), en('title', null, 'Train'))
    startAgain()
    expect(entriesOf(bench.store, post('1')).map(({ locale, changes }) => [locale, changes])).toEqual([
      ['de', [de('title', null, 'Zug')]],
      ['en', [en('title', null, 'Train')]],
    ])
  })

  test('SY1 SY8 of a document made here become its creation, once', () => {
    const ref = bench.store.createDocument({ slug: 'posts', id: 'tmp_left', data: { kind: 'news' } })
    draft(ref, de('title', null, 'Zug'), en('title', null, 'Train'))
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
    bench.store.putDraft({ ref: post('1'), changes: [en('title', 'A', 'Mine')] })
    give(bench.store, post('1'), { title: { en: 'Theirs' } }, 2)
    startAgain()
    expect(entriesOf(bench.store, post('1'))).toMatchObject([
      { state: 'parked', problem: { code: 'conflict', conflicts: [{ mine: 'Mine', theirs: 'Theirs' }] } },
    ])
  })

  test('SY1 SY16 DM4 what is shown afterwards is what was typed, as waiting, with nothing left to type', () => {
    give(bench.store, post('1'), { title: { en: 'A', de: 'Ä' } })
    draft(post('1'), en('title', 'A', 'Typed'), de('title', 'Ä', 'Getippt'))
    startAgain()
    expect(shown(bench.store, post('1'))).toMatchObject({
      data: { title: { en: 'Typed', de: 'Getippt' } },
      draft: { changes: [], conflicts: [] },
    })
    const view = bench.store.getDocument(post('1'))
    expect(view).toMatchObject({ draft: null, state: { kind: 'waiting', count: 2 } })
    const [first, second] = entriesOf(bench.store, post('1'))
    send(bench.store, first?.key ?? '', { id: 1, title: 'Typed', updatedAt: 'b' }, 'en')
    send(bench.store, second?.key ?? '', { id: 1, title: 'Getippt', updatedAt: 'c' }, 'de')
    expect(shown(bench.store, post('1')).data).toMatchObject({ title: { en: 'Typed', de: 'Getippt' } })
    expect(bench.store.getDocument(post('1'))?.state).toEqual({ kind: 'saved' })
  })
})

test('SY10 documents that have only a draft are listed last, without entries', () => {
  const { store } = bench
  give(store, author('1'), { name: 'Ada' })
  give(store, author('2'), { name: 'Bea' })
  give(store, post('1'), { title: { en: 'A' } })
  store.putDraft({ ref: author('2'), changes: [set('name', 'Bea', 'Bo')] })
  store.putDraft({ ref: author('1'), changes: [set('name', 'Ada', 'Ann')] })
  store.commitDraft({ ref: post('1'), locale: 'en', changes: [en('title', 'A', 'B')], mode: 'draft' })
  store.putDraft({ ref: post('1'), changes: [set('slug', null, 's')] })
  expect(outboxOf(store)).toMatchObject([
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

test('F62 (part) a new file that somebody has not saved is not queued at the start, whatever autosave says', () => {
  const media: Collection = {
    ...pictures,
    versions: {
      drafts: true,
      localeStatus: false,
      autosaveInterval: 800,
      validatesDrafts: false,
      schedules: false,
      max: null,
    },
  }
  const schema = { ...site, collections: [...site.collections, media] }
  bench.store.setSchema(schema)
  const made = bench.store.createDocument({
    slug: 'media',
    id: 'tmp_0f8fad5b-d9cb-469f-a165-70867728950e',
    data: {},
  })
  draft(made, set('alt', null, 'A train', null))
  bench.reopen()
  bench.store.setSchema(schema)
  bench.store.commitLeftDrafts()
  expect(entriesOf(bench.store, made)).toEqual([])
  expect(bench.store.getDocument(made)?.draft).not.toBeNull()
})
