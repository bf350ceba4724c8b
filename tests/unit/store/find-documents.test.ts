import { describe, expect, test } from 'vitest'
import type { FindQuery } from '../../../shared/ipc.ts'
import { makeTempId } from '../../../shared/cms/doc-ref.ts'
import { createReader } from '../../../main/store/store.ts'
import { fieldTypes } from '../../../shared/fields/registry.ts'
import { anyFile, collection, text } from '../shared/build-fields.ts'
import { at, author, en, post, set, site } from './support/site.ts'
import { commit, give, setUpBench } from './support/bench.ts'

const bench = setUpBench()

const ask = (words: string, more: Partial<FindQuery> = {}) =>
  bench.store.findDocuments({ words, slugs: ['posts', 'authors', 'notes'], limit: 8, locale: 'en', ...more })
const found = (words: string, more: Partial<FindQuery> = {}): string[] =>
  ask(words, more).map(({ ref }) => (ref.kind === 'collection' ? `${ref.slug} ${ref.id}` : ''))

const titles = [
  'Night train to Narvik',
  'Narvik',
  'Slow ferries of the Ålesund coast',
  'Café hours in Cádiz',
  'Straße am Hafen',
  'Ночной поезд в Нарвик',
  'قطار الليل إلى نارفيك',
  'Łódź by tram',
  'Porto before the ferries',
  'Trains, trams and trolleys',
]

function giveTitles(): void {
  titles.forEach((title, index) =>
    give(bench.store, post(String(index + 1)), { title: { en: title } }, index + 1),
  )
}

describe('documents by their titles', () => {
  test.each([
    ['narvik', 'posts 2'],
    ['NARVIK', 'posts 2'],
    ['night', 'posts 1'],
    ['train narvik', 'posts 1'],
    ['narvik night', 'posts 1'],
    ['narvk night', 'posts 1'],
    ['nihgt train', 'posts 1'],
    ['alesund', 'posts 3'],
    ['ferries slow', 'posts 3'],
    ['feries porto', 'posts 9'],
    ['нарвк', 'posts 6'],
    ['alsund coats', 'posts 3'],
    ['strsase', 'posts 5'],
    ['troleys', 'posts 10'],
    ['trolelis', 'posts 10'],
    ['نارفيك قطار', 'posts 7'],
    ['قطار نارفك', 'posts 7'],
    ['поезд нарвик', 'posts 6'],
    ['cafe cadiz', 'posts 4'],
    ['caffe', 'posts 4'],
    ['strasse', 'posts 5'],
    ['нарвик поезд', 'posts 6'],
    ['поезд', 'posts 6'],
    ['نارفيك', 'posts 7'],
    ['lodz', 'posts 8'],
    ['before fer', 'posts 9'],
    ['trams', 'posts 10'],
    ['tram lodz', 'posts 8'],
  ])('%s finds first %s', (words, first) => {
    giveTitles()
    expect(found(words)[0]).toBe(first)
  })

  test('one that is called exactly so is found among thousands that have the words in them', () => {
    for (let index = 1; index <= 1500; index += 1)
      give(bench.store, post(`1${index}`), { title: { en: `A letter by post, the ${index}th` } })
    give(bench.store, post('3'), { title: { en: 'Post of the north' } })
    give(bench.store, post('2'), { title: { en: 'Post' } })
    expect(found('post').slice(0, 2)).toEqual(['posts 2', 'posts 3'])
  })

  test('a word that is typed twice finds what the word finds, and the title that has it twice first', () => {
    give(bench.store, post('1'), { title: { en: 'To be on the train' } })
    give(bench.store, post('2'), { title: { en: 'To be or not to be' } })
    expect(found('to be or not to be')).toEqual(['posts 2'])
    expect(found('train train').concat(found('to to be be'))).toEqual(['posts 1', 'posts 1', 'posts 2'])
  })

  test('a very long title is found by how it begins', () => {
    give(bench.store, post('1'), { title: { en: `Ferries ${'to and fro '.repeat(40)} and home` } })
    expect([found('ferries'), found('home')]).toEqual([['posts 1'], []])
  })

  test('are found in every locale, by slug and by id; nothing is found by nothing', () => {
    give(bench.store, post('41'), { title: { en: 'Night train', de: 'Nachtzug' }, slug: 'nt-41' })
    expect(found('nachtzug')).toEqual(['posts 41'])
    expect(found('41')).toEqual(['posts 41'])
    expect([found(''), found('…'), found('Oslo')]).toEqual([[], [], []])
  })

  test('of alike ones the edited first, then the newest; so many as asked for, of the collections asked for', () => {
    for (const id of ['1', '2', '3']) give(bench.store, post(id), { title: { en: 'Ferry' } }, Number(id))
    give(bench.store, author('9'), { name: 'Ferry Jones' })
    expect(found('ferry')).toEqual(['posts 3', 'posts 2', 'posts 1', 'authors 9'])
    commit(bench.store, post('1'), [en('excerpt', null, 'By boat')])
    expect(found('ferry', { limit: 2 })).toEqual(['posts 1', 'posts 3'])
    expect(found('ferry', { slugs: ['authors'] })).toEqual(['authors 9'])
  })

  test('of alike ones: with edits of this computer, then opened last, then the newest', () => {
    for (const id of ['1', '2', '3', '4']) give(bench.store, post(id), { title: { en: 'Ferry' } }, Number(id))
    const recent = [
      { slug: 'posts', id: '1' },
      { slug: 'posts', id: '3' },
    ]
    expect(found('ferry', { recent })).toEqual(['posts 1', 'posts 3', 'posts 4', 'posts 2'])
    commit(bench.store, post('2'), [en('excerpt', null, 'By boat')])
    expect(found('ferry', { recent })).toEqual(['posts 2', 'posts 1', 'posts 3', 'posts 4'])
  })

  test('a misspelt one comes last, however new it is, and only where there are few others', () => {
    give(bench.store, post('1'), { title: { en: 'Ferries' } }, 1)
    give(bench.store, post('2'), { title: { en: 'Ferrets' } }, 2)
    expect(found('ferries')).toEqual(['posts 1', 'posts 2'])
    expect(found('ferries', { limit: 1 })).toEqual(['posts 1'])
    commit(bench.store, post('2'), [en('excerpt', null, 'By boat')])
    expect(found('ferries')).toEqual(['posts 1', 'posts 2'])
  })

  test('are found by what arrives, changes and goes after the first key', () => {
    give(bench.store, post('1'), { title: { en: 'Ferry' } })
    expect(found('lighthouse')).toEqual([])
    give(bench.store, post('2'), { title: { en: 'Lighthouse' } })
    expect(found('lighthouse')).toEqual(['posts 2'])
    give(bench.store, post('2'), { title: { en: 'Harbour' } })
    expect([found('lighthouse'), found('harbour')]).toEqual([[], ['posts 2']])
    bench.store.putDraft({ ref: post('1'), changes: [en('title', 'Ferry', 'Lighthouse keeper')] })
    expect(found('lighthouse')).toEqual(['posts 1'])
    bench.store.discardDraft({ ref: post('1') })
    expect([found('lighthouse'), found('ferry')]).toEqual([[], ['posts 1']])
    bench.store.removeBase(post('2'))
    expect(found('harbour')).toEqual([])
  })

  test('asked for nothing, titles are read in pieces before anything is typed, of what is there by then', () => {
    const rows = Array.from({ length: 2500 }, (_, index) => ({
      id: String(index + 1),
      data: { title: { en: `Ferry ${index + 1}` } },
      updatedAt: at(index),
      status: null,
      hasPublished: false,
    }))
    bench.store.putListRows({ slug: 'posts', rows })
    const reader = createReader({ types: fieldTypes, db: bench.database.db, onEvent: () => undefined })
    reader.setSchema(site)
    const find = (words: string) => reader.findDocuments({ words, slugs: ['posts'], limit: 8, locale: 'en' })
    expect(find('')).toEqual([])
    let rounds = 0
    while (reader.readAhead()) {
      rounds += 1
      give(bench.store, post(String(5000 + rounds)), { title: { en: `Lighthouse ${rounds}` } })
    }
    expect(rounds).toBeGreaterThan(2)
    expect(find('ferry 2345')).toMatchObject([{ ref: { id: '2345' } }])
    expect(find('lighthouse')).toHaveLength(rounds)
  })

  test('of files are found by what they show as well, and by their names first', () => {
    const fields = [text('filename'), text('alt', { localized: true })]
    const media = collection(fields, { slug: 'media', useAsTitle: 'filename', upload: anyFile })
    bench.store.setSchema({ ...site, fingerprint: 'f2', collections: [...site.collections, media] })
    const file = (id: string, filename: string, alt: string) => {
      const ref = { kind: 'collection' as const, slug: 'media', id }
      give(bench.store, ref, { filename, alt: { de: alt } }, Number(id))
    }
    file('1', 'img_0042.jpg', 'Ein Leuchtturm im Nebel')
    file('2', 'leuchtturm.jpg', 'Nacht')
    expect(found('leuchtturm', { slugs: ['media'] })).toEqual(['media 2', 'media 1'])
    expect(found('leuchttrum nebel', { slugs: ['media'] })).toEqual(['media 1'])
    const list = (search: string, locale: string) =>
      bench.store.list({ slug: 'media', page: 1, limit: 10, sort: 'id', search, where: null, locale })
    expect([list('leuchtturm', 'de').totalDocs, list('leuchtturm', 'en').totalDocs]).toEqual([2, 1])
  })

  test('are called as they are here: an edit, a new document, none that is to be deleted', () => {
    give(bench.store, post('1'), { title: { en: 'Ferry' } })
    give(bench.store, post('2'), { title: { en: 'Ferry house' } })
    expect(found('ferry')).toEqual(['posts 1', 'posts 2'])
    commit(bench.store, post('1'), [en('title', 'Ferry', 'Harbour')])
    commit(bench.store, post('2'), [], 'delete')
    expect([found('ferry'), found('harbour')]).toEqual([[], ['posts 1']])
    expect(ask('harbour')[0]).toMatchObject({
      data: { title: { en: 'Harbour' } },
      state: { kind: 'waiting' },
    })
    const ref = bench.store.createDocument({ slug: 'notes', id: makeTempId('1'), data: {} })
    commit(bench.store, ref, [set('title', null, 'Bring a torch')])
    expect(ask('torch')).toMatchObject([{ ref, isNew: true }])
  })
})
