import { describe, expect, it } from 'vitest'
import type { Change, RowsChange } from '../../../../shared/document/change.ts'
import type { Json, JsonObject } from '../../../../shared/json.ts'
import type { OutboxEntry, Problem, WriteMode } from '../../../../shared/sync/entry.ts'
import {
  coalesceInto,
  coalescesWith,
  documentState,
  rebaseQueue,
  waitsFor,
} from '../../../../shared/sync/queue.ts'
import { buildEntry } from '../build-entry.ts'
import { richSchema as fields } from '../build-fields.ts'
import { fieldTypes } from '../../../../shared/fields/registry.ts'

const schema = { fields, types: fieldTypes }

const set = (path: string, from: Json, to: Json): Change => ({
  kind: 'set',
  locale: path === 'title' ? 'en' : null,
  path,
  from,
  to,
})
const order = (from: string[], to: string[]): RowsChange => ({
  kind: 'rows',
  locale: null,
  path: 'items',
  from,
  to,
  added: {},
  removed: {},
})
const problem = (code: Problem['code']): Problem => ({
  code,
  message: '',
  status: null,
  fields: [],
  conflicts: [],
})

const entry = (more: Partial<OutboxEntry> = {}): OutboxEntry =>
  buildEntry({ ref: { kind: 'collection', slug: 'posts', id: '12' }, ...more })

describe('coalescing', () => {
  type Case = [last: WriteMode, next: WriteMode, create: boolean, joined: WriteMode | null]
  const modes: WriteMode[] = ['save', 'draft', 'autosave', 'publish', 'publish-locale', 'unpublish', 'delete']
  const joins: Case[] = [
    ['save', 'save', false, 'save'],
    ['draft', 'draft', false, 'draft'],
    ['autosave', 'autosave', false, 'autosave'],
    ['autosave', 'draft', false, 'draft'],
    ['draft', 'publish', false, 'publish'],
    ['autosave', 'publish', false, 'publish'],
    ['draft', 'publish-locale', false, 'publish-locale'],
    ['autosave', 'publish-locale', false, 'publish-locale'],
    ['save', 'save', true, 'save'],
    ['draft', 'draft', true, 'draft'],
    ['draft', 'autosave', true, 'draft'],
    ['autosave', 'autosave', true, 'autosave'],
    ['autosave', 'draft', true, 'draft'],
    ['draft', 'publish', true, 'publish'],
    ['draft', 'publish-locale', true, 'publish-locale'],
    ['autosave', 'publish-locale', true, 'publish-locale'],
    ['autosave', 'publish', true, 'publish'],
  ]
  const joinedBy = (last: WriteMode, next: WriteMode, create: boolean): WriteMode | null => {
    const before = entry({ mode: last, create })
    const write = { mode: next, locale: 'en', changes: [] }
    return coalescesWith(before, write) ? coalesceInto(fields, {}, before, write).mode : null
  }

  it.each(joins)('SY3 %s and then %s (new: %s) becomes one %s', (last, next, create, joined) => {
    expect(joinedBy(last, next, create)).toBe(joined)
  })

  it('SY3 no other kinds join, and nothing joins a publish, an unpublish or a deletion', () => {
    for (const last of modes) {
      for (const next of modes) {
        if (joins.some(([a, b, create]) => a === last && b === next && !create)) continue
        expect([last, next, joinedBy(last, next, false)]).toEqual([last, next, null])
      }
    }
    for (const last of ['publish', 'unpublish', 'delete'] as const) {
      for (const next of modes) expect(joinedBy(last, next, true)).toBeNull()
    }
  })

  it('SY3 only what has not left and stands in the same locale joins', () => {
    for (const state of ['sending', 'unknown', 'parked'] as const) {
      expect(coalescesWith(entry({ state }), { mode: 'draft', locale: 'en' })).toBe(false)
    }
    expect(coalescesWith(entry(), { mode: 'draft', locale: 'de' })).toBe(false)
    expect(coalescesWith(entry(), { mode: 'draft', locale: null })).toBe(false)
  })

  it('SY3 the joined entry holds both edits', () => {
    const last = entry({ changes: [set('slug', 'a', 'b')], waitsFor: [] })
    const next = {
      mode: 'draft' as const,
      locale: 'en',
      changes: [set('slug', 'b', 'c'), set('related', null, ['tmp_1'])],
    }
    expect(coalesceInto(fields, {}, last, next)).toEqual({
      mode: 'draft',
      changes: [set('slug', 'a', 'c'), set('related', null, ['tmp_1'])],
    })
  })
})

describe('re-basing a queue', () => {
  const base: JsonObject = {
    title: { en: 'Night train' },
    slug: 's',
    items: [
      { id: 'a', qty: 2 },
      { id: 'b', qty: 4 },
    ],
  }
  const moved = (more: JsonObject): JsonObject => ({ ...base, ...more })
  const rebase = (entries: OutboxEntry[], newBase: JsonObject, foreign = true) =>
    rebaseQueue(schema, newBase, entries, { foreign, before: base, adjusted: [] })

  it('SY5 entries keep what is not on the server yet, those that are already applied end', () => {
    const first = entry({ key: 'k1', changes: [set('slug', 's', 't')] })
    const second = entry({ key: 'k2', changes: [set('slug', 't', 'u'), set('title', 'Night train', 'x')] })
    const { entries, ended } = rebase([first, second], moved({ slug: 't' }))
    expect(ended).toEqual(['k1'])
    expect(entries).toEqual([second])
  })

  it('SY7 a conflict parks its entry, and what follows it still starts from it', () => {
    const first = entry({ key: 'k1', changes: [set('slug', 's', 'mine')] })
    const second = entry({ key: 'k2', changes: [set('slug', 'mine', 'mine2')] })
    const { entries } = rebase([first, second], moved({ slug: 'theirs' }))
    expect(entries).toMatchObject([
      {
        key: 'k1',
        state: 'parked',
        changes: first.changes,
        problem: {
          code: 'conflict',
          conflicts: [{ path: 'slug', base: 's', mine: 'mine', theirs: 'theirs' }],
        },
      },
      { key: 'k2', state: 'waiting', problem: null },
    ])
  })

  it('SY7 a conflict that went away by itself waits again', () => {
    const parked = entry({
      state: 'parked',
      problem: problem('conflict'),
      changes: [set('slug', 's', 'mine')],
    })
    expect(rebase([parked], moved({ title: { en: 'x' } })).entries).toMatchObject([
      { state: 'waiting', problem: null },
    ])
  })

  it('SY10 an entry parked for another reason stays parked', () => {
    const parked = entry({
      state: 'parked',
      problem: problem('validation'),
      changes: [set('slug', 's', 'mine')],
    })
    expect(rebase([parked], moved({ title: { en: 'x' } })).entries).toEqual([parked])
  })

  it('SY7 a conflict over a row that I removed stands when the base moves again elsewhere', () => {
    const removed = { a: { id: 'a', qty: 2 } }
    const removal: Change = { ...order(['a', 'b'], ['b']), removed }
    const theirs = moved({
      items: [
        { id: 'a', qty: 9 },
        { id: 'b', qty: 4 },
      ],
    })
    const [parked] = rebase([entry({ changes: [removal] })], theirs).entries
    expect(parked).toMatchObject({
      state: 'parked',
      problem: { conflicts: [{ path: 'items.a', mine: null }] },
    })
    const later = { ...theirs, slug: 'elsewhere' }
    const again = rebaseQueue(schema, later, parked ? [parked] : [], {
      foreign: true,
      before: theirs,
      adjusted: [],
    })
    expect(again.entries).toMatchObject([{ state: 'parked', problem: { conflicts: [{ path: 'items.a' }] } }])
    const back = rebaseQueue(schema, base, again.entries, { foreign: true, before: later, adjusted: [] })
    expect(back.entries).toMatchObject([{ state: 'waiting', problem: null }])
  })

  it('SY7 a row that they removed and I edit parks its entry, and what follows still finds its row', () => {
    const first = entry({ key: 'k1', changes: [set('items.a.qty', 2, 3)] })
    const second = entry({ key: 'k2', changes: [set('items.a.qty', 3, 4)] })
    const theirs = moved({ items: [{ id: 'b', qty: 4 }] })
    const { entries } = rebase([first, second], theirs)
    expect(entries).toMatchObject([
      {
        state: 'parked',
        problem: {
          conflicts: [{ path: 'items.a', base: { qty: 2 }, mine: { id: 'a', qty: 3 }, theirs: null }],
        },
      },
      { key: 'k2', state: 'waiting', problem: null, changes: second.changes },
    ])
    const again = rebaseQueue(schema, { ...theirs, slug: 'x' }, entries, {
      foreign: true,
      before: theirs,
      adjusted: [],
    })
    expect(again.entries).toEqual(entries)
  })

  it('SY6 DM4 a value that the server stored differently than it was sent is no conflict', () => {
    const later = entry({ changes: [set('slug', ' s ', 'mine')] })
    const adjusted = [{ locale: null, path: 'slug', sent: ' s ', stored: 's' }]
    const result = rebaseQueue(schema, base, [later], { foreign: true, before: base, adjusted })
    expect(result.entries).toEqual([{ ...later, changes: [set('slug', 's', 'mine')] }])
  })

  it.each(['publish', 'unpublish', 'delete'] as const)(
    'SY12 a waiting %s asks when somebody else moved the base',
    (mode) => {
      const { entries } = rebase([entry({ mode, changes: [] })], moved({ slug: 'theirs' }))
      expect(entries).toMatchObject([{ state: 'parked', problem: { code: 'base-moved' } }])
      expect(rebase([entry({ mode })], moved({ slug: 'own' }), false).entries).toMatchObject([
        { state: 'waiting' },
      ])
    },
  )

  it('SY4 an entry that is being sent, or whose outcome is not known, is left as it is', () => {
    for (const state of ['sending', 'unknown'] as const) {
      const sent = entry({ state, changes: [set('slug', 's', 'mine')] })
      expect(rebase([sent], moved({ slug: 'mine' })).entries).toEqual([sent])
    }
  })
})

describe('the state of a document', () => {
  const conflict = {
    ...problem('conflict'),
    conflicts: [{ locale: null, path: 'a', base: 1, mine: 2, theirs: 3 }],
  }
  const parkedConflict = entry({ state: 'parked', problem: conflict })
  const failed = entry({ state: 'parked', problem: problem('validation') })
  const sending = entry({ state: 'sending' })

  it('SY16 says the most urgent: conflict, failed, sending, waiting, on this computer, saved', () => {
    const all = [entry(), sending, failed, parkedConflict]
    expect(documentState(all, { hasDraft: true, isNew: false, isGone: false, differences: [] })).toEqual({
      kind: 'conflict',
      fields: 1,
    })
    expect(
      documentState([entry(), sending, failed], {
        hasDraft: true,
        isNew: false,
        isGone: false,
        differences: [],
      }),
    ).toMatchObject({ kind: 'failed' })
    expect(
      documentState([entry(), sending], { hasDraft: true, isNew: false, isGone: false, differences: [] }),
    ).toEqual({
      kind: 'sending',
    })
    expect(
      documentState([entry(), entry({ state: 'unknown' })], {
        hasDraft: true,
        isNew: false,
        isGone: false,
        differences: [],
      }),
    ).toEqual({
      kind: 'waiting',
      count: 2,
    })
    expect(documentState([], { hasDraft: true, isNew: false, isGone: false, differences: [] })).toEqual({
      kind: 'on-this-computer',
    })
    expect(documentState([], { hasDraft: false, isNew: true, isGone: false, differences: [] })).toEqual({
      kind: 'on-this-computer',
    })
    expect(documentState([], { hasDraft: false, isNew: false, isGone: false, differences: [] })).toEqual({
      kind: 'saved',
    })
  })
})

describe('temporary ids in changes', () => {
  it('SY8 an entry waits for the other new documents that it refers to, not for itself', () => {
    const changes: Change[] = [
      set('related', 'tmp_old', [{ relationTo: 'posts', value: 'tmp_1' }]),
      { ...order([], ['r']), added: { r: { id: 'r', qty: 'tmp_2' } } },
      set('slug', null, 'tmp_self'),
    ]
    expect(waitsFor(changes, 'tmp_self')).toEqual(['tmp_1', 'tmp_2'])
  })
})
