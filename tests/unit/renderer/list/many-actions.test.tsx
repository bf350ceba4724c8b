import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, it, vi } from 'vitest'
import type { ManyDocuments } from '../../../../renderer/screens/list/use-many-actions.tsx'
import type { DocumentPermissions } from '../../../../shared/cms/document-permissions.ts'
import { makeRef } from '../../../../shared/cms/doc-ref.ts'
import type { Collection, SiteSchema } from '../../../../shared/cms/schema-model.ts'
import { fieldTypes } from '../../../../shared/fields/registry.ts'
import type { Became, CallInput } from '../../../../shared/ipc.ts'
import type { JsonObject } from '../../../../shared/json.ts'
import { collection, text } from '../../shared/build-fields.ts'
import { bridgeOf, manual } from '../form/form-fixtures.ts'
import { renderInEnglish } from '../support/render-in-english.tsx'
import { account } from '../support/account.ts'
import { allPermissions } from '../../shared/all-permissions.ts'
import { site } from '../../store/support/site.ts'

let session: JsonObject
let asked: unknown[]
let restored: unknown[] = []
let became: Record<string, Became> = {}
let leavesOut = false

vi.stubGlobal(
  'galley',
  bridgeOf({
    'session.get': () => ({ permissions: { collections: { posts: session } } }),
    'connection.get': () => ({ status: 'online' }),
    'outbox.became': ({ keys }: CallInput<'outbox.became'>) =>
      keys.map((key) => became[key] ?? { is: 'sent', mode: 'publish', notTaken: false }),
    'documents.editMany': (input: CallInput<'documents.editMany'>) => {
      asked.push(input)
      if (leavesOut)
        return { queued: [], keys: [], leftOut: input.ids.map((id) => ({ id, why: 'not-here' })) }
      return { queued: input.ids, keys: input.ids.map((id) => [id]), leftOut: [] }
    },
    'trash.restore': (input: CallInput<'trash.restore'>) => {
      restored.push(input)
      return { outcome: 'done', done: input.ids, refused: [] }
    },
  }).bridge,
)
const { FieldProviders } = await import('../../../../renderer/app/field-providers.tsx')
const { AccountProvider } = await import('../../../../renderer/data/account-context.tsx')
const { createQueryClient } = await import('../../../../renderer/data/query-client.ts')
const { SchemaProvider } = await import('../../../../renderer/data/schema-context.tsx')
const { OpenDocumentsProvider } = await import('../../../../renderer/form/open-documents-context.ts')
const { createOpenDocuments } = await import('../../../../renderer/form/open-documents.ts')
const { useManyActions } = await import('../../../../renderer/screens/list/use-many-actions.tsx')
const { toastQueue } = await import('../../../../renderer/ui/toast/toast-queue.ts')
afterEach(() => {
  cleanup()
  toastQueue.clear()
  became = {}
  leavesOut = false
})

const posts = collection([text('title')], { slug: 'posts', trash: true, versions: manual.versions })

function Bar({ target, of }: { target: ManyDocuments; of: Collection }) {
  const { itemsFor, dialog } = useManyActions(of, 'en')
  return (
    <>
      {itemsFor(target).map(({ id, label, disabledReason, onAction }) => (
        <button key={id} title={disabledReason ?? ''} disabled={disabledReason != null} onClick={onAction}>
          {label}
        </button>
      ))}
      {dialog}
    </>
  )
}

async function show(target: ManyDocuments, of = posts, schema: SiteSchema = site): Promise<void> {
  asked = []
  // Requests before an action do not count.
  const documents = createOpenDocuments({ bridge: window.galley, types: fieldTypes })
  await renderInEnglish(
    <QueryClientProvider client={createQueryClient()}>
      <OpenDocumentsProvider value={documents}>
        <SchemaProvider value={schema}>
          <MemoryRouter>
            <AccountProvider value={account}>
              <FieldProviders>
                <Bar target={target} of={of} />
              </FieldProviders>
            </AccountProvider>
          </MemoryRouter>
        </SchemaProvider>
      </OpenDocumentsProvider>
    </QueryClientProvider>,
  )
}

const row = (id: string, may?: Partial<DocumentPermissions>) => ({
  ref: makeRef('collection', 'posts', id),
  updatedAt: `revision ${id}`,
  ...(may && {
    permissions: {
      answer: {
        ...allPermissions,
        ...may,
      },
      isOfNow: true,
      fulfils: { update: null, delete: null },
    },
  }),
})
const reasons = () =>
  Object.fromEntries(
    screen.getAllByRole<HTMLButtonElement>('button').map((one) => [one.textContent, one.title]),
  )

it('F59 (part) what may be done to documents of a list goes by what is known of each, and to some is enough', async () => {
  session = { update: true, delete: true }
  await show({ documents: [row('1', { publish: false, delete: false }), row('2', { publish: false })] })
  await waitFor(() =>
    expect(reasons()).toEqual({
      Edit: '',
      Publish: 'Your account may not publish this document',
      Unpublish: '',
      'Move to the trash…': '',
    }),
  )
  cleanup()
  // Only its id shows that it may be edited.
  session = {}
  await show({ documents: [row('1', {}), row('2')] })
  await waitFor(() => expect(Object.values(reasons())).toEqual(['', '', '', '']))
  cleanup()
  await show({ documents: [row('2')] })
  await waitFor(() =>
    expect(reasons()).toEqual({
      Edit: 'Your account may not change this document',
      Publish: 'Your account may not publish this document',
      Unpublish: 'Your account may not unpublish this document',
      'Move to the trash…': 'Your account may not delete this document',
    }),
  )
})

it('moves a selection to the trash by the right to do that, not by the one to delete', async () => {
  const selection = { documents: [row('1'), row('2')] }
  session = { update: true, trash: { permission: true } }
  await show(selection)
  await waitFor(() => expect(reasons()).toMatchObject({ Edit: '', 'Move to the trash…': '' }))
  cleanup()
  session = { update: true, delete: true, trash: { permission: false } }
  await show(selection)
  await waitFor(() =>
    expect(reasons()).toMatchObject({
      Edit: '',
      'Move to the trash…': 'Your account may not delete this document',
    }),
  )
})

it('offers a selection neither edit nor delete where the site wants neither of many, and says so (F92)', async () => {
  session = { update: true, delete: true }
  const selection = { documents: [row('1', {}), row('2', {})] }
  const noEdit = 'This site lets nobody change several documents at once'
  const noDelete = 'This site lets nobody delete several documents at once'
  await show(selection, { ...posts, deletesMany: false })
  await waitFor(() =>
    expect(reasons()).toEqual({ Edit: '', Publish: '', Unpublish: '', 'Move to the trash…': noDelete }),
  )
  cleanup()
  await show(selection, { ...posts, editsMany: false })
  await waitFor(() =>
    expect(reasons()).toEqual({ Edit: noEdit, Publish: noEdit, Unpublish: noEdit, 'Move to the trash…': '' }),
  )
  cleanup()
  await show(
    { documents: [row('1', {})], title: 'Narvik' },
    { ...posts, editsMany: false, deletesMany: false },
  )
  await waitFor(() => expect(Object.values(reasons())).toEqual(['', '', '', '']))
})

it('SY12 it is asked first, then done to the documents as they were shown', async () => {
  session = { update: true, delete: true }
  const onDone = vi.fn<() => void>()
  await show({ documents: [row('7')], title: 'Narvik', reasons: { publish: 'Nothing to do' }, onDone })
  await waitFor(() => expect(reasons()).toMatchObject({ Publish: 'Nothing to do', Unpublish: '' }))
  fireEvent.click(screen.getByRole('button', { name: 'Move to the trash…' }))
  await screen.findByRole('alertdialog', { name: 'Move “Narvik” to the trash?' })
  expect(asked).toEqual([])
  fireEvent.click(screen.getByRole('button', { name: 'Move to trash' }))
  await waitFor(() => expect(onDone).toHaveBeenCalledTimes(1))
  expect(asked).toEqual([
    { slug: 'posts', locale: 'en', ids: ['7'], shown: { '7': 'revision 7' }, mode: 'delete', values: [] },
  ])
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

it('keeps the drawer with its values, and the selection, where all documents were left out', async () => {
  session = { update: true }
  leavesOut = true
  const onDone = vi.fn<() => void>()
  await show({ documents: [row('1'), row('2')], onDone })
  const edit = await screen.findByRole<HTMLButtonElement>('button', { name: 'Edit' })
  await waitFor(() => expect(edit.disabled).toBe(false))
  fireEvent.click(edit)
  const drawer = await screen.findByRole('dialog')
  fireEvent.click(within(drawer).getByRole('button', { name: /Select fields to edit/ }))
  fireEvent.click(screen.getByRole('option', { name: 'title' }))
  fireEvent.keyDown(screen.getByRole('listbox'), { key: 'Escape' })
  fireEvent.change(await within(drawer).findByRole('textbox', { name: 'title' }), {
    target: { value: 'Typed for both' },
  })
  fireEvent.click(within(drawer).getByRole('button', { name: 'Save as draft' }))
  await waitFor(() => expect(asked).toHaveLength(1))
  await waitFor(() => expect(toastQueue.visibleToasts).toHaveLength(1))
  expect(within(drawer).getByRole<HTMLInputElement>('textbox', { name: 'title' }).value).toBe(
    'Typed for both',
  )
  expect(onDone).not.toHaveBeenCalled()
})

it('publishes a selection in the locale on the screen if the site says so (F89)', async () => {
  const localization = site.localization && { ...site.localization, publishesActive: true as const }
  const localized = { ...posts, fields: [text('title', { localized: true })] }
  await show({ documents: [row('1')] }, localized, { ...site, localization })
  fireEvent.click(await screen.findByRole('button', { name: 'Publish in English' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Publish in English' }))
  await waitFor(() => expect(asked).toMatchObject([{ mode: 'publish-locale', locale: 'en' }]))
})

it('takes documents back that were just moved to the trash, but for those that are not there', async () => {
  session = { update: true, delete: true }
  const sent = { is: 'sent', mode: 'delete', notTaken: false } as const
  became = { '1': sent, '2': { is: 'needs-you' }, '3': sent }
  const schema = { ...site, collections: [posts] }
  await show({ documents: ['1', '2', '3'].map((id) => row(id)) }, posts, schema)
  const trash = await screen.findByRole<HTMLButtonElement>('button', { name: 'Move to the trash…' })
  await waitFor(() => expect(trash.disabled).toBe(false))
  fireEvent.click(trash)
  fireEvent.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Move to trash' }),
  )
  const toastOf = (words: string) =>
    toastQueue.visibleToasts.map(({ content }) => content).find(({ text: said }) => said === words)
  await waitFor(() => expect(toastOf('2 documents moved to the trash')?.action?.label).toBe('Undo'))
  toastOf('2 documents moved to the trash')?.action?.onPress()
  // The trash has only the newer edits of a published document with changes.
  const words = '2 documents restored. What was published with newer edits is back as a draft.'
  await waitFor(() => expect(toastOf(words)).toBeDefined())
  expect(restored).toEqual([{ slug: 'posts', ids: ['1', '3'], publish: null }])
})

it('U38 (following) says how many were published once the server has them, and not of those that went as drafts', async () => {
  session = { update: true }
  became = { '2': { is: 'sent', mode: 'draft', notTaken: false }, '3': { is: 'needs-you' } }
  await show({ documents: ['1', '2', '3', '4'].map((id) => row(id)) })
  const publish = await screen.findByRole<HTMLButtonElement>('button', { name: 'Publish' })
  await waitFor(() => expect(publish.disabled).toBe(false))
  fireEvent.click(publish)
  fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Publish' }))
  const said = () => toastQueue.visibleToasts.map(({ content }) => `${content.kind}: ${content.text}`)
  await waitFor(() => expect(said()).toHaveLength(2))
  expect(said().toSorted()).toEqual([
    'error: 1 document needs you. It is in the outbox.',
    'success: 2 documents published',
  ])
})
