import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useEffect } from 'react'
import { MemoryRouter, useLocation } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { DocumentView } from '../../../../shared/ipc.ts'
import type { DocRef } from '../../../../shared/cms/doc-ref.ts'
import { fieldTypes } from '../../../../shared/fields/registry.ts'
import { createOpenDocuments } from '../../../../renderer/form/open-documents.ts'
import type {
  CollectionRef,
  DocumentDrawers as Drawers,
} from '../../../../renderer/data/document-drawers-context.ts'
import {
  createsAgain,
  here,
  inSite,
  main,
  openable,
  refuseWrites,
  resetSite,
  savesOnce,
} from '../fields/relation-site.tsx'
import { entryOf, set, viewOf } from '../form/form-fixtures.ts'
import { renderInEnglish } from '../support/render-in-english.tsx'
import { account } from '../support/account.ts'

const { DocumentDrawers } = await import('../../../../renderer/screens/edit/drawer/document-drawers.tsx')
const { OpenDocumentsProvider } = await import('../../../../renderer/form/open-documents-context.ts')
const { AccountProvider } = await import('../../../../renderer/data/account-context.tsx')
const { FieldProviders } = await import('../../../../renderer/app/field-providers.tsx')
const { useShortcuts } = await import('../../../../renderer/commands/shortcuts.ts')
const { openDrawers } = await import('../../../../renderer/data/page-state.ts')
const { useDocumentDrawers } = await import('../../../../renderer/data/document-drawers-context.ts')

const place = (id: string): CollectionRef => ({ kind: 'collection', slug: 'places', id })
const trip = (id: string): CollectionRef => ({ kind: 'collection', slug: 'trips', id })

beforeEach(() => {
  resetSite()
  openable(viewHere)
})
afterEach(cleanup)

/** Returns the documents of this computer; a new one is empty. */
function viewHere(ref: DocRef): DocumentView | null {
  if (ref.kind !== 'collection') return null
  const row = here.rows.find(({ slug, id }) => slug === ref.slug && id === ref.id)
  if (row) return viewOf({ id: row.id, ...row.data }, { ref })
  return viewOf({}, { ref, isNew: true })
}

let drawers: Drawers | null = null
let address = ''
function Screen() {
  useShortcuts()
  const own = useDocumentDrawers()
  const { pathname, search } = useLocation()
  useEffect(() => {
    drawers = own
    address = pathname + search
  })
  return <button type="button">On the screen</button>
}

async function show(state: unknown = null) {
  const documents = createOpenDocuments({ bridge: main.bridge, types: fieldTypes })
  const around = inSite({
    edit: vi.fn<Drawers['edit']>(),
    create: vi.fn<Drawers['create']>(),
    readAhead: vi.fn<Drawers['readAhead']>(),
  })
  await renderInEnglish(
    around(
      <AccountProvider value={account}>
        <FieldProviders>
          <MemoryRouter initialEntries={[{ pathname: '/collections/pages/1', search: '?locale=de', state }]}>
            <OpenDocumentsProvider value={documents}>
              <DocumentDrawers>
                <Screen />
              </DocumentDrawers>
            </OpenDocumentsProvider>
          </MemoryRouter>
        </FieldProviders>
      </AccountProvider>,
    ),
  )
  const button = await screen.findByRole('button', { name: 'On the screen', hidden: true })
  button.focus()
  return { documents, button }
}

function open(run: (drawers: Drawers) => void) {
  act(() => {
    if (drawers === null) throw new Error('no drawers')
    run(drawers)
  })
}
const drawer = (name: string) => screen.findByRole('dialog', { name })
async function choose(shown: HTMLElement, action: string): Promise<void> {
  fireEvent.click(within(shown).getByRole('button', { name: 'More actions for this document' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: action }))
}
const escape = (from: HTMLElement) => fireEvent.keyDown(from, { key: 'Escape' })

describe('the document drawer', () => {
  it('shows a document over the screen; Escape closes it and gives the focus back, the address stays', async () => {
    const { button } = await show()
    open((one) => one.edit(place('2')))
    const shown = await drawer('Narvik')
    expect(within(shown).getByRole<HTMLInputElement>('textbox', { name: 'name' }).value).toBe('Narvik')
    expect(shown.contains(document.activeElement)).toBe(true)
    expect(address).toBe('/collections/pages/1?locale=de')
    escape(shown)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(document.activeElement).toBe(button))
  })

  it('U54 (drawers) lies over the screen again on which the window was left, but for what was begun in it', async () => {
    await show()
    open((one) => one.edit(place('2')))
    await drawer('Narvik')
    await waitFor(() => expect(openDrawers()).toEqual([place('2')]))
    open((one) => one.create('trips'))
    // It is behind the other one.
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Narvik' })).toBeNull())
    expect(screen.getByRole('dialog')).toBeTruthy()
    expect(openDrawers()).toEqual([place('2')])
    cleanup()
    await show({ cameBack: true, drawers: [place('2')] })
    escape(await drawer('Narvik'))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(openDrawers()).toEqual([]))
    cleanup()
    await show({ cameBack: true, drawers: [{ kind: 'table', slug: 'places' }] })
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('is opened on its own page in the locale that it shows', async () => {
    await show()
    open((one) => one.edit(place('2')))
    const shown = await drawer('Narvik')
    fireEvent.click(within(shown).getByRole('button', { name: 'Open on its own page' }))
    await waitFor(() => expect(address).toBe('/collections/places/2?locale=de'))
  })

  it('S3.14 the config’s title field, drafts and fields make the title, the status with its buttons, and the form', async () => {
    await show()
    const buttons = (shown: HTMLElement) =>
      [...shown.querySelectorAll('button')]
        .map((one) => one.textContent)
        .filter((words) => /Save\b|Publish/.test(words))
    // The title by its name, without drafts.
    open((one) => one.edit(place('2')))
    const plain = await drawer('Narvik')
    expect(buttons(plain)).toEqual([expect.stringMatching(/^Save/)])
    expect(within(plain).queryByText('Draft')).toBeNull()
    expect(
      within(plain)
        .getAllByRole('textbox')
        .map((box) => box.getAttribute('value')),
    ).toEqual(['Narvik'])
    escape(plain)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    // The title by its headline, with drafts; it follows typing.
    open((one) => one.edit({ kind: 'collection', slug: 'stories', id: '1' }))
    const drafted = await drawer('By night train')
    expect(buttons(drafted)).toEqual([
      expect.stringMatching(/^Save Draft/),
      expect.stringMatching(/^Publish/),
    ])
    expect(within(drafted).getByText('Draft')).toBeTruthy()
    fireEvent.change(within(drafted).getByRole('textbox', { name: 'Headline' }), {
      target: { value: 'By day' },
    })
    expect(within(drafted).getByRole('heading', { name: 'By day' })).toBeTruthy()
  })

  it('has a find bar of its own, which Escape closes and not the drawer', async () => {
    await show()
    open((one) => one.edit(place('2')))
    const shown = await drawer('Narvik')
    fireEvent.keyDown(shown, { key: 'f', ctrlKey: true })
    const find = await within(shown).findByRole('textbox', { name: 'Find in this document' })
    fireEvent.change(find, { target: { value: 'narv' } })
    await within(shown).findByText('1 of 1')
    escape(find)
    expect(within(shown).queryByRole('search')).toBeNull()
    expect(document.activeElement).toBe(within(shown).getByRole('textbox', { name: 'name' }))
    expect(screen.getByRole('dialog', { name: 'Narvik' })).toBe(shown)
  })

  it('SY1 what is typed in it is journalled as on a screen, and Escape asks nothing', async () => {
    await show()
    open((one) => one.edit(place('2')))
    const shown = await drawer('Narvik')
    fireEvent.change(within(shown).getByRole('textbox', { name: 'name' }), {
      target: { value: 'Narvik harbour' },
    })
    escape(await drawer('Narvik harbour'))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(main.named('drafts.put')).toMatchObject([
      { ref: place('2'), changes: [{ path: 'name', to: 'Narvik harbour' }] },
    ])
  })

  it('SY1 what could not be written is asked about before the drawer closes', async () => {
    await show()
    open((one) => one.edit(place('2')))
    const shown = await drawer('Narvik')
    refuseWrites()
    fireEvent.change(within(shown).getByRole('textbox', { name: 'name' }), { target: { value: 'Lost?' } })
    escape(await drawer('Lost?'))
    const question = await screen.findByRole('alertdialog')
    fireEvent.click(within(question).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(await drawer('Lost?')).toBeTruthy()
  })

  it('a drawer opens over a drawer; Escape closes the top one', async () => {
    await show()
    open((one) => one.edit(trip('1')))
    await drawer('North')
    open((one) => one.edit(place('1')))
    escape(await drawer('Abisko'))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Abisko' })).toBeNull())
    expect(await drawer('North')).toBeTruthy()
  })

  it('a document that is open below comes forward instead of a second time', async () => {
    await show()
    open((one) => one.edit(trip('1')))
    await drawer('North')
    open((one) => one.edit(place('1')))
    await drawer('Abisko')
    open((one) => one.edit(trip('1')))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Abisko' })).toBeNull())
    expect(screen.getAllByRole('dialog')).toHaveLength(1)
  })

  it('a new document begins with what it was given, and is given up where nothing else was typed', async () => {
    await show()
    open((one) => one.create('places', { initial: { name: 'Given' } }))
    const shown = await drawer('Given')
    escape(shown)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(main.named('documents.discard')).toEqual([{ ref: place('tmp_new') }])
  })

  it('a new document that is being saved as its drawer closes is not given up', async () => {
    await show()
    const { promise, resolve } = Promise.withResolvers<void>()
    savesOnce(promise)
    open((one) => one.create('places', { initial: { name: 'Given' } }))
    const shown = await drawer('Given')
    fireEvent.change(within(shown).getByRole('textbox', { name: 'name' }), { target: { value: 'Bodø' } })
    fireEvent.click(within(shown).getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(main.named('drafts.commit')).toHaveLength(1))
    escape(shown)
    // The close finishes before later questions.
    await act(async () => Promise.resolve())
    resolve()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(main.named('documents.discard')).toEqual([])
  })

  it('tells who asked for a new document once it is saved, by the name that it has then', async () => {
    await show()
    const onMade = vi.fn<(ref: CollectionRef) => void>()
    open((one) => one.create('places', { onMade }))
    const shown = await screen.findByRole('dialog')
    fireEvent.change(within(shown).getByRole('textbox', { name: 'name' }), { target: { value: 'Bodø' } })
    expect(onMade).not.toHaveBeenCalled()
    openable((ref) => viewOf({ id: 9, name: 'Bodø' }, { ref }))
    fireEvent.click(within(shown).getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(main.named('drafts.commit')).toHaveLength(1))
    act(() => main.emit('documents.changed', { refs: [place('tmp_new')] }))
    await waitFor(() => expect(onMade).toHaveBeenCalledTimes(1))
    expect(onMade).toHaveBeenCalledWith(place('tmp_new'))
  })

  it('U29 a drawer in which a document was begun goes once it is saved; that of another one stays', async () => {
    await show()
    open((one) => one.edit(place('2')))
    const known = await drawer('Narvik')
    fireEvent.change(within(known).getByRole('textbox', { name: 'name' }), { target: { value: 'Bodø' } })
    fireEvent.click(within(known).getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(main.named('drafts.commit')).toHaveLength(1))
    escape(known)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

    open((one) => one.create('places'))
    const begun = await screen.findByRole('dialog')
    fireEvent.change(within(begun).getByRole('textbox', { name: 'name' }), { target: { value: 'Bodø' } })
    openable((ref) => viewOf({ id: 9, name: 'Bodø' }, { ref }))
    fireEvent.click(within(begun).getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(main.named('drafts.commit')).toHaveLength(2))
    expect(screen.queryByRole('dialog')).not.toBeNull()
    act(() => main.emit('documents.changed', { refs: [place('tmp_new')] }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('tells it too where the drawer is closed before autosave has come to it', async () => {
    await show()
    const onMade = vi.fn<(ref: CollectionRef) => void>()
    open((one) => one.create('places', { onMade }))
    const shown = await screen.findByRole('dialog')
    fireEvent.change(within(shown).getByRole('textbox', { name: 'name' }), { target: { value: 'Bodø' } })
    openable((ref) => viewOf({ id: 9, name: 'Bodø' }, { ref }))
    escape(shown)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(onMade.mock.calls).toEqual([[place('tmp_new')]])
  })

  it('does not tell it where nothing of what was typed is queued', async () => {
    await show()
    const onMade = vi.fn<(ref: CollectionRef) => void>()
    open((one) => one.create('places', { onMade }))
    const shown = await screen.findByRole('dialog')
    fireEvent.change(within(shown).getByRole('textbox', { name: 'name' }), { target: { value: 'Bodø' } })
    escape(shown)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(onMade).not.toHaveBeenCalled()
  })

  it('tells who asked for a document of its duplicate, and stays open with that one', async () => {
    await show()
    const onDuplicated = vi.fn<(ref: CollectionRef) => void>()
    open((one) => one.edit(place('2'), { onDuplicated }))
    const shown = await drawer('Narvik')
    createsAgain(() => ({ ref: place('tmp_7') }))
    const entries = [entryOf([set('name', null, 'Narvik')])]
    openable((ref) => viewOf({ name: 'Narvik' }, { ref, isNew: true, entries }))
    await choose(shown, 'Duplicate')
    await waitFor(() => expect(onDuplicated.mock.calls).toEqual([[place('tmp_7')]]))
    expect(main.named('documents.createAgain')).toMatchObject([{ ref: place('2') }])
    expect(screen.getAllByRole('dialog')).toHaveLength(1)
  })

  it('tells who asked for a document that it was deleted, and closes', async () => {
    await show()
    const onDeleted = vi.fn<(ref: CollectionRef) => void>()
    open((one) => one.edit(place('2'), { onDeleted }))
    const shown = await drawer('Narvik')
    await choose(shown, 'Delete…')
    expect(onDeleted).not.toHaveBeenCalled()
    fireEvent.click(await screen.findByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(onDeleted.mock.calls).toEqual([[place('2')]]))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })
})
