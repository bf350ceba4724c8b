import { describe, expect, it } from 'vitest'
import { changeText, conflictText, nodeAt } from '../../../../renderer/unsent/change-text.ts'
import { diffText } from '../../../../renderer/fields/diff-text.ts'
import { wordsOfChange, wordsOfDifference } from '../../../../renderer/fields/words-at.ts'
import { entryBar, entryStateWords } from '../../../../renderer/screens/outbox/entry-state.tsx'
import { modeWords, outboxTitle, pathLabel } from '../../../../renderer/unsent/entry-words.ts'
import type { SiteSchema } from '../../../../shared/cms/schema-model.ts'
import type { Change } from '../../../../shared/document/change.ts'
import type { SavedDifference } from '../../../../shared/document/saved-difference.ts'
import type { Json } from '../../../../shared/json.ts'
import type { OutboxEntry, Problem } from '../../../../shared/sync/entry.ts'
import { buildEntry as entry } from '../../shared/build-entry.ts'
import { array, blocks, checkbox, collection, group, json, richText, text } from '../list/fields.ts'
import { date, select } from '../../shared/build-fields.ts'
import { valueContext } from '../support/value-context.ts'

const words = valueContext()
const both = { from: words, to: words }
const { t } = words
const posts = collection([text('title'), group('meta', [text('description')]), blocks('layout', ['hero'])])
const schema = {
  collections: [posts],
  globals: [],
  localization: { defaultLocale: 'en', locales: [] },
} as unknown as SiteSchema

const problem = (over: Partial<Problem>): Problem => ({
  code: 'validation',
  message: '',
  status: 400,
  fields: [],
  conflicts: [],
  ...over,
})

describe('SY16 the state of an entry', () => {
  const say = (one: OutboxEntry, before: OutboxEntry[] = []) =>
    entryStateWords(one, before, (id) => (id === 'tmp_1' ? 'Mai Tanabe' : null), t).text

  it('SY16 says waiting, sending, and that an interrupted one may have arrived', () => {
    expect(say(entry())).toBe('galley:sync.state.waiting')
    expect(say(entry({ state: 'sending' }))).toBe('galley:sync.state.sending')
    expect(say(entry({ state: 'unknown' }))).toBe('galley:sync.state.unknown')
  })

  it('SY10 names the parked entry that it has to wait for, by its number', () => {
    const parked = entry({ state: 'parked', problem: problem({}) })
    expect(say(entry(), [entry(), parked])).toBe('galley:sync.state.after number=2')
    expect(say(entry(), [entry()])).toBe('galley:sync.state.waiting')
  })

  it('SY8 names the new document that has to be created first', () => {
    expect(say(entry({ waitsFor: ['tmp_1'] }))).toBe('galley:sync.state.afterDocument title=Mai Tanabe')
    expect(say(entry({ waitsFor: ['tmp_gone'] }))).toBe('galley:sync.state.waiting')
  })

  it('SY7 counts the fields of a conflict and gives the server’s reason for a failure', () => {
    const one = { locale: null, path: 'title', base: 1, mine: 2, theirs: 3 }
    const conflict = (conflicts: Problem['conflicts']) =>
      entry({ state: 'parked', problem: problem({ code: 'conflict', conflicts }) })
    expect(say(conflict([one]))).toBe('galley:sync.state.conflict')
    expect(say(conflict([one, one]))).toBe('galley:sync.state.conflictIn number=2')
    const failed = entry({
      state: 'parked',
      problem: problem({ fields: [{ path: 'slug', message: 'slug is taken' }] }),
    })
    expect(say(failed)).toBe('galley:sync.state.failed reason=slug is taken')
    expect(entryBar(failed)).toBe('invalid')
    expect(entryBar(conflict([one]))).toBe('conflict')
    expect(entryBar(entry())).toBe('waiting')
  })
})

describe('SY10 what an entry would do', () => {
  it('SY10 is named as the button that made it', () => {
    expect(modeWords({ mode: 'draft', create: true, locale: null }, t)).toBe('general:create')
    expect(modeWords({ mode: 'publish', create: true, locale: null }, t)).toBe('galley:sync.createAndPublish')
    expect(modeWords({ mode: 'publish', create: false, locale: null }, t)).toBe('version:publishChanges')
    expect(modeWords({ mode: 'delete', create: false, locale: null }, t)).toBe('general:delete')
  })

  it('SY10 names fields as the form does, with the number of a row where the document tells', () => {
    const data = {
      layout: [
        { id: 'a', blockType: 'hero' },
        { id: 'b', blockType: 'hero' },
      ],
    }
    expect(pathLabel(posts.fields, 'meta.description', words)).toBe('SEO / Description')
    expect(pathLabel(posts.fields, 'layout.b.heading', words, data)).toBe('Layout 02 / Heading')
    expect(pathLabel(posts.fields, 'layout.b.heading', words)).toBe('Layout')
    expect(pathLabel(posts.fields, 'layout.b.heading', words, { layout: { en: data.layout } })).toBe(
      'Layout 02 / Heading',
    )
    expect(pathLabel(posts.fields, 'removed', words)).toBe('removed')
  })

  it('SY10 shows both values in words, and nothing where there was nothing', () => {
    const title = text('title')
    const set = (from: string | null, to: string | null) =>
      changeText({ kind: 'set', locale: null, path: 'title', from, to }, title, null, both)
    expect(set(null, 'New')).toEqual({ from: null, to: 'New' })
    expect(set('Old', '')).toEqual({ from: 'Old', to: null })
    const rich = { root: { children: [{ children: [{ text: 'Nineteen hours' }] }] } }
    expect(
      changeText(
        { kind: 'set', locale: null, path: 'body', from: null, to: rich },
        richText('body'),
        null,
        both,
      ).to,
    ).toBe('Nineteen hours')
  })

  it('SY10 says which rows come, go and move, with the content of the new ones', () => {
    const change = (from: string[], to: string[], added = {}) =>
      changeText(
        { kind: 'rows', locale: null, path: 'layout', from, to, added, removed: {} },
        blocks('layout', ['hero']),
        null,
        both,
      ).to
    expect(change(['a', 'b'], ['b', 'a'])).toBe('galley:sync.rows count=2 number=2: galley:sync.rowsMoved')
    expect(change(['a', 'b'], ['b'])).toBe(
      'galley:sync.rows count=1 number=1: galley:sync.rowsRemoved number=1',
    )
    const row = { id: 'c', blockType: 'hero', heading: 'First light' }
    expect(change(['a'], ['a', 'c'], { c: row })).toBe(
      'galley:sync.rows count=2 number=2: galley:sync.rowsAdded number=1\nHERO\nHeading: First light',
    )
  })

  it('SY7 says a row of a conflict in the locale of its entry, and that a side has removed it', () => {
    const list = blocks('layout', ['hero'])
    const row = { id: 'c', blockType: 'hero', heading: 'First light' }
    const conflict = { path: 'layout.c', locale: 'en', base: row, mine: row, theirs: null }
    const say = conflictText({ fields: [list], data: { layout: [row] } }, [conflict], 'en', words)
    expect(say(conflict, 'mine')).toBe('HERO\nHeading: First light')
    expect(say(conflict, 'theirs')).toBe('galley:sync.rowGone')
  })

  describe('F63 (part) a date is said in the zone that each side has beside it', () => {
    const on = date('on', { timezone: true })
    const fields = [on, select('on_tz', ['Asia/Tokyo', 'Europe/Oslo']), array('stops', [on])]
    const data = { on: 'B', on_tz: 'Europe/Oslo', stops: [{ id: 'a', on: 'B', on_tz: 'Asia/Tokyo' }] }
    const inZone = valueContext({ formatDate: (iso, shape) => `${iso.slice(0, 10)} in ${shape?.timeZone}` })
    const [day, next] = ['2026-11-20T01:00:00.000Z', '2026-11-21T01:00:00.000Z']
    const set = (path: string, from: Json, to: Json) =>
      ({ kind: 'set', locale: null, path, from, to }) as const

    it('of a change, whose zone changed with it or not', () => {
      const change = set('on', day, next)
      const say = (changes: Change[]) =>
        changeText(change, on, null, wordsOfChange(inZone, { fields, data }, change, changes))
      expect(say([change])).toEqual({ from: '2026-11-20 in Europe/Oslo', to: '2026-11-21 in Europe/Oslo' })
      expect(say([change, set('on_tz', 'Asia/Tokyo', 'Europe/Oslo')])).toEqual({
        from: '2026-11-20 in Asia/Tokyo',
        to: '2026-11-21 in Europe/Oslo',
      })
    })

    it('of a row', () => {
      const change = set('stops.a.on', day, next)
      const zoned = wordsOfChange(inZone, { fields, data }, change, [change])
      expect(changeText(change, on, null, zoned).to).toBe('2026-11-21 in Asia/Tokyo')
      const rows = [{ id: 'a', on: day, on_tz: 'Asia/Tokyo' }]
      expect(diffText(array('stops', [on]), rows, inZone)).toContain('2026-11-20 in Asia/Tokyo')
    })

    it('of a conflict, and of what the server saved instead', () => {
      const sides = (path: string, base: Json, mine: Json, theirs: Json) => ({
        path,
        locale: null,
        base,
        mine,
        theirs,
      })
      const conflicts = [sides('on', day, next, day), sides('on_tz', 'UTC', 'Europe/Oslo', 'Asia/Tokyo')]
      const say = conflictText({ fields, data }, conflicts, null, inZone)
      const [first] = conflicts
      if (first === undefined) throw new Error('no conflict')
      expect((['base', 'mine', 'theirs'] as const).map((side) => say(first, side))).toEqual([
        '2026-11-20 in UTC',
        '2026-11-21 in Europe/Oslo',
        '2026-11-20 in Asia/Tokyo',
      ])
      const differs = (path: string, sent: Json, saved: Json): SavedDifference => ({
        kind: 'field',
        locale: null,
        path,
        sent,
        saved,
        result: 'changed',
      })
      const saved = [differs('on', day, day), differs('on_tz', 'Asia/Tokyo', 'Europe/Oslo')]
      const [one] = saved
      if (one === undefined) throw new Error('no difference')
      const zoned = wordsOfDifference(inZone, { fields, data }, one, saved)
      expect([diffText(on, day, zoned.sent), diffText(on, day, zoned.saved)]).toEqual([
        '2026-11-20 in Asia/Tokyo',
        '2026-11-20 in Europe/Oslo',
      ])
    })
  })

  it('SY7 finds the field of a change in the locale of the change, and the list of a row that is gone', () => {
    const list = { ...blocks('layout', ['hero']), localized: true }
    const data = { layout: { en: [{ id: 'a', blockType: 'hero' }], de: [{ id: 'b', blockType: 'hero' }] } }
    const find = (path: string, locale: string | null) =>
      nodeAt([text('title'), list], { path, locale }, data)
    expect(find('layout.b.heading', 'de')).toMatchObject({ name: 'heading' })
    expect(find('layout.b.heading', 'en')).toBeNull()
    expect(find('layout.b', 'de')).toBe(list)
    expect(find('layout.gone', 'de')).toBe(list)
    expect(find('title.x', null)).toBeNull()
    expect(nodeAt(null, { path: 'title', locale: null }, data)).toBeNull()
  })

  it('SY10 says what rows that go held', () => {
    const row = { id: 'c', blockType: 'hero', heading: 'First light' }
    const { from } = changeText(
      { kind: 'rows', locale: null, path: 'layout', from: ['c'], to: [], added: {}, removed: { c: row } },
      blocks('layout', ['hero']),
      null,
      both,
    )
    expect(from).toBe('galley:sync.rows count=1 number=1\nHERO\nHeading: First light')
  })

  it('SY10 says rows that are set as a whole field by field, and all of what is no text', () => {
    const say = (field: Parameters<typeof changeText>[1], to: Json) =>
      changeText({ kind: 'set', locale: null, path: 'x', from: null, to }, field, null, both).to
    const rows = [
      { id: 'a', blockType: 'hero', heading: 'First light' },
      { id: 'b', blockType: 'gone', heading: 'x' },
    ]
    expect(say(blocks('layout', ['hero']), rows)).toBe('HERO\nHeading: First light\n\ngone\nheading: x')
    expect(say(array('stops', [text('place')]), [{ id: 'a', place: 'Narvik' }])).toBe('Place: Narvik')
    expect(say(blocks('layout', ['hero']), { id: 'a', blockType: 'hero', heading: 'One row' })).toBe(
      'HERO\nHeading: One row',
    )
    expect(say(json('data'), { a: [1] })).toBe(JSON.stringify({ a: [1] }, null, 2))
    expect(say(checkbox('featured'), false)).toBe('false')
    const picture = { root: { children: [{ type: 'upload', value: 7 }] } }
    expect(say(richText('body'), picture)).toBe('[galley:rich-text-diff.kinds.upload]')
    expect(say(null, 'removed')).toBe('removed')
  })

  it('S2.36 (part) titles a document in the wanted locale, else in any, else by its id', () => {
    const ref = { kind: 'collection', slug: 'posts', id: '7' } as const
    const title = (value: Parameters<typeof outboxTitle>[0]['title'], id = '7') =>
      outboxTitle({ ref: { ...ref, id }, title: value }, schema, 'de', words)
    expect(title({ de: 'Nachtzug', en: 'Night train' })).toBe('Nachtzug')
    expect(title({ de: '', en: 'Night train' })).toBe('Night train')
    expect(title({ fr: 'Train de nuit' })).toBe('Train de nuit')
    expect(title(null)).toBe('7')
    expect(title(null, 'tmp_x')).toBe('[general:untitled]')
  })

  it('F63 (part) writes a title that is a date or an option in the words of the language', () => {
    const written = { ...words, formatDate: (iso: string) => `on ${iso.slice(0, 10)}` }
    const say = (field: Parameters<typeof collection>[0][number], value: string) =>
      outboxTitle(
        { ref: { kind: 'collection', slug: 'posts', id: 'tmp_x' }, title: value },
        { ...schema, collections: [collection([field])] },
        'de',
        written,
      )
    expect(say(date('title'), '2026-11-20T01:00:00.000Z')).toBe('on 2026-11-20')
    const named = select('title', ['a'], { options: [{ value: 'a', label: { en: 'First' } }] })
    expect(say(named, 'a')).toBe('First')
  })
})
