import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { readAddress, withState } from '../../../../renderer/data/list-address.ts'
import { createOpenDocuments, type OpenDocuments } from '../../../../renderer/form/open-documents.ts'
import { toastQueue } from '../../../../renderer/ui/toast/toast-queue.ts'
import { asksForMissingAlt, MISSING_ALT } from '../../../../renderer/fields/file/file-texts.ts'
import { refId } from '../../../../shared/cms/doc-ref.ts'
import { fieldTypes } from '../../../../shared/fields/registry.ts'
import { parseUpload } from '../../../../shared/fields/file/upload-config.ts'
import type { CallInput, DocumentView, ListRow } from '../../../../shared/ipc.ts'
import type { Json } from '../../../../shared/json.ts'
import { bridgeOf, viewOf } from '../form/form-fixtures.ts'
import { renderInEnglish } from '../support/render-in-english.tsx'
import { collection, text } from './fields.ts'

/* The inputs for alternative texts, in the list of pictures without any. */

let asked: CallInput<'documents.editMany'>[]
let refreshed: string[]
let why: 'unsaved' | 'changed' | null
let view: DocumentView | null

let held: Map<string, Json | null>
let documents: OpenDocuments

const { bridge } = bridgeOf({
  'documents.refresh': ({ ref }: CallInput<'documents.refresh'>) => {
    refreshed.push(refId(ref))
    return { outcome: 'refreshed' }
  },
  'documents.editMany': (input: CallInput<'documents.editMany'>) => {
    asked.push(input)
    return why === null
      ? { queued: input.ids, leftOut: [] }
      : { queued: [], leftOut: input.ids.map((id) => ({ id, why })) }
  },
  'documents.get': () => view,
  'forms.held': ({ place }: CallInput<'forms.held'>) => ({ content: held.get(place) ?? null }),
  'forms.hold': ({ place, content }: CallInput<'forms.hold'>) => void held.set(place, content),
})
vi.stubGlobal('galley', bridge)
const { createQueryClient } = await import('../../../../renderer/data/query-client.ts')
const { OpenDocumentsProvider } = await import('../../../../renderer/form/open-documents-context.ts')
const { AltRows } = await import('../../../../renderer/screens/list/media/alt-rows.tsx')

beforeEach(() => {
  asked = []
  refreshed = []
  why = null
  view = null
  held = new Map()
  documents = createOpenDocuments({ bridge, types: fieldTypes })
})
afterEach(() => {
  cleanup()
  documents.end()
})

const media = collection([text('filename'), text('alt', { localized: true })], {
  slug: 'media',
  // Without drafts an edit is a save.
  versions: null,
  upload: parseUpload({}, { maxBytes: null, clientUpload: null }),
})

const file = (id: string, complete = true): ListRow => ({
  ref: { kind: 'collection', slug: 'media', id },
  data: { filename: `picture-${id}.jpg`, mimeType: 'image/jpeg', updatedAt: `revision ${id}` },
  updatedAt: `revision ${id}`,
  isNew: false,
  status: null,
  state: { kind: 'saved' },
  complete,
})

/** Returns a function that shows other rows in the same list. */
async function show(
  first: ListRow[],
  startsOffline = false,
): Promise<(rows: ListRow[], offline?: boolean) => void> {
  const client = createQueryClient()
  const list = (rows: ListRow[], offline: boolean) => (
    <QueryClientProvider client={client}>
      <OpenDocumentsProvider value={documents}>
        <MemoryRouter>
          <AltRows
            label="Media"
            collection={media}
            locale="en"
            rows={rows}
            titleOf={({ ref }) => `picture-${refId(ref)}.jpg`}
            hrefOf={({ ref }) => `/collections/media/${refId(ref)}`}
            whyNot={({ ref }) =>
              refId(ref) === 'theirs' ? 'Your account may not change this document' : null
            }
            offline={offline}
            onLook={() => undefined}
            empty={<p>There are none</p>}
          />
        </MemoryRouter>
      </OpenDocumentsProvider>
    </QueryClientProvider>
  )
  const { rerender } = await renderInEnglish(list(first, startsOffline))
  return (rows, offline = startsOffline) => rerender(list(rows, offline))
}

const box = (id: string) =>
  screen.getByRole<HTMLInputElement>('textbox', { name: `Alternative text of picture-${id}.jpg` })
const boxes = () => screen.getAllByRole('textbox').map((one) => one.getAttribute('aria-label'))

it('what is written of a picture is an edit of its document in the language of the list, when one goes on', async () => {
  await show([file('1'), file('2')])
  act(() => box('1').focus())
  fireEvent.change(box('1'), { target: { value: '  A fjord at dawn ' } })
  expect(asked).toEqual([])
  fireEvent.keyDown(box('1'), { key: 'Enter' })
  expect(document.activeElement).toBe(box('2'))
  await waitFor(() => expect(asked.length).toBe(1))
  expect(asked).toEqual([
    {
      slug: 'media',
      ids: ['1'],
      mode: 'save',
      shown: { 1: 'revision 1' },
      locale: 'en',
      values: [{ path: 'alt', locale: 'en', value: 'A fjord at dawn', from: null }],
    },
  ])
  // Without input nothing is saved, in whatever way one leaves.
  fireEvent.keyDown(box('2'), { key: 'Enter', shiftKey: true })
  expect(document.activeElement).toBe(box('1'))
  fireEvent.blur(box('1'))
  fireEvent.change(box('2'), { target: { value: '   ' } })
  fireEvent.blur(box('2'))
  fireEvent.change(box('1'), { target: { value: '' } })
  fireEvent.blur(box('1'))
  expect([box('1').value, box('2').value]).toEqual(['A fjord at dawn', ''])
  fireEvent.change(box('2'), { target: { value: 'A boat' } })
  fireEvent.blur(box('2'))
  await waitFor(() => expect(asked.map(({ ids }) => ids)).toEqual([['1'], ['2']]))
})

it('what was written stays where it is when the list has it no more, and what is new comes behind it', async () => {
  const list = await show([file('1'), file('2'), file('3')])
  fireEvent.change(box('1'), { target: { value: 'A fjord' } })
  fireEvent.blur(box('1'))
  await waitFor(() => expect(asked.length).toBe(1))
  list([file('3'), file('4')])
  // The second one was written elsewhere.
  expect(boxes()).toEqual(['1', '3', '4'].map((id) => `Alternative text of picture-${id}.jpg`))
  expect(box('1').value).toBe('A fjord')
  list([])
  expect(boxes()).toEqual(['Alternative text of picture-1.jpg'])
})

it('what is typed stays where the list has its picture no more, and is saved when one goes on', async () => {
  const list = await show([file('1'), file('2')])
  fireEvent.change(box('1'), { target: { value: 'A fjord' } })
  list([file('2')])
  expect(box('1').value).toBe('A fjord')
  fireEvent.blur(box('1'))
  await waitFor(() => expect(asked.map(({ ids }) => ids)).toEqual([['1']]))
})

it('what is typed is saved when the screen goes away, and a failure is said after it', async () => {
  await show([file('1')])
  fireEvent.change(box('1'), { target: { value: 'A fjord' } })
  cleanup()
  await waitFor(() =>
    expect(asked.map(({ values }) => values.map(({ value }) => value))).toEqual([['A fjord']]),
  )
  await waitFor(() => expect([...held.values()]).toEqual([null]))

  why = 'unsaved'
  await show([file('2')])
  fireEvent.change(box('2'), { target: { value: 'A boat' } })
  cleanup()
  await waitFor(() =>
    expect(toastQueue.visibleToasts.map(({ content }) => [content.text, content.detail])).toEqual([
      ['That did not work: not saved yet', 'picture-2.jpg'],
    ]),
  )
  // It waits in its input.
  await show([file('2')])
  await waitFor(() => expect(box('2').value).toBe('A boat'))
  expect(screen.getByText(/not saved yet/)).toBeTruthy()
})

it('what is typed is kept with everything else that is typed when the window closes', async () => {
  await show([file('1')])
  fireEvent.change(box('1'), { target: { value: 'A fjord' } })
  await documents.flush()
  expect(asked).toEqual([])
  expect([...held.values()]).toEqual(['A fjord'])
  fireEvent.blur(box('1'))
  await waitFor(() => expect([...held.values()]).toEqual([null]))
})

it('where the connection goes while something is typed it says that it is not saved, and saves it later', async () => {
  const list = await show([file('1', false)])
  fireEvent.change(box('1'), { target: { value: 'A fjord' } })
  list([file('1', false)], true)
  expect(box('1').readOnly).toBe(false)
  expect(screen.getByText('That did not work: Needs the server')).toBeTruthy()
  fireEvent.blur(box('1'))
  expect([box('1').value, asked]).toEqual(['A fjord', []])
  list([file('1', false)], false)
  await waitFor(() => expect(asked.map(({ ids }) => ids)).toEqual([['1']]))
  expect(screen.queryByText('That did not work: Needs the server')).toBeNull()
})

it('Escape takes back what was typed', async () => {
  await show([file('1')])
  fireEvent.change(box('1'), { target: { value: 'Never mind' } })
  fireEvent.keyDown(box('1'), { key: 'Escape' })
  expect(box('1').value).toBe('')
  fireEvent.blur(box('1'))
  expect(asked).toEqual([])
})

it('a document that is not here whole is fetched first; offline, and where one may not, its text is not for writing', async () => {
  await show([file('1', false), file('theirs')])
  fireEvent.change(box('1'), { target: { value: 'A fjord' } })
  fireEvent.blur(box('1'))
  await waitFor(() => expect(asked.length).toBe(1))
  expect(refreshed).toEqual(['1'])
  expect(box('theirs').readOnly).toBe(true)
  expect(screen.getByText('Your account may not change this document')).toBeTruthy()
  cleanup()
  await show([file('1', false), file('2')], true)
  expect([box('1').readOnly, box('2').readOnly]).toEqual([true, false])
  expect(screen.getByText('Needs the server')).toBeTruthy()
})

it('says why an edit was not made, and makes it on the next try', async () => {
  why = 'unsaved'
  await show([file('1')])
  fireEvent.change(box('1'), { target: { value: 'A fjord' } })
  fireEvent.blur(box('1'))
  expect(await screen.findByText(/not saved yet/)).toBeTruthy()
  expect(box('1').getAttribute('aria-invalid')).toBe('true')
  why = null
  fireEvent.blur(box('1'))
  await waitFor(() => expect(box('1').getAttribute('aria-invalid')).toBeNull())
  expect(asked.length).toBe(2)
})

it('what somebody else wrote meanwhile is shown and stays, unless one says so by Enter', async () => {
  why = 'changed'
  view = viewOf({ filename: 'picture-1.jpg', alt: { en: 'Theirs' } })
  await show([file('1'), file('2')])
  fireEvent.change(box('1'), { target: { value: 'Mine' } })
  fireEvent.blur(box('1'))
  expect(await screen.findByText('Now it says: Theirs')).toBeTruthy()
  expect(screen.getByText(/changed meanwhile/)).toBeTruthy()
  expect(box('1').value).toBe('Mine')
  why = null
  fireEvent.blur(box('1'))
  expect(asked.length).toBe(1)
  act(() => box('1').focus())
  fireEvent.keyDown(box('1'), { key: 'Enter' })
  await waitFor(() => expect(screen.queryByText('Now it says: Theirs')).toBeNull())
  expect(asked.map(({ values }) => values.map(({ value, from }) => [value, from]))).toEqual([
    [['Mine', null]],
    [['Mine', 'Theirs']],
  ])
  // The base of the next edit is the saved text.
  fireEvent.change(box('1'), { target: { value: 'Mine again' } })
  fireEvent.blur(box('1'))
  await waitFor(() => expect(asked.at(-1)?.values.map(({ from }) => from)).toEqual(['Mine']))
})

it('Escape takes what somebody else wrote meanwhile', async () => {
  why = 'changed'
  view = viewOf({ filename: 'picture-1.jpg', alt: { en: 'Theirs' } })
  await show([file('1')])
  fireEvent.change(box('1'), { target: { value: 'Mine' } })
  fireEvent.blur(box('1'))
  await screen.findByText('Now it says: Theirs')
  fireEvent.keyDown(box('1'), { key: 'Escape' })
  expect([box('1').value, box('1').getAttribute('aria-invalid')]).toEqual(['Theirs', null])
})

it('says that it is saved only where its box says what is saved', async () => {
  view = viewOf()
  await show([file('1')])
  fireEvent.change(box('1'), { target: { value: 'A fjord' } })
  fireEvent.blur(box('1'))
  expect(await screen.findByText('Saved')).toBeTruthy()
  fireEvent.change(box('1'), { target: { value: '' } })
  expect(screen.queryByText('Saved')).toBeNull()
  fireEvent.blur(box('1'))
  expect(box('1').value).toBe('A fjord')
  expect(screen.getByText('Saved')).toBeTruthy()
  // A refused text reverts to the last accepted one.
  why = 'unsaved'
  fireEvent.change(box('1'), { target: { value: 'A boat' } })
  fireEvent.blur(box('1'))
  await screen.findByText(/not saved yet/)
  fireEvent.keyDown(box('1'), { key: 'Escape' })
  expect(box('1').value).toBe('A fjord')
})

it('where there are none that is said instead', async () => {
  await show([])
  expect(screen.getByText('There are none')).toBeTruthy()
})

it('an address asks for them, and is known again', () => {
  const address = withState(new URLSearchParams('sort=filename'), { where: MISSING_ALT })
  expect(asksForMissingAlt(readAddress(address).state.where)).toBe(true)
  expect(asksForMissingAlt(readAddress(new URLSearchParams('where[alt][exists]=false')).state.where)).toBe(
    false,
  )
  expect(asksForMissingAlt(null)).toBe(false)
})
