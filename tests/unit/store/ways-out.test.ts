import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { DocRef } from '../../../shared/cms/doc-ref.ts'
import type { OutboxEntry, Problem, ProblemCode } from '../../../shared/sync/entry.ts'
import {
  draftStateOf,
  entryStateOf,
  waysOut,
  waysOutOf,
  type UnsentState,
  type WayOut,
} from '../../../shared/sync/ways-out.ts'
import { problemOf } from '../../../main/store/problems.ts'
import type { StoreApi } from '../../../main/store/store-api.ts'
import { author, at, en, post, set, site } from './support/site.ts'
import { commit, entriesOf, give, headKeys, leave, send, setUpBench, shown } from './support/bench.ts'
import { outboxOf } from '../../support/whole-outbox.ts'

const bench = setUpBench()
const NEW = 'tmp_0f8fad5b-d9cb-469f-a165-70867728950e'
const SECOND = 'tmp_7c9e6679-7425-40de-944b-e07fc1f90ae7'

/** What is stuck: the document, and the entry where one has it. */
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

/** A move that waits for a person. */
function stuckMove(store: StoreApi, code: ProblemCode): Stuck {
  give(store, post('1'), { title: { en: 'A' } })
  const near = [{ id: '2', side: 'greater' as const }]
  const { key } = store.moveDocument({ ref: post('1'), move: { field: 'slug', scope: null, near } })
  store.settleParked({ key: key ?? '', problem: problemOf(code) })
  return { ref: post('1'), key }
}

/** How each state comes to be. */
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
    store.settleRetry({ key: stuck.key ?? '', outcomeUnknown: true, problem })
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
  'outcome-unknown': parked('outcome-unknown'),
  rejected: parked('rejected'),
  'file-missing': parked('file-missing'),
  'password-missing': parked('password-missing'),
  stopped: parked('stopped'),
  'field-gone': parked('field-gone', { fields: [{ path: 'subtitle', message: '' }] }),
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

function stateOf(store: StoreApi, stuck: Stuck): UnsentState | null {
  const view = store.getDocument(stuck.ref)
  const entry = entryOf(store, stuck)
  if (entry) return entryStateOf(entry)
  return view && stuck.key === null && view.draft ? draftStateOf(view) : null
}

const canLeave = (store: StoreApi, key: string | null): void => expect(headKeys(store)).toContain(key)

/** That a way out is one: what can be seen of it in the store. */
const walk: Record<WayOut, (store: StoreApi, stuck: Stuck, state: UnsentState) => void> = {
  wait: (store, stuck, state) => {
    if (state === 'sending') store.freeSending({ underWay: [] })
    if (state === 'schema-gone') store.setSchema(site)
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
    expect(entryOf(store, stuck)).toMatchObject({ problem: null })
  },
  // The server gives the lock, and it goes.
  'take-over': (store, stuck, state) => walk.retry(store, stuck, state),
  'create-again': (store, stuck) => {
    const before = shown(store, stuck.ref).data
    const made = store.createAgain({ ref: stuck.ref, id: SECOND, locale: 'en' })
    expect(shown(store, made).data['title']).toEqual(before['title'])
    canLeave(store, entriesOf(store, made)[0]?.key ?? null)
  },
  copy: (store, stuck) => {
    expect(entryOf(store, stuck) ?? store.getDocument(stuck.ref)?.draft).toMatchObject({
      changes: expect.any(Array),
    })
  },
  export: (store, stuck, state) => {
    if (stuck.key === null) walk.copy(store, stuck, state)
    else expect(store.rawEntry(stuck.key).text).toContain('"changes"')
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

describe('F5 every state has a way out', () => {
  test.each(states)('%s', (state) => {
    expect(waysOut[state].length).toBeGreaterThan(0)
    expect(stateOf(bench.store, arise[state](bench.store))).toBe(state)
  })

  test.each(states.flatMap((state) => waysOut[state].map((way) => [state, way] as const)))(
    '%s: %s',
    (state, way) => {
      const stuck = arise[state](bench.store)
      const entry = entryOf(bench.store, stuck)
      expect(entry ? waysOutOf(entry) : waysOut[state]).toContain(way)
      walk[way](bench.store, stuck, state)
    },
  )

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
