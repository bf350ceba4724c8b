import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter, useLocation } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { DocRef } from '../../../../shared/cms/doc-ref.ts'
import type { Collection, Global } from '../../../../shared/cms/schema-model.ts'
import { parseUpload } from '../../../../shared/fields/file/upload-config.ts'
import type { JsonObject } from '../../../../shared/json.ts'
import type { CallInput, DocumentView, VersionRestored, VersionRow } from '../../../../shared/ipc.ts'
import { header, post, site } from '../../store/support/site.ts'
import { array, group, text } from '../../shared/build-fields.ts'
import { bridgeOf, draftOf, en, entryOf, manual, stored, viewOf } from '../form/form-fixtures.ts'
import { renderInEnglish } from '../support/render-in-english.tsx'

let answer: VersionRestored = { outcome: 'done', message: '' }
let status: 'online' | 'offline' = 'online'
const asked: CallInput<'versions.restore'>[] = []
const fake = bridgeOf({
  'connection.get': () => ({ status, since: '', lastContact: null, problem: null }),
  'versions.restore': (input: CallInput<'versions.restore'>) => {
    asked.push(input)
    return answer
  },
})
vi.stubGlobal('galley', fake.bridge)
const { createQueryClient } = await import('../../../../renderer/data/query-client.ts')
const { SchemaProvider } = await import('../../../../renderer/data/schema-context.tsx')
const { ToastRegion } = await import('../../../../renderer/ui/toast/toast-region.tsx')
const { toastQueue } = await import('../../../../renderer/ui/toast/toast-queue.ts')
const { RestoreVersionDialog } =
  await import('../../../../renderer/screens/compare/restore/restore-version-dialog.tsx')

beforeEach(() => {
  answer = { outcome: 'done', message: '' }
  status = 'online'
  asked.length = 0
})
afterEach(() => {
  cleanup()
  toastQueue.clear()
})

const version: VersionRow = {
  id: '12',
  updatedAt: '2026-03-04T10:00:00.000Z',
  status: 'published',
  autosave: false,
  publishedLocale: null,
  latest: false,
}
const headerGlobal: Global = { ...globalOf(), versions: manual.versions }
/** A global that is published, without edits of its own. */
function published(): DocumentView {
  const view = viewOf({ motto: 'North' })
  return { ...view, ref: header, base: { ...view.base, status: 'published', hasPublished: true } }
}
function globalOf(): Global {
  const [one] = site.globals
  if (one === undefined) throw new Error('the site has no global')
  return one
}
const onClose = vi.fn<() => void>()
const onTakeAsEdits = vi.fn<() => void>()
const onAsDraft = vi.fn<() => void>()

function Where() {
  return <p>at {useLocation().pathname}</p>
}

type Shown = { entity?: Collection | Global; docRef?: DocRef; data?: JsonObject }

async function show(
  view: DocumentView = viewOf(),
  row: Partial<VersionRow> = {},
  { entity = manual, docRef = post('7'), data = stored }: Shown = {},
) {
  const dialog = (now: DocumentView) => (
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={['/collections/posts/7/versions/12']}>
        <SchemaProvider value={site}>
          <Where />
          <ToastRegion />
          <RestoreVersionDialog
            docRef={docRef}
            entity={entity}
            version={{ ...version, ...row }}
            data={data}
            asDraft={false}
            view={now}
            onClose={onClose}
            onAsDraft={onAsDraft}
            onTakeAsEdits={onTakeAsEdits}
          />
        </SchemaProvider>
      </MemoryRouter>
    </QueryClientProvider>
  )
  const client = createQueryClient()
  const { rerender } = await renderInEnglish(dialog(view))
  await screen.findByRole('alertdialog')
  return { become: (now: DocumentView) => rerender(dialog(now)) }
}

const question = () => screen.getByRole('alertdialog', { name: 'Confirm Version Restoration' })
const confirm = () => fireEvent.click(screen.getByRole('button', { name: 'Confirm' }))

describe('the question before a version is restored', () => {
  it('S8.03 S8.04 says which document or global it restores, and to when, in the words of the web admin', async () => {
    await show()
    expect(within(question()).getByText(/^You are about/).textContent).toBe(
      'You are about to restore this Post document to the state that it was in on March 4th 2026, 10:00 AM.',
    )
    cleanup()
    await show(published(), {}, { entity: headerGlobal, docRef: header })
    expect(within(question()).getByText(/^You are about/).textContent).toBe(
      'You are about to restore the global Header to the state that it was in on March 4th 2026, 10:00 AM.',
    )
  })

  it('says that a draft takes the published document offline', async () => {
    const view = viewOf()
    await show(
      { ...view, base: { ...view.base, status: 'published', hasPublished: true } },
      { status: 'draft' },
    )
    expect(screen.getByRole('alertdialog').textContent).toContain(
      'the published document will be unpublished',
    )
  })

  it('where what is published would change it is no press of Enter, and the same is offered as a draft (U39, U42)', async () => {
    const view = viewOf()
    const ofPublished = { ...view, base: { ...view.base, status: 'published' as const, hasPublished: true } }
    for (const of of ['draft', 'published'] as const) {
      await show(ofPublished, { status: of })
      expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Cancel' }))
      fireEvent.click(screen.getByRole('button', { name: 'Restore as draft' }))
      expect(onAsDraft).toHaveBeenCalledOnce()
      onAsDraft.mockClear()
      cleanup()
    }
    await show({ ...view, base: { ...view.base, hasPublished: false } }, { status: 'draft' })
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Confirm' }))
    expect(screen.queryByRole('button', { name: 'Restore as draft' })).toBeNull()
  })

  it('S4.12 (cancel) sends nothing when it is cancelled', async () => {
    await show()
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(onClose).toHaveBeenCalled()
    expect(asked).toEqual([])
  })

  it('S4.13 (collection) S8.02 says what the server said, and goes to the document', async () => {
    answer = { outcome: 'done', message: 'Restored, says the server.' }
    await show()
    confirm()
    expect(await screen.findByText('Restored, says the server.')).toBeTruthy()
    expect(await screen.findByText('at /collections/posts/7')).toBeTruthy()
    expect(asked).toMatchObject([{ versionId: '12', asDraft: false, shown: viewOf().base.updatedAt }])
  })

  it('S8.01 stays where it is with the words of the server, and offers to take it as edits', async () => {
    answer = { outcome: 'refused', message: 'Not valid', fields: [{ path: 'title', message: 'Required.' }] }
    await show()
    confirm()
    expect(await screen.findByText('There was a problem restoring this version')).toBeTruthy()
    expect(screen.getByText('at /collections/posts/7/versions/12')).toBeTruthy()
    expect(screen.getByText('title: “Required.”')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Take as edits' }))
    expect(onTakeAsEdits).toHaveBeenCalled()
  })

  it('names the fields that the server refuses as the form does, each of its words there', async () => {
    answer = {
      outcome: 'refused',
      message: 'Not valid',
      fields: [
        { path: 'title.en', message: 'Required.' },
        { path: 'meta.description', message: 'Too short.' },
        { path: 'links.1.label', message: 'Required.' },
        { path: 'links.1.label', message: 'No address.' },
        { path: 'elsewhere', message: 'Unknown.' },
      ],
    }
    const links = [
      { id: 'r1', label: 'One' },
      { id: 'r2', label: '' },
    ]
    const fields = [
      text('title', { localized: true, label: 'Title' }),
      { ...group('meta', [text('description', { label: 'Description' })]), label: 'SEO' },
      array('links', [text('label', { label: 'Label' })], { label: 'Links' }),
    ]
    await show(viewOf(), {}, { entity: { ...manual, fields }, data: { ...stored, links } })
    confirm()
    await screen.findByText('There was a problem restoring this version')
    const told = within(question()).getAllByText(/“.+”$/)
    expect(told.map((one) => one.textContent)).toEqual([
      'Not done. The server says: “Not valid”',
      'Title: “Required.”',
      'SEO / Description: “Too short.”',
      'Links 02 / Label: “Required.”',
      'Links 02 / Label: “No address.”',
      'elsewhere: “Unknown.”',
    ])
  })

  it('says that the place of the document goes back, too, where people put its collection in an order', async () => {
    const words = 'Its place in the order goes back, too.'
    await show()
    expect(screen.getByRole('alertdialog').textContent).not.toContain(words)
    cleanup()
    await show(viewOf(), {}, { entity: { ...manual, orderable: true } })
    expect(screen.getByRole('alertdialog').textContent).toContain(words)
  })

  it('says that the file stays where there is one, and nothing of it elsewhere', async () => {
    const words = 'The current file stays.'
    await show()
    expect(screen.getByRole('alertdialog').textContent).not.toContain(words)
    cleanup()
    const upload = parseUpload({}, { maxBytes: null, clientUpload: null })
    await show(viewOf(), {}, { entity: { ...manual, upload } })
    expect(screen.getByRole('alertdialog').textContent).toContain(words)
  })

  it('says of a global that a draft takes it offline, and that all locales are restored', async () => {
    await show(published(), { status: 'draft' }, { entity: headerGlobal, docRef: header })
    const { textContent } = question()
    expect(textContent).toContain('the published document will be unpublished')
    expect(textContent).toContain('All locales are restored at once.')
  })

  it('S4.13 (global) goes to the global, which was asked for with its own address', async () => {
    answer = { outcome: 'done', message: 'Restored Successfully.' }
    await show(published(), {}, { entity: headerGlobal, docRef: header })
    confirm()
    expect(await screen.findByText('Restored Successfully.')).toBeTruthy()
    expect(await screen.findByText('at /globals/header')).toBeTruthy()
    expect(asked).toMatchObject([{ ref: header, versionId: '12', asDraft: false }])
  })

  it('says that it may be done where the answer was lost, and that the queue asks for it', async () => {
    answer = { outcome: 'unknown', message: '' }
    await show()
    confirm()
    await screen.findByText('There was a problem restoring this version')
    expect(
      screen.getByText('The server has not answered. It may be done: Galley asks again by itself.'),
    ).toBeTruthy()
  })

  it('says who works on the document where it is locked', async () => {
    answer = { outcome: 'locked', by: 'Ada' }
    await show()
    confirm()
    expect(await within(question()).findByText(/Ada/)).toBeTruthy()
  })

  it('says what is unsent and replaced, and restores it all in one', async () => {
    const draft = draftOf([en('title', 'Kiruna C', 'Typed')])
    await show(viewOf(undefined, { draft }))
    expect(screen.getByText('1 unsent edit is sent first. The version then replaces it.')).toBeTruthy()
    confirm()
    await waitFor(() => expect(asked).toHaveLength(1))
    expect(asked[0]).toMatchObject({ madeAt: version.updatedAt, shown: viewOf().base.updatedAt })
  })

  it('says that edits which wait for a decision have to be looked at first', async () => {
    const problem = { code: 'denied', message: 'No.', status: 403, fields: [], conflicts: [] } as const
    const entry = entryOf([en('title', 'Kiruna C', 'Typed')], {
      state: 'parked',
      problem: { ...problem, fields: [], conflicts: [] },
    })
    await show(viewOf(undefined, { entries: [entry] }))
    expect(
      screen.getByText('Your unsent edits could not be sent. Look at them in the outbox first.'),
    ).toBeTruthy()
    expect(asked).toEqual([])
  })

  it('what somebody else wrote meanwhile is replaced only once that is confirmed, too', async () => {
    answer = { outcome: 'moved' }
    const { become } = await show()
    confirm()
    await screen.findByText('Someone changed this document meanwhile. Confirm again to replace that, too.')
    const now = viewOf()
    become({ ...now, base: { ...now.base, updatedAt: '2027-01-01T00:00:00.000Z' } })
    answer = { outcome: 'done', message: '' }
    confirm()
    await waitFor(() => expect(asked).toHaveLength(2))
    expect(asked[1]).toMatchObject({ shown: '2027-01-01T00:00:00.000Z' })
  })

  it('says before that it needs the server, and offers to take it as edits', async () => {
    status = 'offline'
    await show()
    expect(await screen.findByText('No connection. Only the server can restore a version.')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Take as edits' })).toBeTruthy()
  })
})
