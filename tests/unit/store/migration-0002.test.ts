import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openDatabase } from '../../../main/store/durability/database.ts'
import { versionOf } from '../../../main/store/durability/migrate.ts'
import { migrations } from '../../../main/store/durability/migrations/all-migrations.ts'
import { initial } from '../../../main/store/durability/migrations/0001-initial.ts'
import { createStore } from '../../../main/store/store.ts'
import type { StoreApi } from '../../../main/store/store-api.ts'
import { parseSiteConfig } from '../../../shared/cms/parse-config.ts'
import type { SiteSchema } from '../../../shared/cms/schema-model.ts'
import { fieldTypes } from '../../../shared/fields/registry.ts'
import type { JsonObject } from '../../../shared/json.ts'
import { give, leave, shown as shownOn } from './support/bench.ts'
import type { EffectiveDocument } from '../../../shared/document/effective.ts'
import type { DocRef } from '../../../shared/cms/doc-ref.ts'
import { at, author, de, en, header, post, set } from './support/site.ts'
import * as v1 from './support/version-1.ts'
import { outboxOf } from '../../support/whole-outbox.ts'

let folder = ''
let file = ''
let opened: { db: Database.Database; close: () => void } | null = null
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'galley-migrate-'))
  file = join(folder, 'store.sqlite')
})
afterEach(() => {
  opened?.close()
  opened = null
  rmSync(folder, { recursive: true })
})

const parsed = parseSiteConfig(fieldTypes, v1.configAnswer)
if (!parsed.ok) throw new Error(parsed.reason.code)
const schema: SiteSchema = parsed.schema

/** A database of version 1, and the store of today over it. */
function migrated(fill: (db: Database.Database) => void, hasConfig = true): StoreApi {
  const old = openDatabase({ file, migrations: [initial] })
  expect(versionOf(old.db)).toBe(1)
  if (hasConfig) v1.putConfig(old.db)
  fill(old.db)
  old.close()
  opened = openDatabase({ file })
  const store = createStore({ types: fieldTypes, db: opened.db, onEvent: () => undefined })
  store.setSchema(schema)
  return store
}

const shown = (store: StoreApi, ref: DocRef): EffectiveDocument => shownOn(store, ref, schema)

/** The columns of the outbox as they are stored, in order. */
function stored(columns: string): unknown[] {
  return opened?.db.prepare(`SELECT ${columns} FROM outbox ORDER BY seq`).all() ?? []
}

const list = (code: string, lines: JsonObject): JsonObject => ({ id: 'c1', blockType: 'list', code, lines })
const hero = (id: string, heading: JsonObject, size = 'wide'): JsonObject => ({
  id,
  blockType: 'hero',
  heading,
  size,
})

const page: JsonObject = {
  id: 1,
  title: { en: 'A', de: 'Ä' },
  slug: 'a',
  layout: [hero('h1', { en: 'One', de: 'Eins' }), hero('h2', { en: 'Two', de: 'Zwei' })],
  meta: { title: { en: 'M' }, score: 1 },
  settings: { color: 'red', motto: { de: 'Nord' } },
  sections: [
    {
      id: 's1',
      name: { en: 'S' },
      content: [list('x', { en: [{ id: 'l1', line: 'one' }], de: [{ id: 'l2', line: 'eins' }] })],
    },
  ],
  body: { root: { children: [] } },
  createdAt: at(0),
  updatedAt: at(1),
}

function fillQueue(db: Database.Database): void {
  v1.putDocument(db, v1.posts('1'), page)
  v1.putDocument(db, ['global', 'header', ''], { motto: 'Up', claim: { en: 'We' }, updatedAt: at(1) })
  v1.putEntry(db, v1.posts('1'), {
    key: 'e1',
    locale: 'en',
    state: 'sending',
    request: v1.REQUEST,
    changes: [v1.set('title', 'A', 'B'), v1.set('slug', 'a', 'b')],
  })
  v1.putEntry(db, ['global', 'header', ''], {
    key: 'g1',
    locale: 'en',
    mode: 'save',
    changes: [v1.set('motto', 'Up', 'North'), v1.set('claim', 'We', 'All')],
  })
  v1.putEntry(db, v1.posts('1'), {
    key: 'e2',
    locale: 'de',
    changes: [
      v1.set('title', 'Ä', 'Ö'),
      v1.set('slug', 'b', 'c'),
      v1.set('meta.title', null, 'Em'),
      v1.set('meta.score', 1, 2),
      v1.set('settings.motto', 'Nord', 'Süd'),
      v1.set('settings.color', 'red', 'blue'),
      v1.set('layout.h1.heading', 'Eins', 'Erstens'),
      v1.set('layout.h2.size', 'wide', 'small'),
      v1.rows('sections.s1.content.c1.lines', ['l2'], ['l2', 'l3'], { l3: { id: 'l3', line: 'drei' } }),
    ],
  })
  v1.putEntry(db, v1.posts('1'), {
    key: 'e3',
    locale: 'en',
    changes: [
      v1.rows('layout', ['h1', 'h2'], ['n1', 'h1'], {
        n1: { id: 'n1', blockType: 'hero', heading: 'New', size: 'wide', note: 'n' },
      }),
      v1.rows('sections', ['s1'], ['s1', 's2'], {
        s2: {
          id: 's2',
          name: 'Second',
          content: [{ id: 'c2', blockType: 'list', code: 'y', lines: [{ id: 'l4', line: 'four' }] }],
        },
      }),
    ],
  })
  v1.putEntry(db, v1.posts('1'), {
    key: 'e4',
    locale: 'de',
    changes: [
      v1.set('layout.n1.heading', null, 'Neu'),
      v1.set('layout.n1.size', 'wide', 'small'),
      v1.set('sections.s2.content.c2.code', 'y', 'z'),
      v1.set('body', { root: { children: [] } }, { root: { children: [{ type: 'text' }] } }),
    ],
  })
  v1.putEntry(db, v1.posts('1'), { key: 'e5', locale: 'en', mode: 'publish', changes: [] })
  v1.putDocument(db, v1.posts('2'), { id: 2, title: { en: 'T' }, createdAt: at(0), updatedAt: at(1) })
  v1.putEntry(db, v1.posts('2'), {
    key: 'u1',
    locale: 'en',
    state: 'unknown',
    request: v1.REQUEST,
    changes: [v1.set('title', 'T', 'U')],
  })
}

/** Changes of an entry as it is stored; what the store makes of it at its start is not in it. */
function changesOf(key: string): unknown {
  const row = opened?.db.prepare('SELECT changes FROM outbox WHERE key = ?').pluck().get(key)
  return JSON.parse(String(row))
}

describe('SY15 DM1 a full outbox of version 1', () => {
  test('SY15 keeps its order, states, requests to the letter, and has a backup', () => {
    const old = openDatabase({ file, migrations: [initial] })
    v1.putConfig(old.db)
    fillQueue(old.db)
    const columns =
      'seq, key, kind, slug, id, is_create, mode, locale, state, attempts, request, created_at, updated_at'
    const before = old.db.prepare(`SELECT ${columns} FROM outbox ORDER BY seq`).all()
    old.close()
    opened = openDatabase({ file })
    expect(stored(columns)).toEqual(before)
    expect(stored('group_id')).toEqual(before.map(() => ({ group_id: null })))
    expect(opened.db.prepare(`SELECT request FROM outbox WHERE key = 'e1'`).pluck().get()).toBe(v1.REQUEST)
    expect(existsSync(join(folder, `store.before-v${migrations.length}.sqlite`))).toBe(true)
    const store = createStore({ types: fieldTypes, db: opened.db, onEvent: () => undefined })
    store.setSchema(schema)
    for (const key of ['e1', 'u1']) {
      expect(store.prepareSend(key)).toMatchObject({
        entry: { state: 'unknown' },
        request: JSON.parse(v1.REQUEST),
      })
    }
  })

  test('SY15 DM1 each change names its locale, none where all locales share the value', () => {
    migrated(fillQueue)
    expect(changesOf('e1')).toEqual([en('title', 'A', 'B'), set('slug', 'a', 'b')])
    expect(changesOf('g1')).toEqual([set('motto', 'Up', 'North'), en('claim', 'We', 'All')])
    expect(changesOf('e2')).toMatchObject([
      de('title', 'Ä', 'Ö'),
      set('slug', 'b', 'c'),
      de('meta.title', null, 'Em'),
      set('meta.score', 1, 2),
      de('settings.motto', 'Nord', 'Süd'),
      set('settings.color', 'red', 'blue'),
      de('layout.h1.heading', 'Eins', 'Erstens'),
      set('layout.h2.size', 'wide', 'small'),
      { kind: 'rows', locale: 'de', path: 'sections.s1.content.c1.lines' },
    ])
    expect(changesOf('e4')).toMatchObject([
      // In rows that the entry before brings.
      de('layout.n1.heading', null, 'Neu'),
      set('layout.n1.size', 'wide', 'small'),
      set('sections.s2.content.c2.code', 'y', 'z'),
      // Blocks in rich text may be localized.
      { path: 'body', locale: 'de' },
    ])
  })

  test('SY15 DM2 new rows have the shape in which they are stored, removed ones are held as they were then', () => {
    migrated(fillQueue)
    expect(changesOf('e2')).toContainEqual({
      kind: 'rows',
      locale: 'de',
      path: 'sections.s1.content.c1.lines',
      from: ['l2'],
      to: ['l2', 'l3'],
      added: { l3: { id: 'l3', line: 'drei' } },
      removed: {},
    })
    expect(changesOf('e3')).toEqual([
      {
        kind: 'rows',
        locale: null,
        path: 'layout',
        from: ['h1', 'h2'],
        to: ['n1', 'h1'],
        added: {
          n1: { id: 'n1', blockType: 'hero', heading: { en: 'New' }, size: 'wide', note: { en: 'n' } },
        },
        // With the edit of the entry before.
        removed: { h2: hero('h2', { en: 'Two', de: 'Zwei' }, 'small') },
      },
      {
        kind: 'rows',
        locale: null,
        path: 'sections',
        from: ['s1'],
        to: ['s1', 's2'],
        added: {
          s2: {
            id: 's2',
            name: { en: 'Second' },
            content: [
              { id: 'c2', blockType: 'list', code: 'y', lines: { en: [{ id: 'l4', line: 'four' }] } },
            ],
          },
        },
        removed: {},
      },
    ])
  })

  test('SY15 DM4 the store shows all of it, and sends one after another without a conflict with oneself', () => {
    const store = migrated(fillQueue)
    const expected = {
      title: { en: 'B', de: 'Ö' },
      slug: 'c',
      meta: { title: { en: 'M', de: 'Em' }, score: 2 },
      settings: { color: 'blue', motto: { de: 'Süd' } },
      layout: [hero('n1', { en: 'New', de: 'Neu' }, 'small'), hero('h1', { en: 'One', de: 'Erstens' })],
      sections: [
        {
          id: 's1',
          content: [
            list('x', {
              en: [{ id: 'l1', line: 'one' }],
              de: [
                { id: 'l2', line: 'eins' },
                { id: 'l3', line: 'drei' },
              ],
            }),
          ],
        },
        { id: 's2', name: { en: 'Second' }, content: [{ code: 'z', lines: { en: [{ id: 'l4' }] } }] },
      ],
    }
    expect(shown(store, post('1')).data).toMatchObject(expected)
    // The first one, whose outcome was not known, has arrived.
    store.settleSent({ key: 'e1', answer: { data: answerOf({ title: 'B', slug: 'b' }, 2), locale: 'en' } })
    // Somebody else's edit beside it.
    const base = store.getDocument(post('1'))?.base.data ?? {}
    give(store, post('1'), { ...base, meta: { title: { en: 'Theirs' }, score: 1 } }, 3)
    expect(store.getDocument(post('1'))?.entries).toMatchObject([
      { key: 'e2', state: 'waiting' },
      { key: 'e3', state: 'waiting' },
      { key: 'e4', state: 'waiting' },
      { key: 'e5', state: 'parked', problem: { code: 'base-moved' } },
    ])
    expect(shown(store, post('1')).data).toMatchObject({
      ...expected,
      meta: { title: { en: 'Theirs', de: 'Em' } },
    })
    expect(leave(store, 'e2')).toMatchObject({
      path: expect.stringContaining('locale=de') as unknown,
      baseUpdatedAt: at(3),
      body: {
        title: 'Ö',
        slug: 'c',
        layout: [
          { id: 'h1', heading: 'Erstens' },
          { id: 'h2', size: 'small' },
        ],
        sections: [{ id: 's1', content: [{ id: 'c1', lines: [{ id: 'l2' }, { id: 'l3', line: 'drei' }] }] }],
      },
    })
  })
})

/** The answer in English to a write of the page. */
function answerOf(values: JsonObject, seconds: number): JsonObject {
  return {
    ...page,
    title: 'A',
    layout: [hero('h1', {}), hero('h2', {})].map((row, index) => ({
      ...row,
      heading: ['One', 'Two'][index] ?? '',
    })),
    meta: { title: 'M', score: 1 },
    settings: { color: 'red' },
    sections: [
      {
        id: 's1',
        name: 'S',
        content: [list('x', {})].map((row) => ({ ...row, lines: [{ id: 'l1', line: 'one' }] })),
      },
    ],
    ...values,
    updatedAt: at(seconds),
  }
}

describe('SY15 SY7 what was parked in version 1', () => {
  function fillParked(db: Database.Database): void {
    // Both sides edited the title; they edited a row that was removed here; they removed one that was edited here.
    v1.putDocument(db, v1.posts('3'), {
      id: 3,
      title: { en: 'Theirs', de: 'Ä' },
      slug: 'theirs',
      layout: [hero('h1', { en: 'Theirs', de: 'Eins' }), hero('h2', { en: 'Two' })],
      createdAt: at(0),
      updatedAt: at(2),
    })
    const view = (id: string, heading: string): JsonObject => ({
      id,
      blockType: 'hero',
      heading,
      size: 'wide',
    })
    v1.putEntry(db, v1.posts('3'), {
      key: 'p1',
      locale: 'en',
      state: 'parked',
      changes: [
        v1.set('title', 'A', 'Mine'),
        v1.set('slug', 'a', 'mine'),
        v1.rows('layout', ['h1', 'h2'], ['h2']),
        v1.set('layout.h9.heading', 'Nine', 'My nine'),
        v1.set('meta.title', null, 'M'),
      ],
      conflicts: [
        { path: 'title', base: 'A', mine: 'Mine', theirs: 'Theirs' },
        { path: 'slug', base: 'a', mine: 'mine', theirs: 'theirs' },
        { path: 'layout.h1', base: view('h1', 'One'), mine: null, theirs: view('h1', 'Theirs') },
        { path: 'layout.h9', base: view('h9', 'Nine'), mine: view('h9', 'My nine'), theirs: null },
      ],
    })
  }

  test('SY15 SY7 stays a conflict with the same sides, in its locale and stored shape, also after the base moves', () => {
    const store = migrated(fillParked)
    const conflicts = [
      { path: 'title', locale: 'en', base: 'A', mine: 'Mine', theirs: 'Theirs' },
      { path: 'slug', locale: null, base: 'a', mine: 'mine', theirs: 'theirs' },
      {
        path: 'layout.h1',
        locale: null,
        base: hero('h1', { de: 'Eins', en: 'One' }),
        mine: null,
        theirs: hero('h1', { en: 'Theirs', de: 'Eins' }),
      },
      {
        path: 'layout.h9',
        locale: null,
        base: hero('h9', { en: 'Nine' }),
        mine: hero('h9', { en: 'My nine' }),
        theirs: null,
      },
    ]
    const entry = () => store.getDocument(post('3'))?.entries[0]
    expect(entry()).toMatchObject({ state: 'parked', problem: { code: 'conflict' } })
    expect(entry()?.problem?.conflicts.toSorted(byPath)).toEqual(conflicts.toSorted(byPath))
    give(store, post('3'), { ...store.getDocument(post('3'))?.base.data, meta: { score: 9 } }, 5)
    expect(entry()?.state).toBe('parked')
    expect(entry()?.problem?.conflicts.toSorted(byPath)).toEqual(conflicts.toSorted(byPath))
  })

  test.each(['mine', 'theirs'] as const)('SY15 SY7 is settled by a person who takes %s', (side) => {
    const store = migrated(fillParked)
    store.retry({ key: 'p1', choices: { title: side, slug: side, 'layout.h1': side, 'layout.h9': side } })
    const { data, draft } = shown(store, post('3'))
    expect(draft.conflicts).toEqual([])
    expect(data).toMatchObject(
      side === 'mine'
        ? {
            title: { en: 'Mine', de: 'Ä' },
            slug: 'mine',
            layout: [hero('h2', { en: 'Two' }), hero('h9', { en: 'My nine' })],
          }
        : {
            title: { en: 'Theirs', de: 'Ä' },
            slug: 'theirs',
            layout: [hero('h1', { en: 'Theirs', de: 'Eins' }), hero('h2', { en: 'Two' })],
          },
    )
    expect(leave(store, 'p1').body).toMatchObject({ meta: { title: 'M' } })
  })
})

const byPath = (a: { path: string }, b: { path: string }): number => (a.path < b.path ? -1 : 1)

describe('SY15 DM1 drafts of version 1', () => {
  test('SY15 DM1 F7 those of three locales become one; what two edited that all share is no conflict with oneself', () => {
    const store = migrated((db) => {
      v1.putDocument(db, v1.posts('1'), page)
      v1.putDocument(db, v1.posts('2'), { id: 2, slug: 'x', createdAt: at(0), updatedAt: at(1) })
      v1.putDraft(db, v1.posts('1'), 'en', 10, [v1.set('title', 'A', 'B'), v1.set('slug', 'a', 'older')])
      v1.putDraft(db, v1.posts('2'), 'en', 15, [v1.set('slug', 'x', 'y')])
      v1.putDraft(db, v1.posts('1'), 'de', 30, [v1.set('slug', 'a', 'newest'), v1.set('title', 'Ä', 'Ö')])
      v1.putDraft(db, v1.posts('1'), 'fr', 20, [v1.set('title', null, 'F')])
    })
    const draft = store.getDocument(post('1'))?.draft
    expect(draft).toEqual({
      changes: [
        en('title', 'A', 'B'),
        set('slug', 'a', 'newest'),
        set('title', null, 'F', 'fr'),
        de('title', 'Ä', 'Ö'),
      ],
      lost: {},
      savedAt: at(30),
    })
    expect(shown(store, post('1')).draft.conflicts).toEqual([])
    // The one that was edited first is in front.
    expect(outboxOf(store).map(({ ref }) => ref)).toEqual([post('1'), post('2')])
    store.commitDraft({ ref: post('1'), locale: 'de', changes: draft?.changes ?? [], mode: 'draft' })
    expect(store.getDocument(post('1'))?.entries).toMatchObject([
      { locale: 'en', state: 'waiting', changes: [en('title', 'A', 'B')] },
      { locale: 'fr', state: 'waiting' },
      { locale: 'de', state: 'waiting', changes: [set('slug', 'a', 'newest'), de('title', 'Ä', 'Ö')] },
    ])
  })

  test('SY15 rows that two locales added, removed and edited come together', () => {
    const store = migrated((db) => {
      v1.putDocument(db, v1.posts('1'), page)
      const added = (id: string, heading: string) => ({ [id]: { id, blockType: 'hero', heading } })
      v1.putDraft(db, v1.posts('1'), 'de', 10, [
        v1.set('layout.h2.size', 'wide', 'gone with the row'),
        v1.set('layout.n1.heading', null, 'Neu'),
        v1.rows('layout', ['h1', 'h2'], ['h1', 'd1', 'h2'], added('d1', 'Deutsch')),
      ])
      v1.putDraft(db, v1.posts('1'), 'en', 20, [
        v1.rows('layout', ['h1', 'h2'], ['n1', 'h1'], added('n1', 'New')),
      ])
    })
    const { data, draft } = shown(store, post('1'))
    expect(draft.conflicts).toEqual([])
    expect(data['layout']).toEqual([
      { id: 'n1', blockType: 'hero', heading: { en: 'New', de: 'Neu' } },
      hero('h1', { en: 'One', de: 'Eins' }),
      { id: 'd1', blockType: 'hero', heading: { de: 'Deutsch' } },
    ])
  })

  test('SY15 F53 a row that a draft took along because somebody removed it is a conflict until it is settled', () => {
    const store = migrated((db) => {
      v1.putDocument(db, v1.posts('1'), page)
      v1.putDraft(db, v1.posts('1'), 'en', 10, [
        v1.rows('layout', ['h1', 'h9', 'h2'], ['h1', 'h9', 'h2'], {
          h9: { id: 'h9', blockType: 'hero', heading: 'My nine', size: 'wide' },
        }),
      ])
    })
    const draft = store.getDocument(post('1'))?.draft
    expect(shown(store, post('1')).draft.conflicts).toMatchObject([{ path: 'layout.h9', theirs: null }])
    const { key } = store.commitDraft({
      ref: post('1'),
      locale: 'en',
      changes: draft?.changes ?? [],
      mode: 'draft',
    })
    expect(store.getDocument(post('1'))?.entries).toMatchObject([
      { state: 'parked', problem: { code: 'conflict' } },
    ])
    store.retry({ key: key ?? '', choices: { 'layout.h9': 'mine' } })
    expect(shown(store, post('1')).data['layout']).toContainEqual(hero('h9', { en: 'My nine' }))
  })
})

describe('SY15 SY8 documents made in version 1', () => {
  test('SY15 SY8 wait for each other as before, and known ids are used', () => {
    const store = migrated((db) => {
      v1.putDocument(db, v1.posts('1'), page)
      v1.putDocument(db, ['collection', 'authors', v1.TEMP], {}, true)
      v1.putDocument(db, v1.posts('tmp_new'), { slug: 'start' }, true)
      v1.putEntry(db, ['collection', 'authors', v1.TEMP], {
        key: 'a1',
        locale: 'en',
        mode: 'save',
        create: true,
        changes: [v1.set('name', null, 'Ada')],
      })
      v1.putEntry(db, v1.posts('1'), {
        key: 'r1',
        locale: 'en',
        changes: [v1.set('author', null, v1.TEMP)],
        waits: [v1.TEMP],
      })
      v1.putEntry(db, v1.posts('tmp_new'), {
        key: 'n1',
        locale: 'de',
        create: true,
        changes: [v1.set('title', null, 'Neu')],
      })
      v1.putDraft(db, v1.posts('tmp_new'), 'de', 5, [v1.set('author', null, v1.TEMP)])
      db.prepare(`INSERT INTO id_map (slug, temp_id, real_id) VALUES ('authors', 'tmp_old', '7')`).run()
    })
    expect(store.resolveId(author('tmp_old'))).toEqual(author('7'))
    expect(store.outboxHeads({ after: 0, limit: 100 }).map(({ key }) => key)).toEqual(['a1', 'n1'])
    expect(store.prepareSend('n1')?.request.body).toMatchObject({ title: 'Neu', slug: 'start' })
    leave(store, 'a1')
    store.settleSent({ key: 'a1', answer: { data: { id: 42, name: 'Ada', updatedAt: at(4) }, locale: 'en' } })
    expect(store.prepareSend('r1')?.request.body).toMatchObject({ author: 42 })
    expect(store.getDocument(post('tmp_new'))?.draft?.changes).toEqual([set('author', null, 42)])
  })
})

test('SY15 without a cached configuration every change has the locale in which it was made, and does no harm', () => {
  const store = migrated(fillQueue, false)
  expect(changesOf('e1')).toEqual([en('title', 'A', 'B'), en('slug', 'a', 'b')])
  expect(opened?.db.prepare(`SELECT request FROM outbox WHERE key = 'e1'`).pluck().get()).toBe(v1.REQUEST)
  expect(shown(store, post('1')).data).toMatchObject({
    title: { en: 'B', de: 'Ö' },
    slug: 'c',
    meta: { title: { en: 'M', de: 'Em' }, score: 2 },
    settings: { color: 'blue', motto: { de: 'Süd' } },
  })
  expect(store.getDocument(header)?.entries).toMatchObject([
    { changes: [{ locale: 'en' }, en('claim', 'We', 'All')] },
  ])
  // Of a field that all locales share nobody knows any more that it was meant for all: a person is asked (SY13).
  expect(leave(store, 'g1').body).toEqual({ claim: 'All' })
  expect(store.getDocument(header)?.entries.map(({ problem }) => problem?.code)).toEqual([
    undefined,
    'field-changed',
  ])
})
