import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { DocumentSession } from '../../../../renderer/form/document-session.ts'
import type { DocRef } from '../../../../shared/cms/doc-ref.ts'
import type { DocumentLock } from '../../../../shared/sync/document-lock.ts'
import { text } from '../../shared/build-fields.ts'
import { site } from '../../store/support/site.ts'
import { showFields } from '../fields/show-fields.tsx'
import { en, entryOf } from '../form/form-fixtures.ts'

/** Main, which must exist before its callers are imported. */
const main = vi.hoisted(() => {
  const made = { call: async (_name: string, _input: unknown): Promise<unknown> => undefined }
  vi.stubGlobal('galley', {
    call: (name: string, input: unknown) => made.call(name, input),
    on: () => () => undefined,
  })
  return made
})

/** Main's answers. */
let lock: DocumentLock
let taken: unknown
let unsent: { by: string | null; forMs: number }[]
let online: boolean
let calls: [string, unknown][]
let client: QueryClient
const refresh = vi.fn<() => Promise<void>>()

const MINUTE = 60_000
const erika = (more: object = {}): DocumentLock => ({
  kind: 'other',
  by: 'Erika Example',
  heldMs: 12 * MINUTE,
  lapsesInMs: 4 * MINUTE,
  taken: false,
  ...more,
})
/** Returns `10:32 AM` for a time so many milliseconds ago. */
const time = (ms: number) =>
  new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' }).format(Date.now() - ms)

beforeEach(() => {
  // At noon, no time some minutes ago was yesterday.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 23, 12) })
  lock = { kind: 'none' }
  taken = { outcome: 'done' }
  unsent = []
  online = true
  calls = []
  client = new QueryClient()
  refresh.mockResolvedValue(undefined)
  const answers: Record<string, () => unknown> = {
    'locks.look': () => lock,
    'locks.takeOver': () => taken,
    'unsent.others': () => unsent,
    'connection.get': () => ({ status: online ? 'online' : 'offline' }),
    'session.get': () => ({ permissions: { collections: { posts: { update: true } } } }),
  }
  main.call = async (name, input) => {
    calls.push([name, input])
    return answers[name]?.()
  }
})
afterEach(() => {
  cleanup()
  client.clear()
  vi.clearAllMocks()
  vi.useRealTimers()
})

async function showNotes(entries = [] as ReturnType<typeof entryOf>[]) {
  const { DocumentLockProvider } = await import('../../../../renderer/screens/edit/lock/document-lock.tsx')
  const { DocumentNotes } = await import('../../../../renderer/screens/edit/document-notes.tsx')
  const { SchemaProvider } = await import('../../../../renderer/data/schema-context.tsx')
  const session = { refresh } as unknown as DocumentSession
  const around = (children: ReactNode) => (
    <MemoryRouter initialEntries={['/collections/posts/7']}>
      <QueryClientProvider client={client}>
        <SchemaProvider value={site}>{children}</SchemaProvider>
      </QueryClientProvider>
    </MemoryRouter>
  )
  return showFields([text('title', { localized: true })], {
    view: { entries },
    entity: { lockMs: 5 * MINUTE },
    around,
    above: (
      <DocumentLockProvider session={session}>
        <DocumentNotes session={session} refreshed={null} />
      </DocumentLockProvider>
    ),
  })
}

/** Sends a new state of the lock. */
async function becomes(next: DocumentLock, ref: DocRef): Promise<void> {
  const { queryKeys } = await import('../../../../renderer/data/queries.ts')
  const { shownLock } = await import('../../../../renderer/data/document-lock.ts')
  lock = next
  act(() => void client.setQueryData(queryKeys.lock(ref), shownLock(next)))
}

const button = (name: string) => screen.findByRole('button', { name })

describe('a document that somebody else edits', () => {
  it('says who, since when and until when, and can be read, taken over or left', async () => {
    lock = erika()
    await showNotes()
    const note = await screen.findByRole('status')
    expect(note.textContent).toContain(
      `Erika Example has been editing this document since ${time(12 * MINUTE)}.`,
    )
    expect(note.textContent).toContain(`It is free at ${time(-4 * MINUTE)} at the latest`)
    await button('Go back')
    fireEvent.click(await button('View read-only'))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'View read-only' })).toBeNull())
    fireEvent.click(await button('Take over'))
    await waitFor(() => expect(refresh).toHaveBeenCalled())
    expect(calls.map(([name]) => name)).toContain('locks.takeOver')
  })

  it('says so when they are done, and fetches what they left', async () => {
    lock = erika({ by: null })
    const { document } = await showNotes()
    await screen.findByText(/^Another user has been editing this document/)
    await becomes({ kind: 'none' }, document.getRef())
    await screen.findByText('Another user is no longer editing this document.')
    expect(refresh).toHaveBeenCalledTimes(1)
    fireEvent.click(await button('Close'))
    await waitFor(() => expect(screen.queryByRole('status')).toBeNull())
  })

  it('keeps what was typed before that was known, with its ways out', async () => {
    lock = erika()
    await showNotes([
      entryOf([en('title', null, 'Night train')], {
        state: 'waiting',
        problem: { code: 'locked', message: 'Locked.', status: 423, fields: [], conflicts: [] },
      }),
    ])
    // Before the holder is known, the waiting entry says it.
    await button('Retry now')
    await screen.findByText(
      /Your edits are saved on this computer. They are sent when the other person is done, or when you take over./,
    )
    expect(screen.getAllByRole('status')).toHaveLength(1)
    expect(screen.queryByRole('button', { name: 'View read-only' })).toBeNull()
    fireEvent.click(await button('More actions'))
    await screen.findByRole('menuitem', { name: /export/i })
  })

  it('M.08 (part locks) says why it could not be taken over', async () => {
    lock = erika()
    taken = { outcome: 'refused', message: 'Not today.' }
    await showNotes()
    fireEvent.click(await button('Take over'))
    await waitFor(() => expect(calls.map(([name]) => name)).toContain('locks.takeOver'))
    expect(refresh).not.toHaveBeenCalled()
    await screen.findByText(/has been editing this document since/)
  })
})

describe('a document that is taken over from me', () => {
  it('says by whom, and gives it back', async () => {
    lock = { kind: 'mine' }
    const { document } = await showNotes([entryOf([en('title', null, 'Night train')])])
    await waitFor(() => expect(calls.map(([name]) => name)).toContain('locks.look'))
    await becomes(erika({ taken: true, heldMs: 0 }), document.getRef())
    await screen.findByText(`Erika Example took over this document at ${time(0)}.`)
    fireEvent.click(await button('Take back'))
    await waitFor(() => expect(calls.map(([name]) => name)).toContain('locks.takeOver'))
  })
})

describe('without the server', () => {
  it('says who had it last and until when that counts, and offers nothing that needs the server', async () => {
    lock = erika()
    online = false
    await showNotes()
    await screen.findByText(`Erika Example started editing this document at ${time(12 * MINUTE)}.`)
    expect(screen.queryByRole('button', { name: 'Take over' })).toBeNull()
  })
})

describe('edits of somebody else that have not arrived', () => {
  it('are told of quietly, with since when', async () => {
    unsent = [
      { by: 'Erika Example', forMs: 20 * MINUTE },
      { by: null, forMs: 0 },
    ]
    await showNotes()
    const words = 'has unsent edits of this document'
    const notes = await screen.findAllByRole('status')
    expect(notes.map((note) => note.textContent)).toEqual([
      `Erika Example ${words} (since ${time(20 * MINUTE)}).`,
      `Another user ${words} (since ${time(0)}).`,
    ])
  })
})
