import { GitCompareArrows } from 'lucide-react'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { DocumentDrawers } from '../../../../renderer/data/document-drawers-context.ts'
import type { OutboxDocument } from '../../../../shared/ipc.ts'
import { buildEntry } from '../../shared/build-entry.ts'
import { inSite, openable, resetSite } from '../fields/relation-site.tsx'
import { viewOf } from '../form/form-fixtures.ts'
import { renderInEnglish } from '../support/render-in-english.tsx'

const { FieldProviders } = await import('../../../../renderer/app/field-providers.tsx')
const { EntryDetail } = await import('../../../../renderer/screens/outbox/entry-detail.tsx')

beforeEach(resetSite)
afterEach(cleanup)

const drawers = {
  edit: vi.fn<DocumentDrawers['edit']>(),
  create: vi.fn<DocumentDrawers['create']>(),
  readAhead: vi.fn<DocumentDrawers['readAhead']>(),
}

it('shows the times of both changes at a conflict', async () => {
  const ref = { kind: 'collection', slug: 'trips', id: '1' } as const
  const [mine, theirs] = ['2026-11-20T09:00:00.000Z', '2026-11-21T10:00:00.000Z']
  const conflict = { path: 'title', locale: null, base: 'North', mine: 'Far north', theirs: 'South' }
  const entry = buildEntry({
    ref,
    state: 'parked',
    createdAt: mine,
    changes: [{ kind: 'set', path: 'title', locale: null, from: 'North', to: 'Far north' }],
    problem: { code: 'conflict', message: '', status: null, fields: [], conflicts: [conflict] },
  })
  const view = viewOf({ id: 1, title: 'South' }, { ref, entries: [entry] })
  openable(() => ({ ...view, base: { ...view.base, updatedAt: theirs } }))
  const document: OutboxDocument = {
    ref,
    place: { queued: true, seq: 1 },
    title: 'South',
    isNew: false,
    isGone: false,
    hasDraft: false,
    state: { kind: 'conflict', fields: 1 },
    entries: [entry],
    moves: [],
  }
  await renderInEnglish(
    inSite(drawers)(
      <MemoryRouter>
        <FieldProviders>
          <EntryDetail
            entry={entry}
            document={document}
            title="South"
            state={{ icon: GitCompareArrows, tone: 'decide', text: 'Conflict' }}
            nameOf={() => null}
          />
        </FieldProviders>
      </MemoryRouter>,
    ),
  )
  const timeOf = async (side: string) =>
    (await screen.findByRole('radio', { name: new RegExp(`^${side}`) }))
      .closest('label')
      ?.querySelector('time')?.dateTime
  await waitFor(async () => expect(await timeOf('Theirs')).toBe(theirs))
  expect(await timeOf('Yours')).toBe(mine)
})
