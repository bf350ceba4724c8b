import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { parseSiteConfig } from '../../../../shared/cms/parse-config.ts'
import { fieldTypes } from '../../../../shared/fields/registry.ts'
import { buildRequest } from '../../../../shared/sync/build-request.ts'
import { collection, text } from '../../shared/build-fields.ts'
import { here, inSite, resetSite } from '../fields/relation-site.tsx'
import { showFields } from '../fields/show-fields.tsx'
import { en, entryOf, set, viewOf } from '../form/form-fixtures.ts'

const { DocumentDates } = await import('../../../../renderer/screens/edit/document-dates.tsx')
const { SyncPopover } = await import('../../../../renderer/screens/edit/sync-popover.tsx')

beforeEach(() => {
  resetSite()
  here.status = 'online'
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const ignore = () => undefined
const around = (content: ReactNode) => inSite({ edit: ignore, create: ignore, readAhead: ignore })(content)
const intervalOf = (autosave: unknown) => {
  const config = { collections: [{ slug: 'posts', versions: { drafts: { autosave } } }] }
  const parsed = parseSiteConfig(fieldTypes, { config })
  return parsed.ok ? parsed.schema.collections[0]?.versions : null
}

it('S9.11 what was typed is saved by itself after 2000 ms of quiet, or after the interval of the site, as a draft; it says Saving... for a second at least, then how long ago', async () => {
  expect(intervalOf(true)).toMatchObject({ autosaveInterval: 2000 })
  expect(intervalOf({ interval: 750 })).toMatchObject({ autosaveInterval: 750 })
  const fields = [text('title', { label: 'Title', localized: true })]
  const versions = {
    drafts: true,
    localeStatus: false,
    autosaveInterval: 2000,
    max: null,
    validatesDrafts: false,
    schedules: false,
  }
  const data = { id: 7, title: { en: 'Kiruna' } }
  const saved = viewOf(data)
  vi.useFakeTimers({ shouldAdvanceTime: true, now: Date.parse('2026-11-20T09:00:10.000Z') })
  const { document: opened, main } = await showFields(fields, {
    data,
    versions,
    around,
    above: <DocumentDates />,
  })
  const input = await screen.findByRole('textbox', { name: 'Title' })
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
  const says = (words: RegExp) => screen.queryByText(words) !== null
  expect(says(/^Last saved less than a minute ago$/)).toBe(true)

  fireEvent.change(input, { target: { value: 'Kiru' } })
  await pass(1500)
  fireEvent.change(input, { target: { value: 'Kirun' } })
  await pass(1900)
  expect(main.commits).toEqual([])
  await pass(100)
  expect(main.commits).toMatchObject([
    { mode: 'autosave', changes: [{ path: 'title', locale: 'en', to: 'Kirun' }] },
  ])

  const changes = [en('title', 'Kiruna', 'Kirun')]
  const entry = entryOf(changes, { mode: 'autosave', locale: 'en', state: 'sending' })
  const { method, path, body } = buildRequest({
    entry,
    base: saved.base,
    entity: collection(fields, { versions }),
    localization: {
      defaultLocale: 'en',
      locales: [{ code: 'en', label: 'English', rtl: false, fallbacks: [] }],
    },
    idempotencyKey: 'k',
  })
  // Payload reads `none` as it reads the `null` of its own admin: no fallback; `none` is what all requests here say.
  expect([method, path]).toEqual([
    'PATCH',
    '/posts/7?draft=true&autosave=true&locale=en&depth=0&fallback-locale=none',
  ])
  expect(body).toEqual({ title: 'Kirun', _status: 'draft' })

  act(() => opened.receive(viewOf(data, { entries: [entry] })))
  expect(says(/^Saving\.\.\.$/)).toBe(true)
  act(() => opened.receive(viewOf({ id: 7, title: { en: 'Kirun' } })))
  await pass(900)
  expect(says(/^Saving\.\.\.$/)).toBe(true)
  await pass(200)
  expect(says(/^Saving\.\.\.$/)).toBe(false)
  expect(says(/^Last saved less than a minute ago$/)).toBe(true)
})

it('U27 “Saved” and “Saving...” are never there together', async () => {
  const data = { id: 7, title: 'Kiruna' }
  vi.useFakeTimers({ shouldAdvanceTime: true, now: Date.parse('2026-11-20T09:00:10.000Z') })
  const versions = {
    drafts: true,
    localeStatus: false,
    autosaveInterval: 2000,
    max: null,
    validatesDrafts: false,
    schedules: false,
  }
  const above = (
    <MemoryRouter>
      <SyncPopover />
      <DocumentDates />
    </MemoryRouter>
  )
  const { document: opened } = await showFields([text('title', { label: 'Title' })], {
    data,
    versions,
    around,
    above,
  })
  const says = (words: string) => screen.queryByText(words) !== null
  const entry = entryOf([set('title', 'Kiruna', 'Kirun')], { mode: 'autosave', state: 'sending' })
  act(() => opened.receive(viewOf(data, { entries: [entry] })))
  expect([says('Saving...'), says('Saved')]).toEqual([true, false])
  act(() => opened.receive(viewOf({ id: 7, title: 'Kirun' })))
  await act(() => vi.advanceTimersByTimeAsync(900))
  expect([says('Saving...'), says('Saved')]).toEqual([true, false])
  await act(() => vi.advanceTimersByTimeAsync(200))
  expect([says('Saving...'), says('Saved')]).toEqual([false, true])
})
