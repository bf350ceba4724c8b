import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { makeRef } from '../../../../shared/cms/doc-ref.ts'
import { renderInEnglish } from '../support/render-in-english.tsx'

/* What is said before a document is deleted: only what is so of this one, now. */

let status: 'online' | 'offline'
let unsent: boolean
vi.stubGlobal('galley', {
  call: async (name: string) =>
    name === 'connection.get'
      ? { status }
      : name === 'documents.referrers'
        ? { documents: [], unsent }
        : null,
  on: () => () => undefined,
})
const { DeleteDialog } = await import('../../../../renderer/fields/document-rows/delete-dialog.tsx')
afterEach(cleanup)

const queued = 'This happens once the server answers. Until then you can undo it in the outbox.'
const loses = 'You lose its edits that were not sent yet.'

it.each([
  ['nothing of the outbox or of edits, of a sent document online', 'online', false, [], [queued, loses]],
  ['that it waits, offline', 'offline', false, [queued], [loses]],
  ['that unsent edits are lost', 'online', true, [loses], [queued]],
] as const)('says %s (U44)', async (_name, at, has, said, unsaid) => {
  status = at
  unsent = has
  await renderInEnglish(
    <QueryClientProvider client={new QueryClient()}>
      <DeleteDialog
        docRef={makeRef('collection', 'posts', '7')}
        title="Kiruna"
        trash
        busy={false}
        onConfirm={() => undefined}
        onCancel={() => undefined}
      />
    </QueryClientProvider>,
  )
  await screen.findByText('You can restore it from the trash.')
  const text = () => document.body.textContent
  await waitFor(() => {
    for (const words of said) expect(text()).toContain(words)
    for (const words of unsaid) expect(text()).not.toContain(words)
  })
})
