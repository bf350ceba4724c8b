import { cpSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  exportUnsent,
  keepOnlyUnsent,
  surveyAccounts,
} from '../../../main/store/durability/account-folder.ts'
import { readUnsentCopy, writeUnsentCopy } from '../../../main/store/durability/unsent-copy.ts'
import { countUnsent } from '../../../main/store/durability/unsent-rows.ts'
import { countInOutbox, countUnsent as countAll } from '../../../shared/sync/unsent.ts'
import type { TypedInput } from '../../../shared/document/typed-input.ts'
import { outboxOf } from '../../support/whole-outbox.ts'
import { entriesOf, give, send, setUpBench } from './support/bench.ts'
import { at, author, en, post, set } from './support/site.ts'

const bench = setUpBench()

const number: TypedInput = {
  kind: 'text',
  path: 'meta.score',
  locale: null,
  text: '1e',
  error: { key: 'validation:enterNumber' },
}
const german: TypedInput = { kind: 'text', path: 'title', locale: 'de', text: '{', error: { key: 'k' } }
const drawer = (content: TypedInput & { kind: 'drawer' }): TypedInput => content
const typedOf = (id: string) => bench.store.getDocument(post(id))?.draft?.typed

test('F83 what is no value yet is on disk as it was typed, in each locale, and ends where nothing is typed', () => {
  give(bench.store, post('1'), { slug: 'a' })
  bench.store.putDraft({ ref: post('1'), changes: [], typed: [number, german] })
  bench.reopen()
  expect(typedOf('1')).toEqual([number, german])
  expect(bench.store.getDocument(post('1'))?.state).toEqual({ kind: 'on-this-computer' })
  bench.store.putDraft({ ref: post('1'), changes: [], typed: [] })
  expect(bench.store.getDocument(post('1'))).toMatchObject({ draft: null, state: { kind: 'saved' } })
})

test('F83 a save leaves in the draft what it cannot send', () => {
  give(bench.store, post('1'), { title: { en: 'A' } })
  const changes = [en('title', 'A', 'B')]
  bench.store.putDraft({ ref: post('1'), changes, typed: [number] })
  const { key } = bench.store.commitDraft({ ref: post('1'), locale: 'en', changes, mode: 'draft' })
  expect(bench.store.getDocument(post('1'))?.draft).toMatchObject({ changes: [], typed: [number] })
  send(bench.store, key ?? '', { id: 1, title: 'B', updatedAt: '2026-01-01T00:00:09.000Z' })
  expect(typedOf('1')).toEqual([number])
  expect(entriesOf(bench.store, post('1'))).toEqual([])
})

test('F83 the next start sends what autosave would have sent, and leaves the rest in the draft', () => {
  give(bench.store, post('1'), { title: { en: 'A' } })
  give(bench.store, post('2'), { title: { en: 'A' } })
  bench.store.putDraft({ ref: post('1'), changes: [en('title', 'A', 'B')], typed: [number] })
  bench.store.putDraft({ ref: post('2'), changes: [], typed: [number] })
  bench.reopen()
  bench.store.commitLeftDrafts()
  expect(entriesOf(bench.store, post('1'))).toHaveLength(1)
  expect(entriesOf(bench.store, post('2'))).toEqual([])
  expect([typedOf('1'), typedOf('2')]).toEqual([[number], [number]])
})

test('F83 a document with nothing but typed text is unsent work wherever that counts', () => {
  give(bench.store, post('1'), { slug: 'a' })
  give(bench.store, post('2'), { slug: 'b' })
  bench.store.putDraft({ ref: post('1'), changes: [], typed: [number] })
  expect(bench.store.outboxCounts()).toMatchObject({ onThisComputer: 1 })
  expect(outboxOf(bench.store)).toMatchObject([{ ref: post('1'), hasDraft: true }])
  // The copy from which a salvage begins.
  writeUnsentCopy(bench.database.db, bench.file)
  const copy = readUnsentCopy(join(bench.folder, 'store.unsent.json'))
  expect(copy && countUnsent(copy)).toBe(1)
  expect(copy?.tables.drafts).toMatchObject([{ id: '1', typed: JSON.stringify([number]) }])
  // Deleted on the server: it is kept because of its typed input.
  bench.store.removeBase(post('1'))
  bench.store.removeBase(post('2'))
  expect(bench.store.getDocument(post('1'))).toMatchObject({ isGone: true, draft: { typed: [number] } })
  expect(bench.store.getDocument(post('2'))).toBeNull()
  // Removing local data keeps what the server does not have.
  bench.database.close()
  expect(exportUnsent(bench.file, false)).toContain('1e')
  expect(keepOnlyUnsent(bench.file)).toMatchObject({ edits: 1, unreadable: 0 })
  bench.reopen()
  expect(typedOf('1')).toEqual([number])
  bench.store.discardDocument(post('1'))
  expect(bench.store.getDocument(post('1'))).toBeNull()
})

test('F83 a form that is of no document counts as an edit, and is kept where only those are', () => {
  bench.store.holdForm({ place: 'bulk-upload media', content: { alt: 'Typed' } })
  bench.database.close()
  mkdirSync(join(bench.folder, 'accounts', 'server'), { recursive: true })
  cpSync(bench.file, join(bench.folder, 'accounts', 'server', 'users-1.sqlite'))
  expect(surveyAccounts(join(bench.folder, 'accounts'))).toMatchObject([{ files: [{ edits: 1 }] }])
  expect(exportUnsent(bench.file, false)).toContain('Typed')
  expect(keepOnlyUnsent(bench.file)).toMatchObject({ edits: 1 })
  bench.reopen()
  expect(bench.store.heldForm('bulk-upload media')).toEqual({ alt: 'Typed' })
  bench.store.holdForm({ place: 'bulk-upload media', content: null })
  expect(bench.store.heldForm('bulk-upload media')).toBeNull()
})

test('F83 a form that is of no document is counted by what asks before signing out, and is none of the outbox’s', () => {
  const counts = () => bench.store.outboxCounts()
  const told = () => bench.events.filter(({ name }) => name === 'outbox.changed').length
  bench.store.holdForm({ place: 'bulk-upload media', content: { alt: 'Typed' } })
  expect([countAll(counts()), countInOutbox(counts())]).toEqual([1, 0])
  expect(told()).toBe(1)
  bench.store.holdForm({ place: 'bulk-upload media', content: { alt: 'Typed on' } })
  expect(told()).toBe(1)
  bench.store.holdForm({ place: 'edit-many posts', content: { title: 'All' } })
  expect(countAll(counts())).toBe(2)
  bench.store.holdForm({ place: 'bulk-upload media', content: null })
  bench.store.holdForm({ place: 'edit-many posts', content: null })
  expect(countAll(counts())).toBe(0)
  expect(told()).toBe(4)
})

test('F83 SY8 what is chosen in a drawer has the real id as soon as there is one', () => {
  const made = author('tmp_0f8fad5b-d9cb-469f-a165-70867728950e')
  bench.store.createDocument({ slug: 'authors', id: made.kind === 'collection' ? made.id : '', data: {} })
  give(bench.store, post('1'), {})
  const { key } = bench.store.commitDraft({
    ref: made,
    locale: null,
    changes: [set('name', null, 'Ada')],
    mode: 'save',
  })
  const id = made.kind === 'collection' ? made.id : ''
  const chosen = drawer({ kind: 'drawer', path: 'body #link ', locale: null, content: { doc: id } })
  bench.store.putDraft({ ref: post('1'), changes: [], typed: [chosen] })
  send(bench.store, key ?? '', { id: 9, name: 'Ada', updatedAt: '2026-01-01T00:00:09.000Z' }, null)
  expect(typedOf('1')).toMatchObject([{ content: { doc: 9 } }])
})

test('F62 F83 SY8 a form in a document that was made here stays its form under the real id', () => {
  const { store } = bench
  const [one, two] = ['tmp_0f8fad5b-d9cb-469f-a165-70867728950e', 'tmp_7c9e6679-7425-40de-944b-e07fc1f90ae7']
  for (const id of [one, two]) store.createDocument({ slug: 'authors', id, data: {} })
  const placeIn = (id: string) => `bulk-upload media collection:authors:${id} pictures`
  store.holdForm({ place: placeIn(one), content: { documents: [two] } })
  const sendOne = (id: string, real: number) => {
    const changes = [set('name', null, 'Ada')]
    const { key } = store.commitDraft({ ref: author(id), locale: null, changes, mode: 'save' })
    send(store, key ?? '', { id: real, name: 'Ada', updatedAt: at(9) }, null)
  }
  sendOne(one, 9)
  expect(store.heldForm(placeIn('9'))).toEqual({ documents: [two] })
  // The window still uses the name that it knows.
  expect(store.heldForm(placeIn(one))).toEqual({ documents: [two] })
  store.holdForm({ place: placeIn(one), content: { documents: ['tmp_other', two] } })
  sendOne(two, 10)
  expect(store.heldForm(placeIn('9'))).toEqual({ documents: ['tmp_other', 10] })
  store.holdForm({ place: placeIn(one), content: null })
  expect(store.heldForm(placeIn('9'))).toBeNull()
})

test('F83 a copy of a document that is gone has what was typed in it, in rows of its own', () => {
  give(bench.store, post('1'), { layout: [{ id: 'r1', blockType: 'hero', heading: { en: 'A' } }] })
  const inRow: TypedInput = { ...number, path: 'layout.r1.heading', locale: 'en' }
  bench.store.putDraft({ ref: post('1'), changes: [], typed: [inRow] })
  bench.store.removeBase(post('1'))
  const made = bench.store.createAgain({ ref: post('1'), id: 'tmp_made', locale: 'en' })
  const view = bench.store.getDocument(made)
  const [typed] = view?.draft?.typed ?? []
  expect(typed).toMatchObject({ text: '1e', locale: 'en' })
  expect(typed?.path).not.toBe(inRow.path)
  expect(JSON.stringify(view?.entries)).toContain(typed?.path.split('.')[1])
  expect(bench.store.getDocument(post('1'))).toBeNull()
})

test('a form whose content cannot be read rejects with an error of the store', () => {
  bench.store.holdForm({ place: 'bulk-upload media', content: { alt: 'Typed' } })
  bench.database.db.exec(`UPDATE held_forms SET content = '{"alt'`)
  expect(() => bench.store.heldForm('bulk-upload media')).toThrow(
    expect.objectContaining({ name: 'StoreError' }),
  )
})

test('SY10 typed text that cannot be read any more becomes an entry that cannot', () => {
  give(bench.store, post('1'), {})
  bench.store.putDraft({ ref: post('1'), changes: [], typed: [number] })
  bench.database.db.exec(`UPDATE drafts SET typed = '[{"kind":"text","path":'`)
  bench.reopen()
  expect(entriesOf(bench.store, post('1'))).toMatchObject([{ problem: { code: 'broken' } }])
})
