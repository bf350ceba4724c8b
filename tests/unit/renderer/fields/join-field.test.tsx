import * as v from 'valibot'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { JoinField } from '../../../../shared/cms/schema-model.ts'
import type { DocumentDrawers } from '../../../../renderer/data/document-drawers-context.ts'
import { listQuery } from '../../../../shared/ipc.ts'
import { join } from '../../shared/build-fields.ts'
import { entryOf, viewOf } from '../form/form-fixtures.ts'
import { here, inSite, main, resetSite } from './relation-site.tsx'

const { showFields } = await import('./show-fields.tsx')

beforeEach(resetSite)
afterEach(cleanup)

const create = vi.fn<DocumentDrawers['create']>()
const edit = vi.fn<DocumentDrawers['edit']>()
const drawers = { edit, create, readAhead: vi.fn<DocumentDrawers['readAhead']>() }
beforeEach(() => {
  create.mockReset()
  edit.mockReset()
})

const field = join('trips', {
  label: 'Trips',
  collections: ['trips'],
  on: 'place',
  defaultSort: 'title',
  defaultColumns: ['title', 'place'],
})

/** Place 1 is open. */
async function show(more: Partial<JoinField> = {}, view: Parameters<typeof viewOf>[1] = {}) {
  const shown = await showFields([{ ...field, ...more }], {
    data: { trips: { docs: [99], hasNextPage: true } },
    view: { ref: { kind: 'collection', slug: 'places', id: '1' }, ...view },
    around: inSite(drawers),
  })
  await waitFor(() => expect(document.querySelector('[id$="-trips-label"]')).not.toBeNull())
  return shown
}
const titles = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.querySelector('[data-open]')?.textContent)

describe('a join', () => {
  it('lists the documents that point here, from this computer, without a network', async () => {
    const { form } = await show()
    await waitFor(() => expect(titles()).toEqual(['Further north', 'North']))
    expect(screen.getByText(/From this computer/)).toBeTruthy()
    expect(screen.getByRole('table', { name: 'Trips' })).toBeTruthy()
    expect(form.changes()).toEqual([])
  })

  it('F63 (part) calls a document by its date in the site’s format and in its own zone', async () => {
    await show({ collections: ['visits'], defaultSort: 'on', defaultColumns: ['on', 'place'] })
    await waitFor(() => expect(titles()).toEqual(['20 Nov 2026, 10:00']))
  })

  it('asks the server for the same page, and for no more than its own limit', async () => {
    here.status = 'online'
    await show({ defaultLimit: 1 })
    await waitFor(() => expect(main.named('documents.refreshList')).toHaveLength(1))
    expect(main.named('documents.refreshList')[0]).toMatchObject({
      slug: 'trips',
      limit: 1,
      page: 1,
      where: { or: [{ and: [{ place: { equals: expect.anything() } }] }] },
    })
    await waitFor(() => expect(titles()).toEqual(['Further north']))
    fireEvent.click(screen.getByRole('button', { name: 'Next' }))
    await waitFor(() => expect(titles()).toEqual(['North']))
  })

  it.each([0, 1000])('lists %i rows on a page, 0 being all, where the site says so (F96)', async (limit) => {
    here.status = 'online'
    await show({ defaultLimit: limit })
    await waitFor(() => expect(titles()).toEqual(['Further north', 'North']))
    await waitFor(() => expect(main.named('documents.refreshList')).toHaveLength(1))
    const [asked] = main.named('documents.refreshList')
    expect(asked).toMatchObject({ limit })
    expect(v.is(listQuery, asked)).toBe(true)
    expect(screen.queryByRole('button', { name: 'Next' })).toBeNull()
  })

  it.each([
    ['not begun', { isNew: true }],
    ['saved here and not sent', { isNew: true, entries: [entryOf([])] }],
  ])('asks the server nothing about a document that is %s (F107)', async (_state, view) => {
    here.status = 'online'
    await show({}, { ...view, ref: { kind: 'collection', slug: 'places', id: 'tmp_new' } })
    await screen.findByRole('button', { name: 'Create new Trip' })
    // The list is read, and again at each event: what is asked is asked within a frame of the first.
    for (const reads of [1, 2, 3]) {
      await waitFor(() => expect(main.named('documents.list').length).toBeGreaterThanOrEqual(reads))
      act(() => main.emit('documents.listChanged', { slug: 'trips' }))
    }
    expect(main.named('documents.refreshList')).toEqual([])
  })

  it('asks again when documents of the collection changed, such as one that was made here and arrived', async () => {
    here.status = 'online'
    await show()
    await waitFor(() => expect(main.named('documents.refreshList')).toHaveLength(1))
    await waitFor(() => expect(titles()).toHaveLength(2))
    here.rows.push({ slug: 'trips', id: '4', data: { title: 'Arrived', place: 1 } })
    // An event that comes while it is being asked is that of its own answer.
    const arrive = () => act(() => main.emit('documents.listChanged', { slug: 'trips' }))
    await waitFor(
      () => {
        if (main.named('documents.refreshList').length < 2) arrive()
        expect(main.named('documents.refreshList')).toHaveLength(2)
      },
      { interval: 400 },
    )
    act(() => main.emit('documents.listChanged', { slug: 'pages' }))
    expect(main.named('documents.refreshList')).toHaveLength(2)
  })

  it('has rows that keys lead through, each with a button for its menu, and says these keys', async () => {
    const { form } = await show()
    await waitFor(() => expect(titles()).toEqual(['Further north', 'North']))
    const table = screen.getByRole('table', { name: 'Trips' })
    expect(document.getElementById(table.getAttribute('aria-describedby') ?? '')?.textContent).toMatch(
      /Enter/,
    )
    const first = screen.getByRole('button', { name: 'Further north' })
    const second = screen.getByRole('button', { name: 'North' })
    // One row is a stop of the Tab key: what opens it, and its menu.
    expect([first.tabIndex, second.tabIndex]).toEqual([0, -1])
    act(() => first.focus())
    fireEvent.keyDown(first, { key: 'ArrowDown' })
    expect(document.activeElement).toBe(second)
    expect([first.tabIndex, second.tabIndex]).toEqual([-1, 0])
    fireEvent.click(screen.getByRole('button', { name: 'Actions for North' }))
    const menu = await screen.findByRole('menu', { name: 'Actions for North' })
    expect(
      within(menu)
        .getAllByRole('menuitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['Open', 'Copy ID'])
    fireEvent.click(within(menu).getByRole('menuitem', { name: 'Open' }))
    expect(edit).toHaveBeenCalledTimes(1)
    expect(form.changes()).toEqual([])
  })

  it('is sorted by a press on the head of a column', async () => {
    await show()
    await waitFor(() => expect(titles()).toEqual(['Further north', 'North']))
    const head = screen.getByRole('columnheader', { name: /^title$/i })
    expect(head.getAttribute('aria-sort')).toBe('ascending')
    fireEvent.click(within(head).getByRole('button'))
    await waitFor(() => expect(titles()).toEqual(['North', 'Further north']))
    expect(head.getAttribute('aria-sort')).toBe('descending')
  })

  it('opens a document in a drawer, and begins one that points here', async () => {
    const { form } = await show()
    fireEvent.click(await screen.findByRole('button', { name: 'North' }))
    expect(edit).toHaveBeenCalledWith({ kind: 'collection', slug: 'trips', id: '1' })
    fireEvent.click(screen.getByRole('button', { name: 'Create new Trip' }))
    expect(create.mock.calls).toHaveLength(1)
    expect(create.mock.calls[0]?.[0]).toBe('trips')
    expect(Object.keys(create.mock.calls[0]?.[1]?.initial ?? {})).toEqual(['place'])
    expect(form.changes()).toEqual([])
  })

  it('offers no new document where the site forbids it, and waits for a document that is not saved yet', async () => {
    await show({ allowCreate: false })
    await screen.findByRole('button', { name: 'North' })
    expect(screen.queryByRole('button', { name: /^Create new/ })).toBeNull()
    cleanup()
    await show({}, { isNew: true, ref: { kind: 'collection', slug: 'places', id: 'tmp_new' } })
    const button = await screen.findByRole('button', { name: 'Create new Trip' })
    expect(button.getAttribute('aria-disabled')).toBe('true')
    fireEvent.click(button)
    expect(create).not.toHaveBeenCalled()
  })

  it('lists only what the site wants listed, and nothing of a collection that may not be read', async () => {
    await show({ where: { title: { equals: 'North' } } })
    await waitFor(() => expect(titles()).toEqual(['North']))
    cleanup()
    here.readable = ['places']
    await show()
    await screen.findByText(/not allowed/i)
    expect(screen.queryByRole('table')).toBeNull()
  })
})
