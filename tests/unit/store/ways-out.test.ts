import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { DocRef } from '../../../shared/cms/doc-ref.ts'
import { sameJson, type Json } from '../../../shared/json.ts'
import type { OutboxEntry, Problem, ProblemCode } from '../../../shared/sync/entry.ts'
import {
  draftStateOf,
  entryStateOf,
  waitsForSite,
  waysOut,
  waysOutOf,
  waysOutOfMove,
  type UnsentState,
  type WayOut,
} from '../../../shared/sync/ways-out.ts'
import type { QueuedMove } from '../../../shared/sync/queued-move.ts'
import { problemOf } from '../../../shared/sync/entry.ts'
import type { StoreApi } from '../../../main/store/store-api.ts'
import { StoreError } from '../../../main/store/store-error.ts'
import { author, at, en, post, set, site } from './support/site.ts'
import {
  commit,
  entriesOf,
  give,
  headKeys,
  leave,
  movesOf,
  send,
  setUpBench,
  shown,
} from './support/bench.ts'
import { outboxOf } from '../../support/whole-outbox.ts'

const bench = setUpBench()
const NEW = 'tmp_0f8fad5b-d9cb-469f-a165-70867728950e'
const SECOND = 'tmp_7c9e6679-7425-40de-944b-e07fc1f90ae7'

/** A stuck document, and its entry if it has one. */
type Stuck = { ref: DocRef; key: string | null }

function queued(store: StoreApi, changes = [en('title', 'A', 'Mine')]): Stuck & { key: string } {
  give(store, post('1'), { title: { en: 'A' } })
  return { ref: post('1'), key: commit(store, post('1'), changes) }
}

function parked(code: ProblemCode, more: Partial<Problem> = {}): (store: StoreApi) => Stuck {
  return (store) => {
    const stuck = queued(store)
    leave(store, stuck.key)
    store.settleParked({ key: stuck.key, problem: problemOf(code, more) })
    return stuck
  }
}

const damage = (key: string): void => {
  bench.database.db.prepare(`UPDATE outbox SET changes = '[{"kind":' WHERE key = ?`).run(key)
}

/** Creates a move that waits for a person. */
function stuckMove(store: StoreApi, code: ProblemCode): Stuck {
  give(store, post('1'), { title: { en: 'A' } })
  const near = [{ id: '2', side: 'greater' as const }]
  const { key } = store.moveDocument({ ref: post('1'), move: { field: 'slug', scope: null, near } })
  store.stepMove({ key: key ?? '', step: { type: 'park', problem: problemOf(code) } })
  return { ref: post('1'), key }
}

/** Brings about each state. */
const arise: Record<UnsentState, (store: StoreApi) => Stuck> = {
  draft: (store) => {
    give(store, post('1'), { title: { en: 'A' } })
    store.putDraft({ ref: post('1'), changes: [en('title', 'A', 'Mine')] })
    return { ref: post('1'), key: null }
  },
  new: (store) => {
    const ref = store.createDocument({ slug: 'posts', id: NEW, data: {} })
    store.putDraft({ ref, changes: [en('title', null, 'Mine')] })
    return { ref, key: null }
  },
  deleted: (store) => {
    const stuck = arise.draft(store)
    store.removeBase(stuck.ref)
    return stuck
  },
  waiting: (store) => queued(store),
  sending: (store) => {
    const stuck = queued(store)
    leave(store, stuck.key)
    return stuck
  },
  unknown: (store) => {
    const stuck = arise.sending(store)
    store.settleRetry({ key: stuck.key ?? '', outcomeUnknown: true })
    return stuck
  },
  failing: (store) => {
    const stuck = arise.sending(store)
    const problem = problemOf('server-error', { status: 500, message: 'Something went wrong.' })
    store.settleRetry({ key: stuck.key ?? '', outcomeUnknown: false, problem })
    return stuck
  },
  conflict: (store) => {
    const stuck = queued(store)
    give(store, post('1'), { title: { en: 'Theirs' } }, 2)
    return stuck
  },
  'base-moved': (store) => {
    give(store, post('1'), { title: { en: 'A' } })
    const key = commit(store, post('1'), [], 'publish')
    give(store, post('1'), { title: { en: 'B' } }, 2)
    return { ref: post('1'), key }
  },
  gone: (store) => {
    const stuck = queued(store)
    store.removeBase(post('1'))
    return stuck
  },
  'version-gone': (store) => {
    give(store, post('1'), { title: { en: 'A' } })
    const restores = { versionId: '7', madeAt: at(0), asDraft: false }
    const revision = store.getDocument(post('1'))?.base.updatedAt ?? null
    const made = store.queueRestore({ ref: post('1'), restores, locale: 'en', shown: revision })
    if (typeof made === 'string') throw new Error(made)
    store.settleParked({ key: made.key, problem: problemOf('version-gone') })
    return { ref: post('1'), key: made.key }
  },
  replaced: (store) => {
    const { key } = queued(store)
    give(store, post('1'), { title: { en: 'Another one' }, createdAt: at(8) }, 9)
    const ref = outboxOf(store).find(({ entries }) => entries.some((entry) => entry.key === key))?.ref
    return { ref: ref ?? post('1'), key }
  },
  validation: parked('validation', { fields: [{ path: 'title', message: 'Too short.' }] }),
  denied: parked('denied', { status: 403 }),
  'too-large': parked('too-large', { status: 413 }),
  locked: parked('locked', { status: 423 }),
  'server-error': parked('server-error', { status: 500 }),
  'schema-unread': parked('schema-unread'),
  'outcome-unknown': parked('outcome-unknown'),
  rejected: parked('rejected'),
  'file-missing': parked('file-missing'),
  'password-missing': parked('password-missing'),
  stopped: parked('stopped'),
  'field-gone': parked('field-gone', { fields: [{ path: 'subtitle', message: '' }] }),
  'field-changed': parked('field-changed', { fields: [{ path: 'title', message: '' }] }),
  'locale-gone': parked('locale-gone'),
  'reference-gone': (store) => {
    const named = store.createDocument({ slug: 'authors', id: NEW, data: {} })
    commit(store, named, [set('name', null, 'Ada')], 'save')
    const stuck = queued(store, [set('author', null, NEW)])
    store.discardDocument(named)
    return stuck
  },
  'neighbour-gone': (store) => stuckMove(store, 'neighbour-gone'),
  'no-place-yet': (store) => stuckMove(store, 'no-place-yet'),
  'schema-gone': (store) => {
    const stuck = queued(store)
    store.setSchema({ ...site, collections: site.collections.filter(({ slug }) => slug !== 'posts') })
    store.prepareSend(stuck.key)
    return stuck
  },
  'second-draft': (store) => {
    give(store, author('9'), { name: 'Ada' })
    const made = store.createDocument({ slug: 'authors', id: NEW, data: {} })
    const created = commit(store, made, [set('name', null, 'Ada')], 'save', null)
    store.putDraft({ ref: made, changes: [set('name', 'Ada', 'Ada L.')] })
    store.putDraft({ ref: author('9'), changes: [set('name', 'Ada', 'A. L.')] })
    send(store, created, { id: 9, name: 'Ada', createdAt: at(0), updatedAt: at(1) }, null)
    const [first] = entriesOf(store, author('9'))
    return { ref: author('9'), key: first?.key ?? null }
  },
  broken: (store) => {
    const stuck = queued(store)
    damage(stuck.key)
    return stuck
  },
}

const entryOf = (store: StoreApi, { ref, key }: Stuck): OutboxEntry | undefined =>
  entriesOf(store, ref).find((entry) => entry.key === key)

const moveOf = (store: StoreApi, { ref, key }: Stuck): QueuedMove | undefined =>
  movesOf(store, ref).find((one) => one.key === key)

/** Returns the available actions; undefined: the key is not queued. */
function waysOf(store: StoreApi, stuck: Stuck): readonly WayOut[] | undefined {
  const entry = entryOf(store, stuck)
  if (entry) return waysOutOf(entry)
  const moved = moveOf(store, stuck)
  return moved && waysOutOfMove(moved)
}

function stateOf(store: StoreApi, stuck: Stuck): UnsentState | null {
  const view = store.getDocument(stuck.ref)
  const entry = entryOf(store, stuck) ?? moveOf(store, stuck)
  if (entry) return entryStateOf(entry)
  return view && stuck.key === null && view.draft ? draftStateOf(view) : null
}

const canLeave = (store: StoreApi, key: string | null): void => expect(headKeys(store)).toContain(key)

/** Performs each action and checks its effect in the store. */
const walk: Record<WayOut, (store: StoreApi, stuck: Stuck, state: UnsentState) => void> = {
  wait: (store, stuck, state) => {
    if (state === 'sending') store.freeSending({ underWay: [] })
    if (['schema-gone', 'field-changed', 'locale-gone'].includes(state)) store.setSchema(site)
    if (state === 'field-gone') {
      const posts = site.collections.map((one) =>
        one.slug === 'posts' ? { ...one, fields: [...one.fields, ...subtitle] } : one,
      )
      store.setSchema({ ...site, collections: posts })
    }
    canLeave(store, stuck.key)
  },
  edit: (store, stuck, state) => {
    const change = state === 'reference-gone' ? set('author', NEW, null) : set('slug', null, 'mended')
    store.commitDraft({ ref: stuck.ref, locale: 'en', changes: [change], mode: 'draft' })
    const [first] = entriesOf(store, stuck.ref)
    // Without the reference nothing was left of that edit.
    if (first || state !== 'reference-gone') canLeave(store, first?.key ?? null)
  },
  decide: (store, stuck) => {
    const conflicts = entryOf(store, stuck)?.problem?.conflicts ?? []
    const choices = Object.fromEntries(conflicts.map(({ path }) => [path, 'mine' as const]))
    expect(store.retry({ key: stuck.key ?? '', choices, shown: conflicts })).toEqual({ outcome: 'released' })
    canLeave(store, stuck.key)
  },
  retry: (store, stuck) => {
    store.retry({ key: stuck.key ?? '', choices: {}, shown: [] })
    canLeave(store, stuck.key)
    const entry = entryOf(store, stuck) ?? moveOf(store, stuck)
    // The site's present values are read first.
    if (entry && waitsForSite(entry)) expect(entry).toMatchObject({ state: 'waiting' })
    else expect(entry).toMatchObject({ problem: null })
  },
  // The server grants the lock, and the entry is sent.
  'take-over': (store, stuck, state) => walk.retry(store, stuck, state),
  'create-again': (store, stuck) => {
    const before = shown(store, stuck.ref).data
    const made = store.createAgain({ ref: stuck.ref, id: SECOND, locale: 'en' })
    expect(shown(store, made).data['title']).toEqual(before['title'])
    canLeave(store, entriesOf(store, made)[0]?.key ?? null)
  },
  'take-back-publish': (store, stuck) => {
    const is = entryOf(store, stuck)?.state
    expect(store.takeBackPublish(stuck.key ?? '')).toBe(true)
    const entry = entryOf(store, stuck)
    if (entry?.problem?.code === 'conflict') expect(entry).toMatchObject({ mode: 'draft', state: is })
    else if (entry) {
      expect(entry).toMatchObject({ mode: 'draft', problem: null })
      canLeave(store, stuck.key)
    }
  },
  copy: (store, stuck) => {
    const moved = moveOf(store, stuck)
    if (moved) expect(moved.move).not.toBeNull()
    else
      expect(entryOf(store, stuck) ?? store.getDocument(stuck.ref)?.draft).toMatchObject({
        changes: expect.any(Array),
      })
  },
  export: (store, stuck, state) => {
    if (stuck.key === null) walk.copy(store, stuck, state)
    else expect(store.rawEntry(stuck.key).text).toContain(moveOf(store, stuck) ? '"near' : '"changes"')
  },
  discard: (store, stuck) => {
    if (stuck.key === null) store.discardDocument(stuck.ref)
    else store.discard(stuck.key)
    expect(stateOf(store, stuck)).toBeNull()
  },
}

const subtitle = site.collections
  .flatMap(({ fields }) => fields)
  .flatMap((field) =>
    field.type === 'text' && field.name === 'slug' ? [{ ...field, name: 'subtitle' }] : [],
  )

const states = Object.keys(waysOut) as UnsentState[]

/** Makes it a publish, whose states come about in the same way. */
function asPublish(store: StoreApi, stuck: Stuck): void {
  bench.database.db.prepare(`UPDATE outbox SET mode = 'publish' WHERE key = ?`).run(stuck.key)
  expect(entryOf(store, stuck)).toMatchObject({ mode: 'publish' })
}

/** Returns the content of all tables; the store itself would only read. */
function everything(): Json {
  const { db } = bench.database
  const tables = db.prepare(`SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name`).all() as {
    name: string
  }[]
  return tables.map(({ name }) => [name, JSON.stringify(db.prepare(`SELECT * FROM "${name}"`).all())])
}

/**
 * The store operations that a person may request, whatever the screen shows. True: the store says it is done.
 * Waiting, copying and exporting change nothing, and an edit is a save, so they are absent.
 */
const ask: Partial<Record<WayOut, (store: StoreApi, stuck: Stuck & { key: string }) => boolean>> = {
  decide: (store, { key }) =>
    isDone(() => store.retry({ key, choices: { title: 'mine' } }).outcome === 'released'),
  retry: (store, { key }) => isDone(() => store.retry({ key, choices: {} }).outcome === 'released'),
  'take-back-publish': (store, { key }) => store.takeBackPublish(key),
  discard: (store, { key }) => isDone(() => store.discard(key) === null),
}

function isDone(act: () => boolean): boolean {
  try {
    return act()
  } catch (error) {
    expect(error).toMatchObject({ name: 'StoreError' })
    expect(['refused', 'incomplete-choices']).toContain(error instanceof StoreError ? error.code : null)
    return false
  }
}

describe('F5 every state has a way out', () => {
  test.each(states)('%s', (state) => {
    expect(waysOut[state].length).toBeGreaterThan(0)
    expect(stateOf(bench.store, arise[state](bench.store))).toBe(state)
  })

  test.each(states.flatMap((state) => waysOut[state].map((way) => [state, way] as const)))(
    '%s: %s',
    (state, way) => {
      const stuck = arise[state](bench.store)
      if (way === 'take-back-publish') asPublish(bench.store, stuck)
      expect(waysOf(bench.store, stuck) ?? waysOut[state]).toContain(way)
      walk[way](bench.store, stuck, state)
    },
  )

  const entryStates = states.filter((state) => !['draft', 'new', 'deleted'].includes(state))
  const asked = Object.keys(ask) as WayOut[]

  /** True if the result, and any change, match the table. */
  function isAsTabled(state: UnsentState, way: WayOut, isPublish: boolean): boolean {
    const { store } = bench
    const { ref, key } = arise[state](store)
    if (key === null) throw new Error('no entry')
    if (isPublish) asPublish(store, { ref, key })
    const entry = entryOf(store, { ref, key }) ?? moveOf(store, { ref, key })
    const mayBe = waysOf(store, { ref, key })?.includes(way) ?? false
    const before = everything()
    const done = ask[way]?.(store, { ref, key })
    // A retry does not stop an entry that is sent anyway.
    const goesAnyway = way === 'retry' && entry?.state !== 'parked'
    return (goesAnyway || done === mayBe) && mayBe !== sameJson(everything(), before)
  }

  test.each(entryStates.flatMap((state) => asked.map((way) => [state, way] as const)))(
    'F85 %s: %s is done where it stands in the table, and refused where it does not',
    (state, way) => expect(isAsTabled(state, way, false)).toBe(true),
  )

  test.each(entryStates.filter((state) => state !== 'neighbour-gone' && state !== 'no-place-yet'))(
    'F85 %s: a publish is taken back where that stands in the table',
    (state) => expect(isAsTabled(state, 'take-back-publish', true)).toBe(true),
  )

  test.each(entryStates)(
    'F85 %s: an edit of many is queued where something can be edited, and leaves the rest as it is',
    (state) => {
      const { store } = bench
      const { ref, key } = arise[state](store)
      if (ref.kind === 'global') throw new Error('no collection')
      const entry = entryOf(store, { ref, key })
      // A sending or unknown entry is followed by later edits; a move holds back no content.
      const follows = entry === undefined || entry.state === 'sending' || entry.state === 'unknown'
      const mayBe = follows || (entry !== undefined && waysOutOf(entry).includes('edit'))
      const before = everything()
      const values = [{ path: 'slug', locale: null, value: 'of-many' }]
      const input = {
        slug: ref.slug,
        ids: [ref.id],
        locale: 'en',
        mode: 'draft' as const,
        values,
        where: null,
        mayCreate: false,
      }
      const { queued: done } = store.editMany(input)
      expect([done.length > 0 && !mayBe, done.length === 0 && !sameJson(everything(), before)]).toEqual([
        false,
        false,
      ])
    },
  )

  test('F85 a choice for theirs does not let mine go where it is no conflict any more', () => {
    const { store } = bench
    const { key } = arise.conflict(store)
    const conflicts = store.getEntry(key ?? '')?.problem?.conflicts ?? []
    give(store, post('1'), { title: { en: 'A' } }, 3)
    const input = { key: key ?? '', choices: { title: 'theirs' as const }, shown: conflicts }
    expect(store.retry(input)).toEqual({ outcome: 'changed' })
  })

  test('F85 a publish that may have arrived and is tried again is not taken back', () => {
    const { store } = bench
    const stuck = arise.unknown(store)
    asPublish(store, stuck)
    const entry = entryOf(store, stuck)
    const failing = entry && { ...entry, problem: problemOf('server-error') }
    expect(failing && waysOutOf(failing)).not.toContain('take-back-publish')
  })

  test('F85 a document of which something is on its way is not given up, nor copied away', () => {
    const { store } = bench
    const stuck = arise.sending(store)
    const before = everything()
    expect(() => store.discardDocument(stuck.ref)).toThrow(expect.objectContaining({ code: 'refused' }))
    expect(everything()).toEqual(before)
  })

  test('F85 what is tried again at this moment is on its way: nothing can be given up of it', () => {
    const { store } = bench
    const { key, ref } = queued(store)
    leave(store, key)
    store.settleRetry({ key, outcomeUnknown: false, problem: problemOf('server-error', { status: 500 }) })
    leave(store, key)
    const entry = entriesOf(store, ref).find((one) => one.key === key)
    expect(entry && waysOutOf(entry)).toEqual(['wait', 'copy', 'export'])
  })

  test('F85 a creation whose outcome nobody knows does not become another one by “Don’t publish yet”', () => {
    const { store } = bench
    const ref = store.createDocument({ slug: 'posts', id: NEW, data: {} })
    const key = commit(store, ref, [en('title', null, 'Mine')], 'publish')
    leave(store, key)
    store.settleParked({ key, problem: problemOf('outcome-unknown') })
    expect(store.takeBackPublish(key)).toBe(false)
    expect(headKeys(store)).toEqual([])
  })

  test('F5 what has nothing to edit, or cannot be made, is not offered that', () => {
    const { store } = bench
    give(store, post('1'), { title: { en: 'A' } })
    commit(store, post('1'), [], 'delete')
    const [deletion] = entriesOf(store, post('1'))
    expect(deletion && waysOutOf(deletion)).toEqual(['wait', 'copy', 'export', 'discard'])
    expect(deletion && waysOutOf({ ...deletion, state: 'parked', problem: problemOf('denied') })).toEqual([
      'retry',
      'copy',
      'export',
      'discard',
    ])
  })

  test('F5 what waits for somebody else’s lock can be taken over, also while it is tried again', () => {
    const { store } = bench
    const { key, ref } = queued(store)
    const entry = entriesOf(store, ref).find((one) => one.key === key)
    expect(entry && waysOutOf({ ...entry, problem: problemOf('locked') })).toContain('take-over')
    expect(entry && waysOutOf({ ...entry, problem: problemOf('server-error') })).not.toContain('take-over')
  })

  test('F5 the page on sync names every state, and no other', () => {
    const page = readFileSync(new URL('../../../docs/sync.md', import.meta.url), 'utf8')
    const table = page.slice(page.indexOf('## States and ways out'), page.indexOf('## Who does what'))
    const named = [...table.matchAll(/^\| `([a-z-]+)`/gm)].map(([, state = '']) => state)
    expect(new Set(named)).toEqual(new Set(states))
  })
})
