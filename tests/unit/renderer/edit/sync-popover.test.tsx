import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { DocumentSession } from '../../../../renderer/form/document-session.ts'
import type { OutboxEntry, Problem } from '../../../../shared/sync/entry.ts'
import type { Collection } from '../../../../shared/cms/schema-model.ts'
import { text } from '../../shared/build-fields.ts'
import { site } from '../../store/support/site.ts'
import { showFields } from '../fields/show-fields.tsx'
import { entryOf, manual, set } from '../form/form-fixtures.ts'

beforeEach(() => {
  // Which jsdom does not have.
  Element.prototype.scrollIntoView = () => undefined
  vi.stubGlobal('galley', { call: async () => undefined, on: () => () => undefined })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const problem: Problem = { code: 'validation', message: '', status: 400, fields: [], conflicts: [] }
const edit = (more: Partial<OutboxEntry>) =>
  entryOf([set('title', 'Kiruna', 'Kirun'), set('slug', 'kiruna', 'kirun')], { key: 'e1', ...more })
const conflict = edit({
  state: 'parked',
  problem: {
    ...problem,
    code: 'conflict',
    status: 412,
    conflicts: [
      { path: 'title', locale: null, base: 'Kiruna', mine: 'Kirun', theirs: 'Kiruna C' },
      { path: 'slug', locale: null, base: 'kiruna', mine: 'kirun', theirs: 'kiruna-c' },
    ],
  },
})

/** The state line over the notes and fields of its document; pressed. */
async function open(entry: OutboxEntry | null, more: { versions?: Collection['versions'] } = {}) {
  const { SyncPopover } = await import('../../../../renderer/screens/edit/sync-popover.tsx')
  const { DocumentNotes } = await import('../../../../renderer/screens/edit/document-notes.tsx')
  const { SchemaProvider } = await import('../../../../renderer/data/schema-context.tsx')
  const session = { refresh: async () => undefined } as unknown as DocumentSession
  const around = (children: ReactNode) => (
    <MemoryRouter>
      <QueryClientProvider client={new QueryClient()}>
        <SchemaProvider value={site}>{children}</SchemaProvider>
      </QueryClientProvider>
    </MemoryRouter>
  )
  const title = text('title', { label: 'Title', required: true })
  const shown = await showFields([title, text('slug', { label: 'Slug' })], {
    ...more,
    view: { entries: entry === null ? [] : [entry] },
    above: around(
      <>
        <SyncPopover />
        <DocumentNotes session={session} refreshed={null} />
      </>,
    ),
  })
  const [line] = screen.getAllByRole('button')
  if (line) fireEvent.click(line)
  return { dialog: await screen.findByRole('dialog'), form: shown.form }
}

it('U23 a conflict says what is wrong, not that it is sent by itself, and Resolve leads to its choices', async () => {
  const { dialog } = await open(conflict)
  expect(dialog.textContent).toContain('Someone else changed 2 fields that you changed, too.')
  expect(dialog.textContent).toContain('Decide field by field')
  expect(dialog.textContent).not.toContain('once the server answers')
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Resolve' })))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(document.activeElement?.getAttribute('type')).toBe('radio'))
})

it('U23 a refused edit says why it is not sent', async () => {
  const { dialog } = await open(edit({ state: 'parked', problem }))
  expect(dialog.textContent).toContain('The server did not accept these values.')
  expect(dialog.textContent).not.toContain('once the server answers')
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Resolve' })))
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Retry now'))
})

it('a refused edit says what the server does not accept of which field, all of which the line has no room for', async () => {
  const fields = [
    { path: 'slug', message: 'Value must be unique' },
    { path: 'title', message: '' },
  ]
  const { dialog } = await open(edit({ state: 'parked', problem: { ...problem, fields } }))
  expect(dialog.textContent).toContain('Slug: “Value must be unique”')
})

it('U23 edits that wait say that they are sent in this order', async () => {
  const { dialog } = await open(edit({}))
  expect(dialog.textContent).toContain('1 edit waits to be sent')
  expect(dialog.textContent).toContain('once the server answers')
  expect(screen.queryByRole('button', { name: 'Resolve' })).toBeNull()
})

it('U28 that the server fails, and is asked again, is said here alone, and not by a note over the fields', async () => {
  const message = 'Something went wrong.'
  const { dialog } = await open(edit({ problem: { ...problem, code: 'server-error', status: 500, message } }))
  expect(dialog.textContent).toContain('The server failed several times.')
  expect(dialog.textContent).toContain(message)
  fireEvent.keyDown(dialog, { key: 'Escape' })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.queryByText(/has not worked yet/)).toBeNull()
  expect(screen.queryByRole('button', { name: 'Retry now' })).toBeNull()
})

it.each([
  ['the site takes no invalid draft', true, 'It can be sent once all fields are valid.'],
  ['nobody has saved it', false, 'Save the document to send it.'],
])('F68 what is typed and stays here says why: %s', async (_name, validatesDrafts, words) => {
  const versions = manual.versions && { ...manual.versions, validatesDrafts }
  const { dialog, form } = await open(null, { versions })
  act(() => form.setField('slug', 'half-filled'))
  await waitFor(() => expect(dialog.textContent).toContain(words))
  act(() => form.setField('title', 'Whole'))
  await waitFor(() => expect(dialog.textContent).toContain('Save the document to send it.'))
})
