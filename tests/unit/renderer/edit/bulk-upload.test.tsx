import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { QueryClientProvider } from '@tanstack/react-query'
import { openDatabase } from '../../../../main/store/durability/database.ts'
import { createStore } from '../../../../main/store/store.ts'
import type { StoreApi } from '../../../../main/store/store-api.ts'
import { createOpenDocuments, type OpenDocuments } from '../../../../renderer/form/open-documents.ts'
import { OpenDocumentsProvider } from '../../../../renderer/form/open-documents-context.ts'
import type { BulkOptions } from '../../../../renderer/data/document-drawers-context.ts'
import type { DocRef } from '../../../../shared/cms/doc-ref.ts'
import type { Collection } from '../../../../shared/cms/schema-model.ts'
import { initialData } from '../../../../shared/document/defaults.ts'
import { fieldTypes } from '../../../../shared/fields/registry.ts'
import type { CallInput } from '../../../../shared/ipc.ts'
import type { Json } from '../../../../shared/json.ts'
import { problemOf } from '../../../../shared/sync/entry.ts'
import { array, group, text, upload } from '../../shared/build-fields.ts'
import { bridgeOf } from '../form/form-fixtures.ts'
import { media as plainMedia, uploadSite } from '../../store/support/upload-site.ts'
import { renderInEnglish } from '../support/render-in-english.tsx'

/* Several files at once, over the real store: each is a document of its own, saved with all others. */

const media: Collection = {
  ...plainMedia,
  fields: [
    ...plainMedia.fields.filter((field) => !('name' in field) || field.name !== 'alt'),
    text('alt', { label: 'Alt', required: true }),
    group('rights', [text('owner', { label: 'Owner', required: true })]),
    array('places', [text('place', { label: 'Place', required: true })]),
    upload('frames', { label: 'Frames', relationTo: ['media'], hasMany: true }),
  ],
}
const site = {
  ...uploadSite,
  collections: uploadSite.collections.map((one) => (one.slug === 'media' ? media : one)),
}
const server = {
  id: 's',
  url: 'https://nordlys.example',
  name: 'Nordlys',
  waiting: null,
  lastIdentifier: null,
}
const main = vi.hoisted(() => ({ isFull: false, made: 0, copied: Promise.resolve() }))
const held = new Map<string, Json>()
let store: StoreApi
let end: () => void
const fake = bridgeOf({
  'session.get': () => ({
    user: {},
    permissions: { collections: { media: true } },
    visible: { collections: ['media'], globals: [] },
  }),
  'files.begin': () => ({ id: crypto.randomUUID() }),
  'files.append': () => undefined,
  'files.finish': async () => {
    await main.copied
    return { size: 1 }
  },
  'forms.held': ({ place }: CallInput<'forms.held'>) => ({ content: held.get(place) ?? null }),
  'forms.hold': ({ place, content }: CallInput<'forms.hold'>) => {
    if (content === null) held.delete(place)
    else held.set(place, content)
  },
  'documents.create': ({ slug }: CallInput<'documents.create'>) => ({
    ref: store.createDocument({
      slug,
      id: `tmp_${(main.made += 1)}`,
      data: initialData(fieldTypes, media.fields, 'en'),
    }),
  }),
  'documents.get': ({ ref }: { ref: DocRef }) => store.getDocument(ref),
  'documents.refresh': () => ({ outcome: 'unchanged' }),
  'documents.resolveId': ({ ref }: { ref: DocRef }) => ({ ref: store.resolveId(ref) }),
  'documents.discard': ({ ref }: { ref: DocRef }) => store.discardDocument(ref),
  'drafts.put': (input: CallInput<'drafts.put'>) => store.putDraft(input),
  'drafts.commit': (input: CallInput<'drafts.commit'>) => {
    if (main.isFull) throw new Error('disk-full')
    return store.commitDraft(input)
  },
  'drafts.discard': (input: CallInput<'drafts.discard'>) => store.discardDraft(input),
})
const { bridge } = fake
vi.stubGlobal('galley', bridge)
const { BulkUpload } = await import('../../../../renderer/screens/edit/bulk-upload/bulk-upload.tsx')
const { DocumentDrawers } = await import('../../../../renderer/screens/edit/drawer/document-drawers.tsx')
const { useBulkUpload } = await import('../../../../renderer/data/document-drawers-context.ts')
const { createQueryClient } = await import('../../../../renderer/data/query-client.ts')
const { SchemaProvider } = await import('../../../../renderer/data/schema-context.tsx')
const { AccountProvider } = await import('../../../../renderer/data/account-context.tsx')
const { FieldProviders } = await import('../../../../renderer/app/field-providers.tsx')

let documents: OpenDocuments

beforeEach(() => {
  const folder = mkdtempSync(join(tmpdir(), 'galley-bulk-'))
  const database = openDatabase({ file: join(folder, 'store.sqlite') })
  store = createStore({
    db: database.db,
    types: fieldTypes,
    onEvent: (event) => fake.emit(event.name, event.payload),
    now: () => new Date(Date.UTC(2026, 5, 1)).toISOString(),
  })
  store.setSchema(site)
  Element.prototype.scrollIntoView = () => undefined
  held.clear()
  main.made = 0
  main.copied = Promise.resolve()
  documents = createOpenDocuments({ bridge, types: fieldTypes })
  end = () => {
    documents.end()
    database.close()
    rmSync(folder, { recursive: true })
  }
})
afterEach(async () => {
  cleanup()
  await documents.flush()
  end()
})

const inApp = (content: ReactNode) => (
  <MemoryRouter>
    <QueryClientProvider client={createQueryClient()}>
      <SchemaProvider value={site}>
        <AccountProvider value={{ server, collection: 'users', userId: '1', label: 'E' }}>
          <OpenDocumentsProvider value={documents}>
            <FieldProviders>{content}</FieldProviders>
          </OpenDocumentsProvider>
        </AccountProvider>
      </SchemaProvider>
    </QueryClientProvider>
  </MemoryRouter>
)
const onClose = vi.fn<() => void>()
async function show(more: BulkOptions = {}) {
  if (media.upload === false) throw new Error('no upload')
  onClose.mockClear()
  await renderInEnglish(
    inApp(<BulkUpload collection={media} config={media.upload} onClose={onClose} {...more} />),
  )
}
const fileOf = (name: string) => new File(['x'], name, { type: 'text/plain' })
async function add(...names: string[]) {
  const input = document.querySelector('input[type=file][multiple]')
  if (!(input instanceof HTMLInputElement)) throw new Error('no input')
  fireEvent.change(input, { target: { files: names.map(fileOf) } })
  for (const name of names) await file(name).findByRole('button', { name })
  // The form of the one that is shown comes a moment later.
  await screen.findByRole('textbox', { name: /^Alt/ })
}
const file = (name: string) => {
  const row = screen.getAllByRole('listitem').find((one) => one.textContent.includes(name))
  if (row === undefined) throw new Error(`no ${name}`)
  return within(row)
}
const state = (name: string) => file(name).getByRole('status').textContent
const choose = (name: string) => fireEvent.click(file(name).getByRole('button', { name }))
const line = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name: new RegExp(`^${name}`) })
const type = (name: string, value: string) => fireEvent.change(line(name), { target: { value } })
const press = (name: string) =>
  act(() => Promise.resolve(fireEvent.click(screen.getByRole('button', { name }))))
const queued = () =>
  store.outboxHeads({ after: 0, limit: 10 }).flatMap(({ key }) => store.getEntry(key) ?? [])
const OPEN = 'Still to fill in'
const INCOMPLETE = 'Fields are missing or invalid'
const READY = 'On this computer'

it('F62 (part) each file has a form of its own with all fields; what is missing is said before anything is queued, and where', async () => {
  await show()
  await add('one.txt', 'two.txt')
  expect([state('one.txt'), state('two.txt')]).toEqual([OPEN, OPEN])
  type('Alt', 'Of one')
  type('Owner', 'Mai')
  expect([state('one.txt'), state('two.txt')]).toEqual([READY, OPEN])
  await press('Save 2 files')
  // The second one is shown, with what it lacks; nothing of the first is queued.
  await waitFor(() => expect(line('Alt').value).toBe(''))
  expect(state('two.txt')).toBe(INCOMPLETE)
  expect(screen.getAllByText('This field is required.')).toHaveLength(2)
  expect(screen.getByText(/^Nothing was saved/)).toBeTruthy()
  expect(queued()).toEqual([])
  type('Alt', 'Of two')
  type('Owner', 'Ole')
  await press('Save 2 files')
  await waitFor(() =>
    expect([state('one.txt'), state('two.txt')]).toEqual(['Waiting to send', 'Waiting to send']),
  )
  expect(queued().map(({ mode }) => mode)).toEqual(['save', 'save'])
  const sent = (name: string) =>
    queued().find(({ changes }) => JSON.stringify(changes).includes(name))?.changes
  expect(sent('one.txt')).toMatchObject(
    expect.arrayContaining([expect.objectContaining({ path: 'alt', to: 'Of one' })]),
  )
  expect(sent('two.txt')).toMatchObject(
    expect.arrayContaining([expect.objectContaining({ path: 'rights.owner', to: 'Ole' })]),
  )
})

it('the document of each file begins with what was asked for', async () => {
  await show({ initial: { alt: 'A lake', 'rights.owner': 'Mai' } })
  await add('one.txt', 'two.txt')
  expect([state('one.txt'), state('two.txt')]).toEqual([READY, READY])
  expect(line('Alt').value).toBe('A lake')
})

it('U49 (part) an empty drawer says where files are dropped; nothing is wrong before it was tried; a file is seen; what is done is called so', async () => {
  await show()
  expect(screen.getByText('Or drop files and folders here.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Save \d/ })).toBeNull()
  const input = document.querySelector('input[type=file][multiple]')
  if (input === null) throw new Error('no input')
  fireEvent.change(input, { target: { files: [fileOf('one.txt')] } })
  await waitFor(() => expect(state('one.txt')).toBe(OPEN))
  expect(screen.queryByText('Or drop files and folders here.')).toBeNull()
  const drawn = () => document.querySelectorAll('li [data-thumbnail] svg').length
  expect(drawn()).toBe(1)
  expect(screen.getByRole('button', { name: 'Save 1 file' })).toBeTruthy()
  await press('Save 1 file')
  await waitFor(() => expect(state('one.txt')).toBe(INCOMPLETE))
  // One that nobody tried yet is not wrong either.
  await add('two.txt')
  expect([state('one.txt'), state('two.txt')]).toEqual([INCOMPLETE, OPEN])
  await press('Remove two.txt')
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1))
  type('Alt', 'Of one')
  type('Owner', 'Mai')
  await press('Save 1 file')
  await waitFor(() => expect(state('one.txt')).toBe('Waiting to send'))
  expect(drawn()).toBe(1)
  await press('Done')
  expect(onClose).toHaveBeenCalledTimes(1)
})

it('F62 (part) a row that lacks a field keeps the file from being saved, too', async () => {
  await show()
  await add('one.txt')
  type('Alt', 'Of one')
  type('Owner', 'Mai')
  await waitFor(() => expect(state('one.txt')).toBe(READY))
  await press('Add Row')
  await waitFor(() => expect(state('one.txt')).toBe(OPEN))
})

it('F62 (part) chosen fields are filled in for all files at once', async () => {
  await show()
  await add('one.txt', 'two.txt')
  type('Alt', 'Of one')
  await press('Edit all')
  await press('Select fields to edit Fields to edit')
  fireEvent.click(screen.getByRole('option', { name: 'Owner' }))
  fireEvent.keyDown(screen.getByRole('listbox'), { key: 'Escape' })
  const drawer = await screen.findByRole('dialog', { name: 'Edit 2 files' })
  fireEvent.change(await within(drawer).findByRole('textbox', { name: /^Owner/ }), {
    target: { value: 'Both' },
  })
  await act(() =>
    Promise.resolve(fireEvent.click(within(drawer).getByRole('button', { name: 'Apply Changes' }))),
  )
  expect([line('Alt').value, line('Owner').value]).toEqual(['Of one', 'Both'])
  expect([state('one.txt'), state('two.txt')]).toEqual([READY, OPEN])
  choose('two.txt')
  expect([line('Alt').value, line('Owner').value]).toEqual(['', 'Both'])
})

it('SY14 (part) a file that could not be queued keeps its place and is tried again; each document is there with its file or not at all', async () => {
  const made: DocRef[] = []
  await show({ files: [fileOf('one.txt')], onMade: (ref) => made.push(ref) })
  await waitFor(() => expect(state('one.txt')).toBe(OPEN))
  type('Alt', 'Of one')
  type('Owner', 'Mai')
  main.isFull = true
  await press('Save 1 file')
  await waitFor(() => expect(state('one.txt')).not.toBe(READY))
  expect([queued(), made]).toEqual([[], []])
  main.isFull = false
  await press('Save 1 file')
  await waitFor(() => expect(state('one.txt')).toBe('Waiting to send'))
  expect(queued()).toHaveLength(1)
  expect(made).toMatchObject([{ slug: 'media', id: 'tmp_1' }])
})

it('refuses a file of a type that the field takes none of, and takes one whose type fits (F103)', async () => {
  await show({ filter: { or: [{ and: [{ mimeType: { contains: 'image' } }] }] }, files: [fileOf('one.txt')] })
  await waitFor(() => expect(state('one.txt')).toContain('text/plain'))
  expect(screen.queryByRole('textbox', { name: /^Alt/ })).toBeNull()
  cleanup()
  await show({ filter: { or: [{ and: [{ mimeType: { contains: 'text' } }, { alt: { equals: 'x' } }] }] } })
  await add('two.txt')
  expect(state('two.txt')).toBe(OPEN)
})

it('F62 SY16 a file that was saved says where it is: waiting, refused and why, and saved once the server has it', async () => {
  await show()
  await add('one.txt')
  type('Alt', 'Of one')
  type('Owner', 'Mai')
  await press('Save 1 file')
  await waitFor(() => expect(state('one.txt')).toBe('Waiting to send'))
  const [{ key, ref } = { key: '', ref: null }] = queued()
  if (ref?.kind !== 'collection') throw new Error('nothing waits')
  const problem = problemOf('too-large')
  act(() => store.settleParked({ key, problem }))
  await waitFor(() => expect(state('one.txt')).toMatch(/^Failed/))
  act(() => void store.retry({ key, choices: {} }))
  await waitFor(() => expect(state('one.txt')).toBe('Waiting to send'))
  const prepared = store.prepareSend(key)
  if (prepared === null) throw new Error('it cannot be sent')
  store.markSending({ key, request: prepared.request })
  const data = {
    id: 7,
    alt: 'Of one',
    rights: { owner: 'Mai' },
    filename: 'one.txt',
    updatedAt: '2026-06-01T00:00:00.000Z',
  }
  act(() => void store.settleSent({ key, answer: { data, locale: 'en' } }))
  await waitFor(() => expect(state('one.txt')).toBe('Saved'))
})

it('F62 F83 what is typed for a file is on the disk, comes back with it after a kill, and is given up by Close, which asks', async () => {
  await show()
  await add('one.txt', 'two.txt')
  type('Alt', 'Typed for one')
  expect(await documents.flush()).toBe(true)
  expect(held.get('bulk-upload media')).toEqual({ documents: ['tmp_1', 'tmp_2'] })
  cleanup()
  documents.end()
  documents = createOpenDocuments({ bridge, types: fieldTypes })
  await show()
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(2))
  expect(line('Alt').value).toBe('Typed for one')
  await press('Close')
  expect(onClose).not.toHaveBeenCalled()
  await press('Leave anyway')
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  await documents.flush()
  expect([held.size, store.getDocument({ kind: 'collection', slug: 'media', id: 'tmp_1' })]).toEqual([
    0,
    null,
  ])
})

const stored = (id: string) => store.getDocument({ kind: 'collection', slug: 'media', id })

it('F62 (part) what is removed is gone from this computer, and the others stay and come back', async () => {
  await show()
  await add('one.txt', 'two.txt')
  type('Alt', 'Of one')
  expect(await documents.flush()).toBe(true)
  expect(stored('tmp_1')).not.toBeNull()
  await press('Remove one.txt')
  await waitFor(() => expect(stored('tmp_1')).toBeNull())
  expect(line('Alt').value).toBe('')
  expect(stored('tmp_2')).not.toBeNull()
  expect(await documents.flush()).toBe(true)
  expect(held.get('bulk-upload media')).toEqual({ documents: ['tmp_2'] })
})

it('F62 (part) unfinished files come back where another one was sent meanwhile and has its real id', async () => {
  await show()
  await add('one.txt', 'two.txt')
  expect(await documents.flush()).toBe(true)
  cleanup()
  // As the store has it then.
  held.set('bulk-upload media', { documents: [7, 'tmp_2'] })
  await show()
  await waitFor(() => expect(state('two.txt')).toBe(OPEN))
  expect(screen.getAllByRole('listitem')).toHaveLength(1)
})

it('F62 (part) a file that is removed on its way here does not come', async () => {
  const copied = Promise.withResolvers<void>()
  main.copied = copied.promise
  await show({ files: [fileOf('one.txt'), fileOf('two.txt')] })
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(2))
  await press('Remove one.txt')
  copied.resolve()
  await waitFor(() => expect(state('two.txt')).toBe(OPEN))
  expect(screen.getAllByRole('listitem')).toHaveLength(1)
  expect(await documents.flush()).toBe(true)
  // Nothing of it is left, wherever it was on its way.
  const ids = Array.from({ length: main.made }, (_, at) => `tmp_${at + 1}`)
  expect(
    ids.flatMap((id) => stored(id) ?? []).map((view) => JSON.stringify(view).includes('two.txt')),
  ).toEqual([true])
})

it('F62 (part) it closes without a question where there is nothing, and with one while files are on their way', async () => {
  await show()
  await press('Close')
  expect(onClose).toHaveBeenCalledTimes(1)
  cleanup()
  const copied = Promise.withResolvers<void>()
  main.copied = copied.promise
  await show({ files: [fileOf('one.txt')] })
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1))
  await press('Close')
  expect(screen.getByRole('alertdialog', { name: 'Leave without saving' })).toBeTruthy()
  expect(onClose).not.toHaveBeenCalled()
  await press('Cancel')
  expect(screen.queryByRole('alertdialog')).toBeNull()
  copied.resolve()
  await waitFor(() => expect(state('one.txt')).toBe(OPEN))
})

it('F62 (part) saved files stay to be looked at, and close where somebody has asked for them', async () => {
  await show({ files: [fileOf('one.txt')] })
  await waitFor(() => expect(state('one.txt')).toBe(OPEN))
  type('Alt', 'Of one')
  type('Owner', 'Mai')
  await press('Save 1 file')
  await waitFor(() => expect(state('one.txt')).toBe('Waiting to send'))
  expect(onClose).not.toHaveBeenCalled()
  cleanup()
  const onMade = vi.fn<(ref: DocRef) => void>()
  await show({ files: [fileOf('two.txt'), fileOf('three.txt')], onMade })
  await waitFor(() => expect(state('three.txt')).toBe(OPEN))
  type('Alt', 'Of two')
  type('Owner', 'Mai')
  await press('Save 2 files')
  // Not all of them could be saved.
  await waitFor(() => expect(screen.getByText(/^Nothing was saved/)).toBeTruthy())
  expect([onMade.mock.calls, onClose.mock.calls]).toEqual([[], []])
  type('Alt', 'Of three')
  type('Owner', 'Mai')
  await press('Save 2 files')
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1))
  expect(onMade.mock.calls).toMatchObject([[{ id: 'tmp_2' }], [{ id: 'tmp_3' }]])
})

it('F69 (part) files beyond the room of the field are not taken, with words', async () => {
  await show({ files: ['one.txt', 'two.txt', 'three.txt'].map(fileOf), room: 2 })
  await waitFor(() => expect(state('two.txt')).toBe(OPEN))
  const NO_ROOM = 'There is room for 2 files here'
  expect(state('three.txt')).toBe(NO_ROOM)
  const input = document.querySelector('input[type=file][multiple]')
  if (input === null) throw new Error('no input')
  fireEvent.change(input, { target: { files: [fileOf('four.txt')] } })
  expect(state('four.txt')).toBe(NO_ROOM)
  await press('Remove one.txt')
  fireEvent.change(input, { target: { files: [fileOf('five.txt')] } })
  await waitFor(() => expect(state('five.txt')).toBe(OPEN))
})

it('F69 (part) unfinished files come back in the field that they are for, and are not saved where there is no room by now', async () => {
  const pictures = { place: 'collection:posts:1 pictures' }
  await show({ ...pictures, files: ['one.txt', 'two.txt'].map(fileOf) })
  await waitFor(() => expect(state('two.txt')).toBe(OPEN))
  expect(await documents.flush()).toBe(true)
  cleanup()
  await show({ place: 'collection:posts:2 pictures', files: [fileOf('other.txt')] })
  await waitFor(() => expect(state('other.txt')).toBe(OPEN))
  expect(screen.getAllByRole('listitem')).toHaveLength(1)
  cleanup()
  await show({ ...pictures, room: 1, files: [fileOf('new.txt')] })
  await waitFor(() => expect(state('new.txt')).toBe('There is room for 1 file here'))
  expect([state('one.txt'), state('two.txt')]).toEqual([OPEN, OPEN])
  const save = () => screen.getByRole('button', { name: /^Save/ })
  expect(save().getAttribute('aria-disabled')).toBe('true')
  await press('Remove two.txt')
  expect(save().getAttribute('aria-disabled')).toBe('false')
})

it('F69 (part) a file that is dropped on the file of another one takes its place, and is no other file', async () => {
  await show({ files: [fileOf('one.txt')] })
  await waitFor(() => expect(state('one.txt')).toBe(OPEN))
  const place = screen.getByRole('group', { name: /^File to Upload/ })
  const dataTransfer = { files: [fileOf('instead.txt')], types: ['Files'] }
  fireEvent.dragOver(place, { dataTransfer })
  fireEvent.drop(place, { dataTransfer })
  await waitFor(() =>
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'File Name' }).value).toBe('instead.txt'),
  )
  expect(screen.getAllByRole('listitem')).toHaveLength(1)
})

/** A screen from which several files are brought in. */
function Screen({ onMade }: { onMade: (ref: DocRef) => void }) {
  const bulkUpload = useBulkUpload()
  const files = ['one.txt', 'two.txt'].map(fileOf)
  return <button onClick={() => bulkUpload('media', { files, onMade })}>Bring in</button>
}
const dialogs = () => screen.getAllByRole('dialog', { hidden: true })
/** The names of the files in an open dialog; dialog 0 is below all others. */
const filesOf = (at: number) => {
  const dialog = dialogs()[at]
  if (dialog === undefined) throw new Error(`no dialog ${at}`)
  return within(dialog)
    .queryAllByRole('button', { name: /^[a-z]+\.txt$/, hidden: true })
    .map(({ textContent }) => textContent)
}
const dropOnFrames = (...names: string[]) =>
  fireEvent.drop(screen.getByRole('group', { name: /^Frames/ }), {
    dataTransfer: { files: names.map(fileOf) },
  })

it('F69 (part) one that is begun in a field of another one is its own: its files go to that field, the others stay', async () => {
  const onMade = vi.fn<(ref: DocRef) => void>()
  await renderInEnglish(
    inApp(
      <DocumentDrawers>
        <Screen onMade={onMade} />
      </DocumentDrawers>,
    ),
  )
  await press('Bring in')
  await waitFor(() => expect(filesOf(0)).toEqual(['one.txt', 'two.txt']))
  dropOnFrames('inner.txt')
  await waitFor(() => expect(dialogs()).toHaveLength(2))
  await waitFor(() => expect(filesOf(1)).toEqual(['inner.txt']))
  expect(filesOf(0)).toEqual(['one.txt', 'two.txt'])
  type('Alt', 'Of the inner one')
  type('Owner', 'Mai')
  await press('Save 1 file')
  await waitFor(() => expect(dialogs()).toHaveLength(1))
  expect(filesOf(0)).toEqual(['one.txt', 'two.txt'])
  expect(onMade).not.toHaveBeenCalled()
  expect(await documents.flush()).toBe(true)
  expect(JSON.stringify(stored('tmp_1'))).toContain('tmp_3')

  // Those that the screen has asked for, it is told of.
  choose('one.txt')
  type('Alt', 'Of one')
  type('Owner', 'Mai')
  choose('two.txt')
  type('Alt', 'Of two')
  type('Owner', 'Mai')
  await press('Save 2 files')
  await waitFor(() => expect(screen.queryAllByRole('dialog')).toEqual([]))
  expect(onMade.mock.calls).toMatchObject([[{ id: 'tmp_1' }], [{ id: 'tmp_2' }]])
})
