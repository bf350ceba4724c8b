import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { DocumentSession } from '../../../../renderer/form/document-session.ts'
import type { Collection } from '../../../../shared/cms/schema-model.ts'
import type { OutboxEntry } from '../../../../shared/sync/entry.ts'
import { text } from '../../shared/build-fields.ts'
import { showFields } from '../fields/show-fields.tsx'
import { de, en, entryOf } from '../form/form-fixtures.ts'

beforeEach(() => void vi.stubGlobal('galley', { call: async () => null, on: () => () => undefined }))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const german = entryOf([de('title', null, 'Nachtzug')], {
  key: 'e1',
  locale: 'de',
  group: 'g',
  state: 'sending',
})
const english = entryOf([en('title', null, 'Night train')], { key: 'e2', locale: 'en', group: 'g' })

/** The notes over their document's fields, as the edit screen has them. */
async function showNotes(entries: OutboxEntry[], versions: Collection['versions']) {
  const { DocumentNotes } = await import('../../../../renderer/screens/edit/document-notes.tsx')
  const session = { refresh: async () => undefined } as unknown as DocumentSession
  await showFields([text('title', { localized: true })], {
    view: { entries },
    versions,
    above: <DocumentNotes session={session} refreshed={null} />,
    around: (content) => <QueryClientProvider client={new QueryClient()}>{content}</QueryClientProvider>,
  })
}

describe('DM2 a save of several languages that is on its way', () => {
  it('DM2 (part) is said to arrive one language at a time where there are no drafts, and which are still to come', async () => {
    await showNotes([german, english], null)
    const note = screen.getByRole('status')
    expect(note.textContent).toContain('Your edits arrive one locale at a time')
    expect(note.textContent).toContain('Still to come: de, en. This document has no drafts')
  })

  it('DM2 (part) is said so as well where there are versions without drafts', async () => {
    await showNotes([english], {
      drafts: false,
      localeStatus: false,
      autosaveInterval: null,
      max: null,
      validatesDrafts: false,
      schedules: false,
    })
    expect(screen.getByRole('status').textContent).toContain('Still to come: en.')
  })

  it('DM2 (part) is nothing to speak of where there are drafts: nobody sees a part of it', async () => {
    await showNotes([german, english], {
      drafts: true,
      localeStatus: false,
      autosaveInterval: null,
      max: null,
      validatesDrafts: false,
      schedules: false,
    })
    expect(screen.queryByText(/one locale at a time/)).toBeNull()
  })

  it('DM2 (part) is not said of a save of one language', async () => {
    await showNotes([{ ...english, group: null }], null)
    expect(screen.queryByText(/one locale at a time/)).toBeNull()
  })
})
