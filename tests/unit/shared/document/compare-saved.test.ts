import { describe, expect, it } from 'vitest'
import type { Field } from '../../../../shared/cms/schema-model.ts'
import { applyChanges } from '../../../../shared/document/apply.ts'
import type { Change } from '../../../../shared/document/change.ts'
import { compareSaved } from '../../../../shared/document/compare-saved.ts'
import type { Comparison } from '../../../../shared/document/compare-saved.ts'
import { holdsStill, openDifferences, putBack } from '../../../../shared/document/open-differences.ts'
import { fieldTypes as types } from '../../../../shared/fields/registry.ts'
import type { Json, JsonObject } from '../../../../shared/json.ts'
import { rows, set } from '../build-change.ts'
import { array, block, blocks, checkbox, date, relation, richText, text } from '../build-fields.ts'

const fields: Field[] = [
  text('title', { localized: true }),
  text('slug'),
  text('tags', { hasMany: true }),
  text('secret', { hidden: true }),
  checkbox('done'),
  date('day'),
  relation('author', { relationTo: ['authors'] }),
  relation('related', { relationTo: ['posts', 'notes'], polymorphic: true, hasMany: true }),
  richText('body', { localized: true }),
  array('items', [text('label', { localized: true }), text('code'), array('subs', [text('name')])]),
  blocks('layout', [block('hero', [text('heading'), text('inner', { hidden: true })])]),
]

const before: JsonObject = {
  title: { en: 'Old', de: 'Alt' },
  slug: 'old',
  items: [
    { id: 'a', label: { en: 'A' }, code: '1' },
    { id: 'b', label: { en: 'B' }, code: '2' },
  ],
}

/** Compares changes with the server's result of them. */
function compared(
  changes: Change[],
  stored: (sent: JsonObject) => JsonObject,
  { mayRead = () => true, locale = 'en' }: { mayRead?: (path: string) => boolean; locale?: string } = {},
): Comparison {
  const sent = applyChanges(fields, before, changes)
  const sides = { before, sent, saved: stored(sent) }
  return compareSaved({ fields, types }, changes, { sides, locale, mayRead })
}

const asSent = (sent: JsonObject): JsonObject => sent
const withValue =
  (name: string, value: Json) =>
  (sent: JsonObject): JsonObject => ({ ...sent, [name]: value })
const without = (name: string) => (sent: JsonObject) =>
  Object.fromEntries(Object.entries(sent).filter(([key]) => key !== name))
const results = ({ cells }: Comparison): string[] => cells.map(({ result }) => result)

describe('what the server has after a save, compared with what was sent', () => {
  it('F2 what was taken out of a value and is still there is not saved', () => {
    const paragraph = (extra: JsonObject): JsonObject => ({
      root: { children: [{ type: 'paragraph', ...extra }] },
    })
    const old = { ...before, body: { en: paragraph({ indent: 1 }) } }
    const changes = [set('body', paragraph({ indent: 1 }), paragraph({}), 'en')]
    const sides = { before: old, sent: applyChanges(fields, old, changes), saved: old }
    expect(
      results(compareSaved({ fields, types }, changes, { sides, locale: 'en', mayRead: () => true })),
    ).toEqual(['not-saved'])
  })

  it('F2 SY16 is quiet where it was saved as sent', () => {
    const changes = [set('title', 'Old', 'New', 'en'), set('slug', 'old', 'new')]
    expect(compared(changes, asSent)).toEqual({
      cells: [
        { path: 'title', locale: 'en', result: 'saved' },
        { path: 'slug', locale: null, result: 'saved' },
      ],
      differences: [],
      vanished: [],
    })
  })

  it.each<[string, Json, Json]>([
    ['day', '2026-11-20T12:00:00Z', '2026-11-20T13:00:00.000+01:00'],
    ['author', 5, '5'],
    ['related', [{ relationTo: 'posts', value: '7' }], [{ value: 7, relationTo: 'posts' }]],
    ['done', false, null],
    ['slug', '', null],
    ['tags', [], null],
  ])('F2 is quiet where %s is the same to a person: %j and %j', (path, sent, saved) => {
    expect(results(compared([set(path, 'x', sent)], withValue(path, saved)))).toEqual(['saved'])
  })

  it('F2 is quiet about what the server filled in beside what was sent', () => {
    const link = { type: 'link', fields: { url: '/a' } }
    const words = (node: JsonObject): Json => ({ root: { type: 'root', children: [node] } })
    const saved = { en: words({ ...link, id: '65f0', version: 3 }) }
    const changes = [set('body', null, words(link), 'en')]
    expect(results(compared(changes, withValue('body', saved)))).toEqual(['saved'])
    const added = rows('items', ['a', 'b'], ['a', 'b', 'n'], { added: { n: { id: 'n', code: '3' } } })
    const filled = [
      ...(before['items'] as Json[]),
      { id: 'n', code: '3', label: { en: 'made up' } },
      { id: 's' },
    ]
    expect(results(compared([added], withValue('items', filled)))).toEqual(['saved'])
  })

  it('F2 tells another value with both, and the old one or none as not saved', () => {
    const changes = [set('slug', 'old', ' New ')]
    const about = (saved: Json) => compared(changes, withValue('slug', saved)).differences
    const difference = { kind: 'field', path: 'slug', locale: null, sent: ' New ' }
    expect(about('new')).toEqual([{ ...difference, result: 'changed', saved: 'new' }])
    expect(about('old')).toEqual([{ ...difference, result: 'not-saved', saved: 'old' }])
    expect(about(null)).toEqual([{ ...difference, result: 'not-saved', saved: null }])
  })

  it('F2 a value that was cleared and is still there is not saved; a default in its place is another one', () => {
    const about = (saved: Json) =>
      compared([set('slug', 'old', null)], withValue('slug', saved)).differences.map(({ result }) => result)
    expect(about('old')).toEqual(['not-saved'])
    expect(about('untitled')).toEqual(['changed'])
  })

  it('F2 says nothing of other locales than the one that was sent', () => {
    const changes = [set('title', 'Alt', 'Neu', 'de')]
    const same = withValue('title', before['title'] ?? null)
    expect(compared(changes, same, { locale: 'en' }).cells).toEqual([])
    expect(compared(changes, same, { locale: 'de' }).differences).toMatchObject([
      { path: 'title', locale: 'de', result: 'not-saved', sent: 'Neu', saved: 'Alt' },
    ])
  })

  it('F2 calls what cannot be read back sent, and never not saved', () => {
    expect(results(compared([set('secret', null, 'x')], without('secret')))).toEqual(['sent'])
    const changes = [set('slug', 'old', 'new')]
    const mayRead = (path: string): boolean => path !== 'slug'
    expect(compared(changes, without('slug'), { mayRead })).toMatchObject({
      cells: [{ result: 'sent' }],
      differences: [],
    })
    // A returned value is compared, even if it should be unreadable.
    expect(results(compared(changes, withValue('slug', 'other'), { mayRead }))).toEqual(['changed'])
    const row = { id: 'h', blockType: 'hero', heading: 'H', inner: 'x' }
    const added = rows('layout', [], ['h'], { added: { h: row } })
    const saved = [{ id: 'h', blockType: 'hero' }]
    const mayReadBlock = (path: string): boolean => path !== 'layout.hero.heading'
    expect(results(compared([added], withValue('layout', saved), { mayRead: mayReadBlock }))).toEqual([
      'sent',
    ])
    expect(results(compared([added], withValue('layout', saved)))).toEqual(['not-saved'])
    const mayReadLines = (path: string): boolean => !path.startsWith('items')
    const line = rows('items', ['a', 'b'], ['a', 'b', 'n'], { added: { n: { id: 'n', code: '3' } } })
    expect(results(compared([line], without('items'), { mayRead: mayReadLines }))).toEqual(['sent'])
  })

  it('F2 SY13 tells fields that the schema does not have and the server has dropped', () => {
    const changes = [set('oldName', 'a', 'b'), set('items.a.gone', null, 'c'), set('extra', null, 'kept')]
    expect(compared(changes, withValue('oldName', null), {}).vanished).toEqual([changes[0]])
    const dropped = (sent: JsonObject) => ({ ...without('oldName')(sent), items: before['items'] ?? null })
    expect(compared(changes, dropped)).toMatchObject({ differences: [], vanished: [changes[0], changes[1]] })
  })

  describe('in lists', () => {
    const row = { id: 'n', label: { en: 'New', de: 'Neu' }, code: '3' }
    const added = rows('items', ['a', 'b'], ['a', 'n', 'b'], { added: { n: row } })
    const [a, b] = before['items'] as [Json, Json]

    it('F2 tells a row that was not taken, with its content', () => {
      expect(compared([added], withValue('items', [a, b])).differences).toEqual([
        { kind: 'row', path: 'items.n', locale: null, result: 'not-saved', sent: row, saved: null },
      ])
    })

    it('F2 tells the cell of a new row that holds another value', () => {
      const saved = [a, { id: 'n', label: { en: 'New' }, code: '0' }, b]
      expect(compared([added], withValue('items', saved)).differences).toEqual([
        { kind: 'field', path: 'items.n.code', locale: null, result: 'changed', sent: '3', saved: '0' },
      ])
    })

    it('F2 is quiet about a new row that the server keeps under an id of its own', () => {
      const saved = [a, { id: 'server', label: { en: 'New' }, code: '3' }, b]
      expect(compared([added], withValue('items', saved)).differences).toEqual([])
    })

    it('F2 tells a row that was removed and is still there, and an order that was not taken', () => {
      const removed = rows('items', ['a', 'b'], ['b'], { removed: { a: { id: 'a' } } })
      expect(compared([removed], withValue('items', [a, b])).differences).toEqual([
        { kind: 'row', path: 'items.a', locale: null, result: 'not-saved', sent: null, saved: a },
      ])
      const moved = rows('items', ['a', 'b'], ['b', 'a'])
      expect(compared([moved], withValue('items', [a, b])).differences).toEqual([
        {
          kind: 'order',
          path: 'items',
          locale: null,
          result: 'not-saved',
          sent: ['b', 'a'],
          saved: ['a', 'b'],
        },
      ])
    })

    it('F2 tells the whole row where one that was edited is gone', () => {
      const changes = [set('items.a.code', '1', '9')]
      expect(compared(changes, withValue('items', [b])).differences).toEqual([
        {
          kind: 'row',
          path: 'items.a',
          locale: null,
          result: 'not-saved',
          sent: { id: 'a', label: { en: 'A' }, code: '9' },
          saved: null,
        },
      ])
    })
  })
})

describe('a difference', () => {
  const [difference] = compared([set('slug', 'old', 'new')], withValue('slug', 'other')).differences
  if (difference === undefined) throw new Error('nothing differs')
  const after = { ...before, slug: 'other' }

  it('F2 is put back as an edit of what is there', () => {
    expect(putBack(fields, after, [difference])).toEqual([set('slug', 'other', 'new')])
    expect(putBack(fields, { ...before, slug: 'new' }, [difference])).toEqual([])
    const item = { kind: 'field', path: 'items.x.code', locale: null } as const
    expect(putBack(fields, after, [{ ...difference, ...item }])).toEqual([])
  })

  it('F2 is of no account once somebody has written there, or a newer edit waits', () => {
    expect(holdsStill(fields, after, difference)).toBe(true)
    expect(holdsStill(fields, { ...after, slug: 'theirs' }, difference)).toBe(false)
    expect(openDifferences(fields, after, [difference], [])).toEqual([difference])
    expect(openDifferences(fields, after, [difference], [set('title', 'a', 'b', 'en')])).toEqual([difference])
    expect(openDifferences(fields, after, [difference], [set('slug', 'other', 'newer')])).toEqual([])
  })

  it('F2 in a row is of no account once the row goes', () => {
    const inRow = { ...difference, path: 'items.a.code', saved: '1' }
    const removal = rows('items', ['a', 'b'], ['b'], { removed: { a: { id: 'a' } } })
    expect(openDifferences(fields, after, [inRow], [rows('items', ['a', 'b'], ['b', 'a'])])).toEqual([inRow])
    expect(openDifferences(fields, after, [inRow], [removal])).toEqual([])
  })
})
