import { beforeEach, describe, expect, test } from 'vitest'
import type { DocRef } from '../../../shared/cms/doc-ref.ts'
import type { SiteSchema } from '../../../shared/cms/schema-model.ts'
import { invertChange } from '../../../shared/document/change.ts'
import type { Change, RowsChange } from '../../../shared/document/change.ts'
import type { JsonObject } from '../../../shared/json.ts'
import { array, text } from '../shared/build-fields.ts'
import { commit, entriesOf, give, leave, setUpBench, shown } from './support/bench.ts'
import { de, en, header, post, set, site } from './support/site.ts'

const label = text('label', { localized: true })
const items = array('items', [label, array('subs', [text('name', { localized: true })])])
const withItems: SiteSchema = {
  ...site,
  collections: site.collections.map((one) => ({ ...one, fields: [...one.fields, items] })),
  globals: site.globals.map((one) => ({ ...one, fields: [...one.fields, items] })),
}

const bench = setUpBench()
beforeEach(() => bench.store.setSchema(withItems))

const r1 = { id: 'r1', blockType: 'hero', heading: { en: 'First' }, size: 's' }
const r2 = { id: 'r2', blockType: 'hero', heading: { en: 'Second', de: 'Zweite' }, size: 'm' }
const r3 = { id: 'r3', blockType: 'hero', heading: { en: 'Third' }, size: 'l' }
const start = { title: { en: 'A', de: 'Ä' }, layout: [r1, r2, r3] }

type Row = JsonObject & { id: string }

function rows(
  path: string,
  from: string[],
  to: string[],
  { added = [], removed = [] }: { added?: Row[]; removed?: Row[] },
  locale: string | null = null,
): RowsChange {
  const byId = (list: Row[]) => Object.fromEntries(list.map((row) => [row.id, row]))
  return { kind: 'rows', locale, path, from, to, added: byId(added), removed: byId(removed) }
}

const removal = rows('layout', ['r1', 'r2', 'r3'], ['r1', 'r3'], { removed: [r2] })
const copy = { ...r2, id: 'n' }
const duplication = rows('layout', ['r1', 'r2', 'r3'], ['r1', 'r2', 'n', 'r3'], { added: [copy] })

/** Returns the queued changes with their locales. */
function queued(ref: DocRef = post('1')): { locale: string | null; changes: Change[] }[] {
  return entriesOf(bench.store, ref).map(({ locale, changes }) => ({ locale, changes }))
}

function save(changes: Change[], locale: string, ref: DocRef = post('1')): void {
  bench.store.commitDraft({ ref, locale, changes, mode: ref.kind === 'global' ? 'save' : 'draft' })
}

const seen = (ref: DocRef = post('1')): JsonObject => shown(bench.store, ref, withItems).data

describe('a row that comes back while its removal waits', () => {
  beforeEach(() => {
    give(bench.store, post('1'), start)
  })

  test('DM5 it is whole: nothing of another locale is emptied', () => {
    save([removal, de('title', 'Ä', 'Ö')], 'de')
    save([invertChange(removal), de('title', 'Ö', 'Ü')], 'de')
    expect(queued()).toEqual([{ locale: 'de', changes: [de('title', 'Ä', 'Ü')] }])
    expect(seen()).toMatchObject({ ...start, title: { en: 'A', de: 'Ü' } })
  })

  test.each([
    ['de', 'de'],
    ['de', 'en'],
    ['en', 'de'],
  ])('DM5 a removal saved in %s and undone in %s leaves nothing', (first, second) => {
    save([removal], first)
    save([invertChange(removal)], second)
    expect(queued()).toEqual([])
    expect(seen()).toMatchObject(start)
  })

  test('DM5 the same where something of another locale waits behind the removal', () => {
    save([removal, de('title', 'Ä', 'Ö')], 'de')
    save([en('title', 'A', 'B')], 'en')
    save([invertChange(removal)], 'de')
    expect(queued()).toEqual([
      { locale: 'de', changes: [de('title', 'Ä', 'Ö')] },
      { locale: 'en', changes: [en('title', 'A', 'B')] },
    ])
    expect(seen()['layout']).toEqual(start.layout)
  })

  test('DM5 only what is different in it becomes an edit', () => {
    save([removal, de('title', 'Ä', 'Ö')], 'de')
    const other = { ...r2, heading: { en: 'Next', de: 'Zweite' } }
    save([rows('layout', ['r1', 'r3'], ['r1', 'r2', 'r3'], { added: [other] })], 'de')
    expect(queued()).toEqual([
      { locale: 'de', changes: [de('title', 'Ä', 'Ö')] },
      { locale: 'en', changes: [en('layout.r2.heading', 'Second', 'Next')] },
    ])
    expect(seen()['layout']).toEqual([r1, other, r3])
  })

  test('DM5 what was edited in it before it went is there again, and is an edit still', () => {
    save([en('layout.r2.heading', 'Second', 'Next')], 'en')
    const edited = { ...r2, heading: { en: 'Next', de: 'Zweite' } }
    const gone = rows('layout', ['r1', 'r2', 'r3'], ['r1', 'r3'], { removed: [edited] })
    save([gone], 'de')
    save([invertChange(gone)], 'de')
    expect(queued()).toEqual([{ locale: 'en', changes: [en('layout.r2.heading', 'Second', 'Next')] }])
  })

  test('DM5 at another place it was moved, and not made anew', () => {
    save([removal, de('title', 'Ä', 'Ö')], 'de')
    save([rows('layout', ['r1', 'r3'], ['r2', 'r1', 'r3'], { added: [r2] })], 'de')
    expect(queued().map(({ locale }) => locale)).toEqual(['de'])
    expect(queued()[0]?.changes).toContainEqual(rows('layout', ['r1', 'r2', 'r3'], ['r2', 'r1', 'r3'], {}))
    expect(seen()['layout']).toEqual([r2, r1, r3])
  })

  test('DM5 another row that was removed with it stays away', () => {
    save([rows('layout', ['r1', 'r2', 'r3'], ['r1'], { removed: [r2, r3] }), de('title', 'Ä', 'Ö')], 'de')
    save([rows('layout', ['r1'], ['r1', 'r2'], { added: [r2] })], 'de')
    expect(queued()).toEqual([
      {
        locale: 'de',
        changes: expect.arrayContaining([
          rows('layout', ['r1', 'r2', 'r3'], ['r1', 'r2'], { removed: [r3] }),
          de('title', 'Ä', 'Ö'),
        ]),
      },
    ])
    expect(seen()['layout']).toEqual([r1, r2])
  })

  test('DM5 undone, done again and undone again leaves nothing', () => {
    save([removal, de('title', 'Ä', 'Ö')], 'de')
    save([invertChange(removal), de('title', 'Ö', 'Ä')], 'de')
    save([removal, de('title', 'Ä', 'Ö')], 'de')
    expect(queued()).toEqual([{ locale: 'de', changes: [removal, de('title', 'Ä', 'Ö')] }])
    save([invertChange(removal), de('title', 'Ö', 'Ä')], 'de')
    expect(queued()).toEqual([])
  })

  test('DM5 a publish with it finds nothing that was emptied', () => {
    save([removal, de('title', 'Ä', 'Ö')], 'de')
    commit(bench.store, post('1'), [invertChange(removal)], 'publish', 'de')
    expect(entriesOf(bench.store, post('1'))).toMatchObject([
      { mode: 'publish', locale: 'de', changes: [de('title', 'Ä', 'Ö')] },
    ])
  })

  test('DM5 in a list of one locale, with something of another locale in between', () => {
    const words = { de: [{ id: 'w', word: 'Zug' }] }
    give(bench.store, post('2'), { title: { en: 'A' }, words })
    const gone = rows('words', ['w'], [], { removed: words.de }, 'de')
    save([gone], 'de', post('2'))
    save([en('title', 'A', 'B')], 'en', post('2'))
    save([invertChange(gone)], 'de', post('2'))
    expect(queued(post('2'))).toEqual([{ locale: 'en', changes: [en('title', 'A', 'B')] }])
  })

  test('DM2 where the removal is on its way, it is put back in one entry per locale', () => {
    save([removal], 'de')
    leave(bench.store, entriesOf(bench.store, post('1'))[0]?.key ?? '')
    save([invertChange(removal)], 'de')
    expect(queued().map(({ locale }) => locale)).toEqual(['de', 'de', 'en'])
    expect(queued()[0]?.changes).toEqual([removal])
    expect(seen()).toMatchObject(start)
  })

  test('SY3 a removal that is published stays a removal', () => {
    const key = commit(bench.store, post('1'), [removal], 'publish', 'de')
    save([invertChange(removal)], 'de')
    expect(entriesOf(bench.store, post('1'))[0]).toMatchObject({ key, changes: [removal] })
    expect(seen()).toMatchObject(start)
  })
})

describe('a new row that goes again while it waits', () => {
  beforeEach(() => {
    give(bench.store, post('1'), start)
  })

  test('DM5 a copy that is undone leaves nothing in any locale', () => {
    save([duplication], 'de')
    expect(queued().map(({ locale }) => locale)).toEqual(['de', 'en'])
    save([invertChange(duplication)], 'de')
    expect(queued()).toEqual([])
    expect(seen()).toMatchObject(start)
  })

  test('DM5 what was typed into it since goes with it', () => {
    save([duplication, de('title', 'Ä', 'Ö')], 'de')
    save([en('layout.n.heading', 'Second', 'Copy')], 'en')
    const edited = { ...copy, heading: { en: 'Copy', de: 'Zweite' } }
    save([rows('layout', ['r1', 'r2', 'n', 'r3'], ['r1', 'r2', 'r3'], { removed: [edited] })], 'en')
    expect(queued()).toEqual([{ locale: 'de', changes: [de('title', 'Ä', 'Ö')] }])
  })

  test('DM5 done again it is what it was', () => {
    save([duplication], 'de')
    const first = queued()
    save([invertChange(duplication)], 'de')
    save([duplication], 'de')
    expect(queued()).toEqual(first)
  })
})

describe.each([
  ['document', post('1')],
  ['global', header],
] as const)('rows in rows of a %s', (_, ref) => {
  const s1 = { id: 's1', name: { en: 'One', de: 'Eins' } }
  const a = { id: 'a', label: { en: 'Berth', de: 'Koje' }, subs: [s1] }
  const b = { id: 'b', label: { en: 'Seat', de: 'Platz' }, subs: [] }

  beforeEach(() => {
    give(bench.store, ref, { items: [a, b] })
  })

  test('DM5 a row in a row that comes back leaves nothing', () => {
    const gone = rows('items.a.subs', ['s1'], [], { removed: [s1] })
    save([gone, de('items.b.label', 'Platz', 'Sitz')], 'de', ref)
    save([invertChange(gone)], 'de', ref)
    expect(queued(ref)).toEqual([{ locale: 'de', changes: [de('items.b.label', 'Platz', 'Sitz')] }])
    expect(seen(ref)['items']).toMatchObject([a, { id: 'b', label: { en: 'Seat', de: 'Sitz' } }])
  })

  test('DM5 the same where the row around it went and came back, too', () => {
    const gone = rows('items.a.subs', ['s1'], [], { removed: [s1] })
    const around = rows('items', ['a', 'b'], ['b'], { removed: [{ ...a, subs: [] }] })
    save([gone, de('items.b.label', 'Platz', 'Sitz')], 'de', ref)
    save([en('items.b.label', 'Seat', 'Chair')], 'en', ref)
    save([around], 'de', ref)
    save([rows('items', ['b'], ['a', 'b'], { added: [a] })], 'de', ref)
    expect(queued(ref)).toEqual([
      { locale: 'de', changes: [de('items.b.label', 'Platz', 'Sitz')] },
      { locale: 'en', changes: [en('items.b.label', 'Seat', 'Chair')] },
    ])
  })

  test('DM5 a removal beside an edit of what all share, undone in another locale, leaves the edit', () => {
    const gone = rows('items', ['a', 'b'], ['b'], { removed: [a] })
    save(
      [gone, ...(ref.kind === 'global' ? [set('motto', null, 'Up')] : [set('slug', null, 'up')])],
      'de',
      ref,
    )
    save([invertChange(gone)], 'en', ref)
    expect(queued(ref)).toHaveLength(1)
    expect(queued(ref)[0]?.changes).toHaveLength(1)
    expect(seen(ref)['items']).toEqual([a, b])
  })
})
