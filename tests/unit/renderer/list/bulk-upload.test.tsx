import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, it, vi } from 'vitest'
import { QueryClientProvider } from '@tanstack/react-query'
import type { CallInput } from '../../../../shared/ipc.ts'
import { createOpenDocuments } from '../../../../renderer/form/open-documents.ts'
import { OpenDocumentsProvider } from '../../../../renderer/form/open-documents-context.ts'
import { fieldTypes } from '../../../../shared/fields/registry.ts'
import type { Json } from '../../../../shared/json.ts'
import { bridgeOf } from '../form/form-fixtures.ts'
import { media, uploadSite } from '../../store/support/upload-site.ts'
import { renderInEnglish } from '../support/render-in-english.tsx'

const created: CallInput<'documents.create'>[] = []
const main = vi.hoisted(() => ({ isFull: false }))
const server = {
  id: 's',
  url: 'https://nordlys.example',
  name: 'Nordlys',
  waiting: null,
  lastIdentifier: null,
}
const { bridge } = bridgeOf({
  'session.get': () => ({
    user: {},
    permissions: { collections: { media: true } },
    visible: { collections: ['media'], globals: [] },
  }),
  'files.begin': () => ({ id: crypto.randomUUID() }),
  'files.append': () => undefined,
  'files.finish': () => ({ size: 1 }),
  'forms.held': ({ place }: CallInput<'forms.held'>) => ({ content: held.get(place) ?? null }),
  'forms.hold': ({ place, content }: CallInput<'forms.hold'>) => {
    if (content === null) held.delete(place)
    else held.set(place, content)
  },
  'documents.create': (input: CallInput<'documents.create'>) => {
    if (main.isFull) throw new Error('disk-full')
    created.push(input)
    return { ref: { kind: 'collection', slug: 'media', id: 'tmp_1' } }
  },
})
vi.stubGlobal('galley', bridge)
const { BulkUpload } = await import('../../../../renderer/screens/list/bulk-upload/bulk-upload.tsx')
const { createQueryClient } = await import('../../../../renderer/data/query-client.ts')
const { SchemaProvider } = await import('../../../../renderer/data/schema-context.tsx')
const { AccountProvider } = await import('../../../../renderer/data/account-context.tsx')
const { FieldProviders } = await import('../../../../renderer/app/field-providers.tsx')

afterEach(cleanup)

const held = new Map<string, Json>()
const documents = createOpenDocuments({ bridge, types: fieldTypes })
const inApp = (content: ReactNode) => (
  <MemoryRouter>
    <QueryClientProvider client={createQueryClient()}>
      <SchemaProvider value={uploadSite}>
        <AccountProvider value={{ server, collection: 'users', userId: '1', label: 'E' }}>
          <OpenDocumentsProvider value={documents}>
            <FieldProviders>{content}</FieldProviders>
          </OpenDocumentsProvider>
        </AccountProvider>
      </SchemaProvider>
    </QueryClientProvider>
  </MemoryRouter>
)

it('SY14 (part) a file that could not be queued keeps its place and is tried again; each document is there with its file or not at all', async () => {
  if (media.upload === false) throw new Error('no upload')
  await renderInEnglish(
    inApp(<BulkUpload collection={media} config={media.upload} onClose={() => undefined} />),
  )
  const input = document.querySelector('input[type=file]')
  if (!(input instanceof HTMLInputElement)) throw new Error('no input')
  fireEvent.change(input, { target: { files: [new File(['x'], 'one.txt', { type: 'text/plain' })] } })
  const row = within(await screen.findByRole('listitem'))
  await row.findByText('On this computer')
  const save = () =>
    act(() => Promise.resolve(fireEvent.click(screen.getByRole('button', { name: 'Save 1 file' }))))
  main.isFull = true
  await save()
  expect(row.queryByText('On this computer')).toBeNull()
  main.isFull = false
  await save()
  await row.findByText('Waiting to send')
  expect(created).toMatchObject([
    { slug: 'media', commit: { mode: 'save', changes: [{ path: 'file', to: { name: 'one.txt' } }] } },
  ])
})

it('F83 what is typed for all files is in the journal, comes back after a kill, and is given up by Close', async () => {
  if (media.upload === false) throw new Error('no upload')
  const { upload } = media
  const show = () =>
    renderInEnglish(inApp(<BulkUpload collection={media} config={upload} onClose={() => undefined} />))
  const alt = () => screen.findByRole<HTMLInputElement>('textbox', { name: /alt/i })
  await show()
  fireEvent.change(await alt(), { target: { value: 'Typed for all' } })
  expect(await documents.flush()).toBe(true)
  expect(held.get('bulk-upload media')).toMatchObject({ changes: [{ path: 'alt', to: 'Typed for all' }] })
  cleanup()
  await show()
  await waitFor(async () => expect((await alt()).value).toBe('Typed for all'))
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(held.size).toBe(0))
})
