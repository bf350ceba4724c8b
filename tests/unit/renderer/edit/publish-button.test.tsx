import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, it, vi } from 'vitest'
import type { DocumentSession } from '../../../../renderer/form/document-session.ts'
import { makeRef } from '../../../../shared/cms/doc-ref.ts'
import type { OutboxEntry } from '../../../../shared/sync/entry.ts'
import { buildEntry } from '../../shared/build-entry.ts'
import { text } from '../../shared/build-fields.ts'
import { allPermissions } from '../../shared/all-permissions.ts'
import { site } from '../../store/support/site.ts'
import { showFields } from '../fields/show-fields.tsx'
import { manual, viewOf } from '../form/form-fixtures.ts'

/* The publish button and its menu, by what the site says of publishing a locale. */

const answers = vi.hoisted(() => {
  const byName = new Map<string, (input: unknown) => unknown>()
  const heard = new Map<string, Set<() => void>>()
  vi.stubGlobal('galley', {
    call: async (name: string, input: unknown) => byName.get(name)?.(input) ?? null,
    on: (name: string, listener: () => void) => {
      const all = heard.get(name) ?? new Set()
      heard.set(name, all.add(listener))
      return () => all.delete(listener)
    },
  })
  return Object.assign(byName, { listeners: (name: string) => [...(heard.get(name) ?? [])] })
})
const { DocumentActions } = await import('../../../../renderer/screens/edit/document-actions.tsx')
const { ScheduleMark } = await import('../../../../renderer/screens/edit/schedule-mark.tsx')
const { SchemaProvider } = await import('../../../../renderer/data/schema-context.tsx')

afterEach(() => {
  cleanup()
  answers.clear()
})

async function show(
  publishesActive: boolean,
  localized: boolean,
  schedules = false,
  ref = makeRef('collection', 'posts', '7'),
): Promise<string[]> {
  const saved: string[] = []
  const session = {
    save: async (mode: string, locale: string | null) => {
      saved.push(`${mode} ${locale}`)
      return { saved: true, key: 'k' }
    },
  } as unknown as DocumentSession
  const localization = site.localization && {
    ...site.localization,
    ...(publishesActive && { publishesActive }),
  }
  const { form } = await showFields([text('title', { localized })], {
    locale: 'en',
    versions: manual.versions === null ? null : { ...manual.versions, schedules },
    view: {
      permissions: { answer: allPermissions, isOfNow: true, fulfils: { update: null, delete: null } },
    },
    around: (children) => (
      <MemoryRouter initialEntries={['/collections/posts/7?locale=en']}>
        <QueryClientProvider client={new QueryClient()}>
          <SchemaProvider
            value={{ ...site, localization, capabilities: { ...site.capabilities, schedule: true } }}
          >
            {children}
          </SchemaProvider>
        </QueryClientProvider>
      </MemoryRouter>
    ),
    above: (
      <>
        <ScheduleMark docRef={ref} />
        <DocumentActions session={session} />
      </>
    ),
  })
  form.setField('title', 'Other')
  return saved
}

async function press(name: string): Promise<void> {
  const button = await screen.findByRole('button', { name })
  await waitFor(() => expect(button.getAttribute('aria-disabled')).not.toBe('true'))
  fireEvent.click(button)
}

async function choose(item: string): Promise<void> {
  fireEvent.click(await screen.findByRole('button', { name: 'More publish options' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: item }))
}

it('publishes the locale on the screen if the site says so, and all of them from the menu (F89)', async () => {
  const saved = await show(true, true)
  await press('Publish in English when online')
  await waitFor(() => expect(saved).toEqual(['publish-locale en']))
  await choose('Publish all locales')
  await waitFor(() => expect(saved).toEqual(['publish-locale en', 'publish en']))
})

it('publishes all locales otherwise, and the one on the screen from the menu (F89)', async () => {
  const saved = await show(false, true)
  await press('Publish when online')
  await waitFor(() => expect(saved).toEqual(['publish en']))
  await choose('Publish in English')
  await waitFor(() => expect(saved).toEqual(['publish en', 'publish-locale en']))
})

it('publishes the document if no field of it has a value per locale, whatever the site says (F89)', async () => {
  const saved = await show(true, false)
  await press('Publish when online')
  await waitFor(() => expect(saved).toEqual(['publish en']))
  fireEvent.click(await screen.findByRole('button', { name: 'More publish options' }))
  await screen.findByRole('menu')
  expect(screen.queryByRole('menuitem', { name: /Publish (in|all)/ })).toBeNull()
})

const plan = (id: string, parts: object = {}) => ({
  id,
  type: 'publish',
  locale: null,
  timeZone: null,
  at: '2099-12-24T08:00:00.000Z',
  ...parts,
})

const untilPlanned = () => screen.findByText(/^(Unp|P)ublishes /)

/** Queues this entry. The returned function replaces it and reports that; null: none, `sent`: the server has it. */
function outbox(first: Partial<OutboxEntry>) {
  const put = (now: Partial<OutboxEntry> | 'sent' | null): void => {
    const entries = now === null || now === 'sent' ? [] : [buildEntry({ mode: 'publish', ...now })]
    answers.set('documents.get', () => viewOf({}, { entries }))
    answers.set('outbox.sent', () => (now === 'sent' ? [{ key: 'k', mode: 'publish' }] : []))
  }
  put(first)
  return async (now: Partial<OutboxEntry> | 'sent' | null): Promise<void> => {
    put(now)
    await act(async () => answers.listeners('outbox.changed').forEach((listener) => listener()))
  }
}

/** The server has these plans; what it is asked of them. */
function planned(status: 'online' | 'offline', plans: ReturnType<typeof plan>[]): unknown[] {
  const asked: unknown[] = []
  const state = { status, since: '', lastContact: null, problem: null }
  answers.set('connection.get', () => state)
  answers.set('documents.schedules', () => [{ id: '7', plans }])
  answers.set('documents.schedule', (input) => {
    if (JSON.stringify(input).includes('cancel')) asked.push(input)
    return { outcome: 'done', plans: asked.length > 0 ? [] : plans }
  })
  return asked
}

it('asks before it publishes what is scheduled, and removes the schedule by Enter (U45)', async () => {
  const asked = planned('online', [plan('a'), plan('b', { type: 'unpublish' })])
  const saved = await show(false, false, true)
  await untilPlanned()
  await press('Publish changes')
  await screen.findByRole('alertdialog', { name: /^Publish .* now\?$/ })
  expect(screen.getByRole('alertdialog').textContent).toContain('2099')
  expect(saved).toEqual([])
  const main = screen.getByRole('button', { name: 'Publish, remove schedule' })
  expect(document.activeElement).toBe(main)
  const become = outbox({ state: 'waiting' })
  fireEvent.click(main)
  await become({ state: 'sending' })
  expect(saved).toEqual(['publish en'])
  expect(asked).toEqual([])
  await become('sent')
  await waitFor(() => expect(asked).toMatchObject([{ what: 'cancel', id: 'a' }]))
})

it.each<[string, Partial<OutboxEntry> | null]>([
  ['is refused', { state: 'parked' }],
  ['is taken back', { mode: 'draft' }],
  ['is discarded', null],
])('keeps the schedule if the publish %s (U45)', async (_, entry) => {
  const asked = planned('online', [plan('a')])
  const saved = await show(false, false, true)
  await untilPlanned()
  await press('Publish changes')
  const become = outbox({ state: 'waiting' })
  fireEvent.click(await screen.findByRole('button', { name: 'Publish, remove schedule' }))
  await waitFor(() => expect(saved).toEqual(['publish en']))
  await become(entry)
  await waitFor(() => expect(answers.listeners('outbox.changed')).toEqual([]))
  await become('sent')
  expect(asked).toEqual([])
})

it('keeps the schedule if the person says so, and does nothing on Escape (U45)', async () => {
  const asked = planned('online', [plan('a')])
  const saved = await show(false, false, true)
  await untilPlanned()
  await press('Publish changes')
  await screen.findByRole('alertdialog')
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' })
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(saved).toEqual([])
  await press('Publish changes')
  fireEvent.click(await screen.findByRole('button', { name: 'Publish, keep schedule' }))
  await waitFor(() => expect(saved).toEqual(['publish en']))
  expect(asked).toEqual([])
})

it('offline says that the schedule stays, and offers nothing that only the server can do (U45)', async () => {
  planned('offline', [plan('a')])
  const saved = await show(false, false, true)
  await untilPlanned()
  await press('Publish when online')
  await screen.findByRole('alertdialog')
  expect(screen.getByRole('alertdialog').textContent).toContain(
    'No connection. The schedule stays for now: only the server can remove it.',
  )
  expect(screen.queryByRole('button', { name: 'Publish, remove schedule' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Publish, keep schedule' }))
  await waitFor(() => expect(saved).toEqual(['publish en']))
})

it('offline shows the last known schedule of a global', async () => {
  const settings = makeRef('global', 'settings', '')
  planned('offline', [])
  answers.set('documents.scheduled', () => [
    { ref: makeRef('collection', 'posts', '7'), plans: [plan('a', { type: 'unpublish' })] },
    { ref: settings, plans: [plan('b')] },
  ])
  await show(false, false, true, settings)
  expect((await untilPlanned()).textContent).toMatch(/^Publishes /)
})

it('does not ask about a schedule that publishes more than the locale on the screen (U45)', async () => {
  planned('online', [plan('a')])
  const saved = await show(true, true, true)
  await untilPlanned()
  await press('Publish in English')
  await waitFor(() => expect(saved).toEqual(['publish-locale en']))
})
