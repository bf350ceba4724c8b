import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { makeRef, type DocRef } from '../../../../shared/cms/doc-ref.ts'
import { fieldTypes } from '../../../../shared/fields/registry.ts'
import type { ListQuery } from '../../../../shared/ipc.ts'
import { site } from '../../store/support/site.ts'
import { renderInEnglish } from '../support/render-in-english.tsx'

/* The question before a deletion: only warnings that apply to this document now. */

let status: 'online' | 'offline'
let unsent: boolean
let pointing: DocRef[]
const titled = ({ slug, where }: ListQuery) => ({
  rows: pointing.map((ref) => ({
    ref,
    data: { title: `Story ${ref.kind === 'collection' ? ref.id : ''}` },
    status: null,
    updatedAt: null,
    state: { kind: 'saved' },
    isNew: false,
    complete: true,
  })),
  totalDocs: pointing.length,
  source: 'cache',
  fetchedAt: null,
  coverage: { here: pointing.length, total: null },
  asked: [slug, where],
})
vi.stubGlobal('galley', {
  call: async (name: string, input: ListQuery) => {
    if (name === 'connection.get') return { status }
    if (name === 'documents.referrers') return { documents: pointing, unsent }
    return name === 'documents.list' ? titled(input) : null
  },
  on: () => () => undefined,
})
const { DeleteDialog } = await import('../../../../renderer/fields/document-rows/delete-dialog.tsx')
const { FieldTypesProvider } = await import('../../../../renderer/data/field-types-context.ts')
const { SchemaProvider } = await import('../../../../renderer/data/schema-context.tsx')
afterEach(cleanup)
beforeEach(() => void (pointing = []))

const queued = 'This happens once the server answers. Until then you can undo it in the outbox.'
const loses = 'You lose its edits that were not sent yet.'

async function show(): Promise<void> {
  await renderInEnglish(
    <MemoryRouter>
      <QueryClientProvider client={new QueryClient()}>
        <FieldTypesProvider value={fieldTypes}>
          <SchemaProvider value={site}>
            <DeleteDialog
              docRef={makeRef('collection', 'posts', '7')}
              title="Kiruna"
              trash
              busy={false}
              onConfirm={() => undefined}
              onCancel={() => undefined}
            />
          </SchemaProvider>
        </FieldTypesProvider>
      </QueryClientProvider>
    </MemoryRouter>,
  )
}

it.each([
  ['nothing of the outbox or of edits, of a sent document online', 'online', false, [], [queued, loses]],
  ['that it waits, offline', 'offline', false, [queued], [loses]],
  ['that unsent edits are lost', 'online', true, [loses], [queued]],
] as const)('says %s (U44)', async (_name, at, has, said, unsaid) => {
  status = at
  unsent = has
  await show()
  await screen.findByText('You can restore it from the trash.')
  const text = () => document.body.textContent
  await waitFor(() => {
    for (const words of said) expect(text()).toContain(words)
    for (const words of unsaid) expect(text()).not.toContain(words)
  })
})

it('U40 (deleting) names the documents that point to it, each of which leads there, and how many there are besides', async () => {
  status = 'online'
  unsent = false
  pointing = ['1', '2', '3', '4', '5', '6', '7'].map((id) => makeRef('collection', 'posts', id))
  await show()
  await screen.findByText('7 documents on this computer point to it.')
  const links = () => screen.getAllByRole('link').map((one) => one.textContent)
  await waitFor(() => expect(links()).toEqual(['Story 1', 'Story 2', 'Story 3', 'Story 4', 'Story 5']))
  expect(screen.getAllByRole('link')[1]?.getAttribute('href')).toBe('/collections/posts/2?locale=en')
  expect(screen.getByText('And 2 more.')).toBeTruthy()
})
