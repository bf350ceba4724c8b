import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { DocumentSession } from '../../../../renderer/form/document-session.ts'
import { makeRef } from '../../../../shared/cms/doc-ref.ts'
import type { Field } from '../../../../shared/cms/schema-model.ts'
import { problemOf } from '../../../../shared/sync/entry.ts'
import type { QueuedMove } from '../../../../shared/sync/queued-move.ts'
import { collapsible, tab, tabs, text } from '../../shared/build-fields.ts'
import { site } from '../../store/support/site.ts'
import { showFields } from '../fields/show-fields.tsx'
import { de, en, entryOf, set } from '../form/form-fixtures.ts'

const save = vi.fn<() => Promise<unknown>>()
beforeEach(() => {
  save.mockReset().mockResolvedValue({ saved: false })
  vi.stubGlobal('galley', { call: async () => undefined, on: () => () => undefined })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const fields: Field[] = [
  text('slug', { label: 'Slug' }),
  {
    ...tabs(
      { ...tab(null, [text('intro', { label: 'Intro' })]), label: 'One' },
      {
        ...tab('meta', [
          collapsible([text('headline', { label: 'Headline', localized: true })], {
            label: 'More',
            initCollapsed: true,
            schemaPath: 'posts.meta._index-0',
          }),
        ]),
        label: 'Two',
      },
    ),
    schemaPath: 'posts._index-1',
  },
]
const refused = entryOf([en('meta.headline', null, 'x'), set('slug', null, 's')], {
  state: 'parked',
  problem: {
    code: 'validation',
    message: '',
    status: 400,
    fields: [
      { path: 'meta.headline.en', message: 'Too short a headline' },
      { path: 'slug', message: 'Slug is taken' },
    ],
    conflicts: [],
  },
})

/** A note over its document's fields, as the edit screen has it. */
async function showAbove(note: ReactNode, more: Parameters<typeof showFields>[1]) {
  const { SchemaProvider } = await import('../../../../renderer/data/schema-context.tsx')
  const above = (
    <MemoryRouter>
      <QueryClientProvider client={new QueryClient()}>
        <SchemaProvider value={site}>{note}</SchemaProvider>
      </QueryClientProvider>
    </MemoryRouter>
  )
  return showFields(fields, { ...more, above })
}

async function showNote(entry = refused, more: Parameters<typeof showFields>[1] = {}) {
  const { ProblemNote } = await import('../../../../renderer/screens/edit/problem-note.tsx')
  const session = { save } as unknown as DocumentSession
  return showAbove(<ProblemNote entry={entry} session={session} />, { view: { entries: [entry] }, ...more })
}

it('F51 the note of a refused save shows the server’s words, and its links show the fields', async () => {
  const { form } = await showNote()
  expect(screen.queryByRole('textbox', { name: /^Headline/ })).toBeNull()
  const link = screen.getByRole('button', { name: /Headline/ })
  expect(link.closest('li')?.textContent).toContain('Too short a headline')
  await act(async () => void fireEvent.click(link))
  expect(form.getForm().reveal?.path).toBe('meta.headline')
  const input = screen.getByRole('textbox', { name: /^Headline/ })
  expect(screen.getByRole('tab', { name: /Two/ }).getAttribute('aria-selected')).toBe('true')
  expect(screen.getByRole('button', { name: /^More(?! actions)/ }).getAttribute('aria-expanded')).toBe('true')
  expect(input.getAttribute('aria-invalid')).toBe('true')
  expect(screen.getAllByText(/Too short a headline/)).toHaveLength(2)
})

it('what the server says of no field stands in quotation marks, behind what happened and what to do', async () => {
  const problem = { code: 'rejected', message: 'The archive is closed.', status: 400 } as const
  await showNote(
    entryOf([set('slug', null, 's')], {
      state: 'parked',
      problem: { ...problem, fields: [], conflicts: [] },
    }),
  )
  expect(screen.getByText(/It is kept here\. Correct it in the document, then retry\./)).toBeTruthy()
  expect(screen.getByText('The server says: “The archive is closed.”')).toBeTruthy()
})

it('so do those about a move', async () => {
  const { MoveNote } = await import('../../../../renderer/screens/edit/trouble-note.tsx')
  const queued: QueuedMove = {
    key: 'm1',
    seq: 1,
    ref: makeRef('collection', 'posts', '1'),
    move: { field: '_order', scope: null, near: [{ id: '7', side: 'greater' }] },
    shown: null,
    state: 'parked',
    problem: problemOf('rejected', { message: 'The archive is closed.', status: 400 }),
    attempts: 1,
    createdAt: '2026-11-20T09:14:00.000Z',
    updatedAt: '2026-11-20T09:14:00.000Z',
  }
  await showAbove(<MoveNote queued={queued} />, {})
  expect(screen.getByText('The server says: “The archive is closed.”')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Retry now' })).toBeTruthy()
})

it('what was saved since leaves with what was refused when it is tried again', async () => {
  const press = () => act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Retry now' })))
  await showNote(refused, { view: { entries: [refused] } })
  await press()
  expect(save).not.toHaveBeenCalled()
  cleanup()
  const saved = entryOf([set('slug', 's', 't')], { key: 'saved' })
  await showNote(refused, { view: { entries: [refused, saved] } })
  await press()
  expect(save).toHaveBeenCalledTimes(1)
})

it('its links lead into the language that was refused, where two stand side by side', async () => {
  const inGerman = { ...refused, locale: 'de', changes: [de('meta.headline', null, 'x')] }
  const { form, german } = await showNote(
    entryOf(inGerman.changes, {
      ...inGerman,
      problem: {
        code: 'validation',
        message: '',
        status: 400,
        fields: [{ path: 'meta.headline.de', message: 'Zu kurz' }],
        conflicts: [],
      },
    }),
    { beside: {} },
  )
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: /Headline/ })))
  expect(german.getForm().reveal?.path).toBe('meta.headline')
  expect(form.getForm().reveal).toBeNull()
})
