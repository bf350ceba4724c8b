import { cleanup, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { DocumentDrawers } from '../../../../renderer/data/document-drawers-context.ts'
import type { OutboxDocument } from '../../../../shared/ipc.ts'
import { inSite, openable, resetSite } from '../fields/relation-site.tsx'
import { viewOf } from '../form/form-fixtures.ts'
import { renderInEnglish } from '../support/render-in-english.tsx'

const { FieldProviders } = await import('../../../../renderer/app/field-providers.tsx')
const { DraftDetail } = await import('../../../../renderer/screens/outbox/draft-detail.tsx')

beforeEach(resetSite)
afterEach(cleanup)

const drawers = {
  edit: vi.fn<DocumentDrawers['edit']>(),
  create: vi.fn<DocumentDrawers['create']>(),
  readAhead: vi.fn<DocumentDrawers['readAhead']>(),
}
const ref = { kind: 'collection', slug: 'trips', id: '1' } as const
const document: OutboxDocument = {
  ref,
  place: { queued: false, seq: 0 },
  title: 'North',
  isNew: false,
  isGone: false,
  hasDraft: true,
  state: { kind: 'saved' },
  entries: [],
  moves: [],
}

it('U27 (part) what another document took the place of is said by its title on both sides, not by its id', async () => {
  const change = { kind: 'set' as const, path: 'place', locale: null, from: 1, to: 2 }
  openable(() =>
    viewOf(
      { id: 1, title: 'North', place: 1 },
      { ref, draft: { changes: [change], lost: {}, savedAt: '2026-11-20T09:00:00.000Z' } },
    ),
  )
  await renderInEnglish(
    inSite(drawers)(
      <MemoryRouter>
        <FieldProviders>
          <DraftDetail document={document} title="North" nameOf={() => null} />
        </FieldProviders>
      </MemoryRouter>,
    ),
  )
  expect((await screen.findByText('Abisko')).closest('del')).not.toBeNull()
  expect((await screen.findByText('Narvik')).closest('ins')).not.toBeNull()
})
