import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fieldTypes } from '../../../../shared/fields/registry.ts'
import { makeRef } from '../../../../shared/cms/doc-ref.ts'
import type { ListQuery } from '../../../../shared/ipc.ts'
import { renderInEnglish } from '../support/render-in-english.tsx'
import { here, inSite, main, resetSite } from './relation-site.tsx'

/* Which documents use a file, as far as this computer and the server can tell. */

const { FieldTypesProvider } = await import('../../../../renderer/data/field-types-context.ts')
const { UsedInDialog } = await import('../../../../renderer/fields/used-in/used-in-dialog.tsx')

beforeEach(resetSite)
afterEach(cleanup)

const onClose = vi.fn<() => void>()
const place = (id: string) => ({ kind: 'collection' as const, slug: 'places', id })

async function show(id: string): Promise<void> {
  onClose.mockClear()
  const drawers = { edit: () => undefined, create: () => undefined, readAhead: () => undefined }
  await renderInEnglish(
    inSite(drawers)(
      <FieldTypesProvider value={fieldTypes}>
        <MemoryRouter>
          <UsedInDialog of={place(id)} title="Abisko" locale="en" suffix="?locale=en" onClose={onClose} />
        </MemoryRouter>
      </FieldTypesProvider>,
    ),
  )
  await screen.findByRole('dialog', { name: 'Where “Abisko” is used' })
}

const uses = () =>
  screen
    .queryAllByRole('listitem')
    .map((item) => [item.textContent, item.querySelector('a')?.getAttribute('href')])
const note = () => screen.getByRole('status').textContent?.trim()
const asked = () => main.named('documents.refreshList') as ListQuery[]

it('lists each document once, by its title, with what kind it is, and leads to it', async () => {
  here.status = 'online'
  // The page points at it in a text, of which the server cannot be asked.
  here.referrers = [makeRef('collection', 'trips', '2'), makeRef('collection', 'pages', '1')]
  await show('1')
  await waitFor(() =>
    expect(uses()).toEqual([
      ['AboutPage', '/collections/pages/1?locale=en'],
      ['Further northTrip', '/collections/trips/2?locale=en'],
      ['NorthTrip', '/collections/trips/1?locale=en'],
      ['20 Nov 2026, 10:00Visit', '/collections/visits/1?locale=en'],
    ]),
  )
  await waitFor(() => expect(note()).toMatch(/^The server was asked, but this may not be all: /))
  expect(
    asked()
      .filter(({ sort, limit }) => sort === 'id' && limit === 100)
      .map(({ slug, where }) => [slug, where]),
  ).toEqual([
    ['trips', { or: [{ and: [{ place: { equals: 1 } }] }] }],
    ['visits', { or: [{ and: [{ place: { equals: 1 } }] }] }],
  ])
  fireEvent.click(screen.getByRole('link', { name: 'North' }))
  expect(onClose).toHaveBeenCalledOnce()
})

it('says that only this computer was looked through where the server cannot be asked, or does not answer', async () => {
  here.referrers = [makeRef('collection', 'trips', '1')]
  await show('1')
  await waitFor(() => expect(note()).toMatch(/^Only documents on this computer are listed/))
  expect(asked()).toEqual([])
  cleanup()
  here.status = 'online'
  here.lists = 'offline'
  await show('1')
  await waitFor(() => expect(note()).toMatch(/^Only documents on this computer are listed/))
})

it('says that nothing uses it, and how far it knows', async () => {
  here.status = 'online'
  await show('2')
  await waitFor(() =>
    expect(note()).toMatch(/^No document was found that uses this file\. +The server was asked/),
  )
  cleanup()
  here.status = 'offline'
  await show('2')
  await waitFor(() => expect(note()).toMatch(/^No document on this computer uses this file\./))
})

it('of a file that was not sent yet the server is not asked', async () => {
  here.status = 'online'
  here.referrers = [makeRef('collection', 'trips', '3')]
  await show('tmp_4')
  await waitFor(() => expect(uses()).toEqual([['SouthTrip', '/collections/trips/3?locale=en']]))
  await waitFor(() => expect(note()).toBe('Only documents on this computer were looked through.'))
  expect(asked().filter(({ limit }) => limit === 100)).toEqual([])
})
