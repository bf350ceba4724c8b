import { describe, expect, test } from 'vitest'
import { openDatabase } from '../../../main/store/durability/database.ts'
import type { Db } from '../../../main/store/tables/sql.ts'
import { createStore } from '../../../main/store/store.ts'
import { fieldTypes } from '../../../shared/fields/registry.ts'
import { at, author, de, en, header, note, post, set, site } from './support/site.ts'
import { commit, entriesOf, give, headKeys, leave, send, setUpBench } from './support/bench.ts'
import { outboxOf } from '../../support/whole-outbox.ts'

const bench = setUpBench()

describe('queue', () => {
  test('SY3 edits of one document leave first in, first out, one at a time', () => {
    const { store } = bench
    give(store, post('1'), { title: { en: 'A' }, slug: 'a' })
    const first = commit(store, post('1'), [en('title', 'A', 'B')], 'draft', 'en')
    const second = commit(store, post('1'), [de('title', null, 'Ö')], 'draft', 'de')
    expect(headKeys(store)).toEqual([first])
    expect(store.prepareSend(second)).toBeNull()
    leave(store, first)
    expect(headKeys(store)).toEqual([])
    store.settleSent({
      key: first,
      answer: { data: { id: 1, title: 'B', slug: 'a', updatedAt: at(2) }, locale: 'en' },
    })
    expect(headKeys(store)).toEqual([second])
    expect(store.prepareSend(second)?.request).toMatchObject({ baseUpdatedAt: at(2), body: { title: 'Ö' } })
  })

  test('SY3 documents do not wait for each other', () => {
    const { store } = bench
    give(store, post('1'), { title: { en: 'A' } })
    give(store, post('2'), { title: { en: 'B' } })
    const one = commit(store, post('1'), [en('title', 'A', 'A1')])
    const two = commit(store, post('2'), [en('title', 'B', 'B1')])
    leave(store, one)
    expect(headKeys(store)).toEqual([two])
    store.settleParked({
      key: one,
      problem: { code: 'rejected', message: 'No', status: 400, fields: [], conflicts: [] },
    })
    expect(headKeys(store)).toEqual([two])
  })

  test('SY3 unsent edits of the same kind become one entry, and only those', () => {
    const { store } = bench
    give(store, post('1'), { title: { en: 'A' }, slug: 'a' })
    const first = commit(store, post('1'), [en('title', 'A', 'B')])
    expect(commit(store, post('1'), [en('title', 'B', 'C'), set('slug', 'a', 'c')])).toBe(first)
    expect(entriesOf(store, post('1'))).toMatchObject([
      { key: first, changes: [en('title', 'A', 'C'), set('slug', 'a', 'c')] },
    ])
    leave(store, first)
    const later = commit(store, post('1'), [en('title', 'C', 'D')])
    expect(later).not.toBe(first)
    expect(entriesOf(store, post('1')).map((entry) => entry.state)).toEqual(['sending', 'waiting'])
  })

  test('SY3 what is typed between building a request and its leaving is not taken for sent with it', () => {
    const { store } = bench
    give(store, post('1'), { title: { en: 'A' }, slug: 'a' })
    const key = commit(store, post('1'), [en('title', 'A', 'B')])
    const prepared = store.prepareSend(key)
    const later = commit(store, post('1'), [set('slug', 'a', 'b')])
    store.markSending({ key, request: prepared?.request ?? leave(store, key) })
    store.settleSent({
      key,
      answer: { data: { id: 1, title: 'B', slug: 'a', updatedAt: at(2) }, locale: 'en' },
    })
    expect(store.prepareSend(later)?.request.body).toMatchObject({ slug: 'b' })
  })

  test('SY5 a request that was built before the base moved does not leave', () => {
    const { store } = bench
    give(store, post('1'), { title: { en: 'A' }, tags: ['x'] })
    const key = commit(store, post('1'), [set('tags', ['x'], ['x', 'mine'])])
    const old = store.prepareSend(key)?.request
    give(store, post('1'), { title: { en: 'A' }, tags: ['x', 'theirs'] }, 2)
    if (!old) throw new Error('Nothing was prepared')
    expect(() => store.markSending({ key, request: old })).toThrow(expect.objectContaining({ code: 'busy' }))
    expect(leave(store, key).body?.['tags']).toEqual(expect.arrayContaining(['mine', 'theirs']))
  })

  test('SY3 edits that undo each other leave nothing to send, and the last of them names no entry', () => {
    const { store } = bench
    give(store, post('1'), { title: { en: 'A' } })
    commit(store, post('1'), [en('title', 'A', 'B')])
    const back = { ref: post('1'), mode: 'draft' as const, locale: 'en', changes: [en('title', 'B', 'A')] }
    expect(store.commitDraft(back).key).toBeNull()
    expect(entriesOf(store, post('1'))).toEqual([])
    expect(store.getDocument(post('1'))?.state).toEqual({ kind: 'saved' })
  })

  test('an empty commit queues nothing, an empty publish is an entry of its own', () => {
    const { store } = bench
    give(store, post('1'), { title: { en: 'A' } })
    expect(store.commitDraft({ ref: post('1'), locale: 'en', changes: [], mode: 'draft' })).toMatchObject({
      key: null,
    })
    const key = commit(store, post('1'), [], 'publish')
    expect(store.prepareSend(key)?.request.body).toMatchObject({ _status: 'published' })
  })

  test('a commit to a document that is not here is refused by name', () => {
    const call = (): unknown =>
      bench.store.commitDraft({
        ref: post('9'),
        locale: 'en',
        changes: [set('slug', null, 'x')],
        mode: 'draft',
      })
    expect(call).toThrow(expect.objectContaining({ code: 'no-document' }))
  })

  test('a global goes the same way as a document', () => {
    const { store } = bench
    give(store, header, { motto: 'Up' })
    const key = commit(store, header, [set('motto', 'Up', 'North')], 'save', null)
    expect(store.prepareSend(key)?.request).toMatchObject({ method: 'POST', body: { motto: 'North' } })
    send(store, key, { motto: 'North', updatedAt: at(2) }, null)
    expect(store.getDocument(header)).toMatchObject({
      base: { data: { motto: 'North' }, updatedAt: at(2) },
      entries: [],
    })
  })
})

describe('SY4 crash', () => {
  test('SY4 a request that was under way is unknown after a restart, and leaves again to the letter', () => {
    const { store } = bench
    give(store, post('1'), { title: { en: 'A' } })
    const key = commit(store, post('1'), [en('title', 'A', 'B')])
    const request = leave(store, key)
    bench.reopen()
    expect(entriesOf(bench.store, post('1'))).toMatchObject([{ key, state: 'unknown' }])
    expect(headKeys(bench.store)).toEqual([key])
    expect(bench.store.prepareSend(key)?.request).toEqual(request)
  })

  test('F6 tries that the server could not take are counted, others are not; why it fails stays until it is sent', () => {
    const { store } = bench
    give(store, post('1'), { title: { en: 'A' } })
    const key = commit(store, post('1'), [en('title', 'A', 'B')])
    const problem = { code: 'server-error' as const, message: 'No', status: 500, fields: [], conflicts: [] }
    const entry = () => entriesOf(store, post('1'))[0]
    leave(store, key)
    store.settleRetry({ key, outcomeUnknown: false })
    expect(entry()).toMatchObject({ attempts: 0, problem: null })
    leave(store, key)
    store.settleRetry({ key, outcomeUnknown: true, refused: true })
    expect(entry()).toMatchObject({ state: 'unknown', attempts: 1, problem: null })
    store.settleRetry({ key, outcomeUnknown: false })
    expect(entry()).toMatchObject({ state: 'waiting', attempts: 1 })
    leave(store, key)
    store.settleRetry({ key, outcomeUnknown: false, refused: true, problem })
    leave(store, key)
    store.settleRetry({ key, outcomeUnknown: false })
    expect(entry()).toMatchObject({ state: 'waiting', attempts: 2, problem })
    expect(headKeys(store)).toEqual([key])
  })

  test('SY4 a request that may have arrived keeps its key, one that surely did not is built anew', () => {
    const { store } = bench
    give(store, post('1'), { title: { en: 'A' } })
    const key = commit(store, post('1'), [en('title', 'A', 'B')])
    const first = leave(store, key)
    store.settleRetry({ key, outcomeUnknown: true })
    expect(store.prepareSend(key)?.request).toEqual(first)
    leave(store, key)
    store.settleRetry({ key, outcomeUnknown: false })
    const again = store.prepareSend(key)?.request
    expect(again?.idempotencyKey).not.toBe(first.idempotencyKey)
    expect(again?.body).toEqual(first.body)
  })

  test('SY4 an entry is marked as sending once', () => {
    const { store } = bench
    give(store, post('1'), { title: { en: 'A' } })
    const key = commit(store, post('1'), [en('title', 'A', 'B')])
    const request = leave(store, key)
    expect(() => store.markSending({ key, request })).toThrow(expect.objectContaining({ code: 'busy' }))
    expect(() => store.discard(key)).toThrow(expect.objectContaining({ code: 'refused' }))
  })
})

describe('SY16 what is said of a document', () => {
  test('SY16 each combination has its state', () => {
    const { store } = bench
    give(store, post('1'), { title: { en: 'A' }, slug: 'a' })
    const state = (): unknown => store.getDocument(post('1'))?.state
    expect(state()).toEqual({ kind: 'saved' })
    store.putDraft({ ref: post('1'), changes: [en('title', 'A', 'B')] })
    expect(state()).toEqual({ kind: 'on-this-computer' })
    const key = commit(store, post('1'), [en('title', 'A', 'B')])
    expect(state()).toEqual({ kind: 'waiting', count: 1 })
    store.putDraft({ ref: post('1'), changes: [set('slug', 'a', 'b')] })
    expect(state()).toEqual({ kind: 'waiting', count: 1 })
    leave(store, key)
    expect(state()).toEqual({ kind: 'sending' })
    const problem = { code: 'denied', message: 'No', status: 403, fields: [], conflicts: [] } as const
    store.settleParked({ key, problem: { ...problem, fields: [], conflicts: [] } })
    expect(state()).toMatchObject({ kind: 'failed', problem: { code: 'denied', message: 'No' } })
    store.retry({ key, choices: {} })
    give(store, post('1'), { title: { en: 'Z' }, slug: 'a' }, 5)
    expect(state()).toEqual({ kind: 'conflict', fields: 1 })
    store.discard(key)
    store.discardDraft({ ref: post('1') })
    expect(state()).toEqual({ kind: 'saved' })
  })

  test('SY16 counts say what waits, what is sent and what needs a person, by collection', () => {
    const { store } = bench
    for (const id of ['1', '2', '3', '4']) give(store, post(id), { title: { en: 'A' } })
    give(store, author('1'), { name: 'N' })
    const keys = ['1', '2', '3'].map((id) => commit(store, post(id), [en('title', 'A', 'B')]))
    commit(store, author('1'), [set('name', 'N', 'M')], 'save')
    store.putDraft({ ref: post('4'), changes: [en('title', 'A', 'B')] })
    leave(store, keys[0] ?? '')
    store.settleParked({
      key: keys[1] ?? '',
      problem: { code: 'denied', message: '', status: 403, fields: [], conflicts: [] },
    })
    give(store, post('3'), { title: { en: 'Z' } }, 5)
    expect(store.outboxCounts()).toEqual({
      waiting: 1,
      sending: 1,
      conflict: 1,
      failed: 1,
      failing: 0,
      onThisComputer: 1,
      forms: 0,
      differs: 0,
      bySlug: {
        'collections:posts': { waiting: 2, attention: 2 },
        'collections:authors': { waiting: 1, attention: 0 },
      },
    })
  })

  test('SY10 the list of what waits has each document once, with its title as edited', () => {
    const { store } = bench
    give(store, post('1'), { title: { en: 'A', de: 'Ä' } })
    give(store, note('n'), { title: 'Old' })
    commit(store, post('1'), [en('title', 'A', 'B')])
    commit(store, note('n'), [set('title', 'Old', 'New')], 'save', null)
    commit(store, post('1'), [], 'publish')
    expect(outboxOf(store)).toMatchObject([
      { ref: post('1'), title: { en: 'B', de: 'Ä' }, isNew: false },
      { ref: note('n'), title: 'New', state: { kind: 'waiting', count: 1 } },
    ])
  })
})

test('a thousand entries are found, sent and counted without reading through the whole outbox', () => {
  const { store, database } = bench
  database.db.transaction(() => {
    for (let index = 0; index < 50; index++) give(store, post(String(index)), { title: { en: 'A' } })
  })()
  for (let round = 0; round < 20; round++) {
    const locale = round % 2 === 0 ? 'en' : 'de'
    const from = locale === 'de' && round < 2 ? null : round < 2 ? 'A' : `V${round - 2}`
    for (let index = 0; index < 50; index++) {
      commit(store, post(String(index)), [set('title', from, `V${round}`, locale)], 'draft', locale)
    }
  }
  expect(store.outboxCounts().waiting).toBe(1000)
  expect(store.outboxHeads({ after: 0, limit: 100 })).toHaveLength(50)
  // Every statement of a send, as the store really prepares it.
  bench.database.close()
  bench.database = openDatabase({ file: bench.file })
  const statements = recordStatements(bench.database.db)
  const reopened = createStore({ types: fieldTypes, db: bench.database.db, onEvent: () => undefined })
  reopened.setSchema(site)
  const [head] = reopened.outboxHeads({ after: 0, limit: 100 })
  send(reopened, head?.key ?? '', { id: 0, title: 'V0', updatedAt: at(9) })
  commit(reopened, post('0'), [set('slug', null, 'x')])
  expect(statements.size).toBeGreaterThan(10)
  const plans = [...statements].map((sql) => planOf(bench.database.db, sql))
  // Reading an index alone through is fine, the table with its changes is not.
  expect(plans.filter((plan) => /SCAN (o|outbox|documents)\b(?! USING COVERING INDEX)/.test(plan))).toEqual(
    [],
  )
})

function recordStatements(db: Db): Set<string> {
  const statements = new Set<string>()
  const prepare = db.prepare.bind(db)
  db.prepare = (sql: string) => {
    statements.add(sql)
    return prepare(sql)
  }
  return statements
}

function planOf(db: Db, sql: string): string {
  if (!/^\s*(SELECT|UPDATE|DELETE|INSERT)/.test(sql)) return ''
  const plan = db.prepare(`EXPLAIN QUERY PLAN ${sql.replaceAll('?', "'x'")}`).all()
  return `${sql}\n${JSON.stringify(plan)}`
}
