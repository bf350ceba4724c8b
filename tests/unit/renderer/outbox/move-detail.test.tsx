import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, it, vi } from 'vitest'
import { makeRef } from '../../../../shared/cms/doc-ref.ts'
import type { OutboxDocument } from '../../../../shared/ipc.ts'
import { problemOf } from '../../../../shared/sync/entry.ts'
import type { QueuedMove } from '../../../../shared/sync/queued-move.ts'
import { site } from '../../store/support/site.ts'
import { bridgeOf } from '../form/form-fixtures.ts'
import { renderInEnglish } from '../support/render-in-english.tsx'

const main = bridgeOf({
  'documents.titles': () => ({ titles: [] }),
  'documents.get': () => null,
  'locks.takeOver': () => ({ outcome: 'done' }),
  'outbox.retry': () => ({ outcome: 'released' }),
  'outbox.discard': () => null,
})
vi.stubGlobal('galley', main.bridge)
const { FieldProviders } = await import('../../../../renderer/app/field-providers.tsx')
const { createQueryClient } = await import('../../../../renderer/data/query-client.ts')
const { SchemaProvider } = await import('../../../../renderer/data/schema-context.tsx')
const { MoveDetail } = await import('../../../../renderer/screens/outbox/move-detail.tsx')
const { OutboxGroup } = await import('../../../../renderer/screens/outbox/outbox-group.tsx')
afterEach(cleanup)

const ref = makeRef('collection', 'posts', '1')
const made = '2026-11-20T09:14:00.000Z'
const parked: QueuedMove = {
  key: 'm1',
  seq: 1,
  ref,
  move: { field: '_order', scope: null, near: [{ id: '7', side: 'greater' }] },
  shown: 'a1',
  state: 'parked',
  problem: problemOf('denied', { message: 'Not yours.', status: 403 }),
  attempts: 2,
  createdAt: made,
  updatedAt: made,
}

const show = (content: React.ReactNode) =>
  renderInEnglish(
    <QueryClientProvider client={createQueryClient()}>
      <SchemaProvider value={site}>
        <FieldProviders>
          <MemoryRouter>{content}</MemoryRouter>
        </FieldProviders>
      </SchemaProvider>
    </QueryClientProvider>,
  )

it('SY10 a move that was refused says where it would go and why it is here, and is let go or given up', async () => {
  await show(<MoveDetail queued={parked} title="Island" />)
  expect(screen.getByRole('heading', { name: /^Move/ })).toBeTruthy()
  expect(screen.getByText('“Not yours.”')).toBeTruthy()
  expect(screen.getByText(/7/)).toBeTruthy()
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).not.toContain('Create again')
  fireEvent.click(screen.getByRole('button', { name: 'Retry now' }))
  await waitFor(() => expect(main.named('outbox.retry')).toEqual([{ key: 'm1', choices: {}, shown: [] }]))
  fireEvent.click(await screen.findByRole('button', { name: /^Discard/ }))
  const dialog = await screen.findByRole('alertdialog')
  expect(main.named('outbox.discard')).toEqual([])
  expect(dialog.textContent).toContain('Island')
  const confirm = [...dialog.querySelectorAll('button')].find(({ textContent }) =>
    /discard/i.test(textContent),
  )
  if (confirm === undefined) throw new Error('nothing confirms')
  fireEvent.click(confirm)
  await waitFor(() => expect(main.named('outbox.discard')).toEqual([{ key: 'm1' }]))
})

it('SY16 a move stands in the outbox below the edits of its document, with its state', async () => {
  const document: OutboxDocument = {
    ref,
    place: { queued: true, seq: 1 },
    title: 'Island',
    isNew: false,
    isGone: false,
    hasDraft: false,
    state: { kind: 'waiting', count: 1 },
    entries: [],
    moves: [{ ...parked, state: 'waiting', problem: null, attempts: 0 }],
  }
  const onSelect = vi.fn<(key: string) => void>()
  const props = { document, title: 'Island', titleOf: () => null, selected: null, onKeyDown: () => undefined }
  await show(<OutboxGroup {...props} onSelect={onSelect} />)
  const line = screen.getByRole('button', { name: /Move.*Waiting/ })
  fireEvent.click(line)
  expect(onSelect).toHaveBeenCalledWith('m1')
})
