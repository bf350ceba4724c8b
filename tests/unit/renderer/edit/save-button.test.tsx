import { cleanup, screen, waitFor } from '@testing-library/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, it, vi } from 'vitest'
import type { DocumentSession } from '../../../../renderer/form/document-session.ts'
import type { Field } from '../../../../shared/cms/schema-model.ts'
import { text } from '../../shared/build-fields.ts'
import { site } from '../../store/support/site.ts'
import { showFields } from '../fields/show-fields.tsx'

/* The Save button of a new document without drafts. */

/** Main, which must exist before its callers are imported. */
vi.hoisted(() => {
  const rights = { permissions: { collections: { posts: { create: true, read: true, update: true } } } }
  vi.stubGlobal('galley', {
    call: async (name: string) => (name === 'session.get' ? rights : null),
    on: () => () => undefined,
  })
})
const { DocumentActions } = await import('../../../../renderer/screens/edit/document-actions.tsx')
const { SchemaProvider } = await import('../../../../renderer/data/schema-context.tsx')
afterEach(cleanup)

/** Returns the reason that Save is disabled; undefined: it is enabled. */
async function saidBySave(fields: Field[]): Promise<() => string | undefined> {
  await showFields(fields, {
    entity: { slug: 'posts' },
    view: { isNew: true },
    around: (children) => (
      <MemoryRouter initialEntries={['/collections/posts/7']}>
        <QueryClientProvider client={new QueryClient()}>
          <SchemaProvider value={site}>{children}</SchemaProvider>
        </QueryClientProvider>
      </MemoryRouter>
    ),
    above: <DocumentActions session={{} as unknown as DocumentSession} />,
  })
  const save = await screen.findByRole('button', { name: 'Save' })
  return () => (save.getAttribute('aria-disabled') === 'true' ? save.dataset['tooltip'] : undefined)
}

it('waits for something to be typed, where something can be', async () => {
  const said = await saidBySave([text('title')])
  await waitFor(() => expect(said()).toBe('There is nothing to save'))
})

it('can be saved as it is where nothing can be typed, as a user who has an API key alone (F109)', async () => {
  const said = await saidBySave([text('id', { hidden: true })])
  await waitFor(() => expect(said()).toBeUndefined())
})
