import { DRAG_DROP_PASTE } from '@lexical/rich-text'
import { act, cleanup, waitFor } from '@testing-library/react'
import { $getRoot } from 'lexical'
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest'
import { createOpenDocuments } from '../../../../../renderer/form/open-documents.ts'
import type { DocRef } from '../../../../../shared/cms/doc-ref.ts'
import { fieldTypes } from '../../../../../shared/fields/registry.ts'
import { topNodes } from '../../../../../shared/fields/richText/nodes.ts'
import { richText, text } from '../../../shared/build-fields.ts'
import { paragraph } from '../../../shared/rich-text/build-nodes.ts'
import { collection, openForm, openSite, viewOf } from '../../form/form-fixtures.ts'
import { main, openable, resetSite, takesFiles } from '../../fields/relation-site.tsx'
import { rich } from '../rich-text-fixtures.ts'

const { toastQueue } = await import('../../../../../renderer/ui/toast/toast-queue.ts')
const { config, showText } = await import('../show-text.tsx')
const { $pastePlace } = await import('../../../../../renderer/richtext/features/clipboard/paste-place.ts')

/** Makes the document that was asked for. */
let make: () => void
let waiting: (() => void)[]
beforeEach(() => {
  resetSite()
  waiting = []
  make = () => waiting.shift()?.()
  const ref: DocRef = { kind: 'collection', slug: 'media', id: '5' }
  takesFiles(() => new Promise((resolve) => waiting.push(() => resolve({ ref }))))
})
afterEach(cleanup)

const asked = (count: number) => waitFor(() => expect(main.named('documents.create')).toHaveLength(count))

async function pasteFiles(names: string[], options: Parameters<typeof showText>[1] = {}) {
  const shown = await showText([paragraph('one'), paragraph('two')], options)
  const files = names.map((name) => new File(['words'], name, { type: 'application/pdf' }))
  shown.update(() => void $getRoot().getFirstDescendant()?.selectEnd())
  act(() => void shown.editor().dispatchCommand(DRAG_DROP_PASTE, files))
  await asked(1)
  return shown
}
const file = expect.objectContaining({ type: 'upload', relationTo: 'media', value: 5 })

it('a pasted file comes to where the caret was', async () => {
  const { held } = await pasteFiles(['a.pdf'])
  make()
  await waitFor(() => expect(held()).toEqual([paragraph('one'), file, paragraph('two')]))
})

it('one whose document is made only after the screen was left comes into the text all the same', async () => {
  const { held, form } = await pasteFiles(['a.pdf', 'b.pdf'])
  cleanup()
  form.setField('body', rich(paragraph('zero'), paragraph('one'), paragraph('two')))
  make()
  await asked(2)
  make()
  await waitFor(() =>
    expect(held()).toEqual([paragraph('zero'), paragraph('one'), file, file, paragraph('two')]),
  )
})

it('of several, those that come after the screen was left stand behind those before', async () => {
  takesFiles(
    () =>
      new Promise((resolve) => {
        const id = String(4 + main.named('documents.create').length)
        waiting.push(() => resolve({ ref: { kind: 'collection', slug: 'media', id } }))
      }),
  )
  const { held } = await pasteFiles(['a.pdf', 'b.pdf'])
  make()
  await asked(2)
  const first = expect.objectContaining({ type: 'upload', value: 5 })
  await waitFor(() => expect(held()).toEqual([paragraph('one'), first, paragraph('two')]))
  cleanup()
  make()
  const second = expect.objectContaining({ type: 'upload', value: 6 })
  await waitFor(() => expect(held()).toEqual([paragraph('one'), first, second, paragraph('two')]))
})

it('F52 after a change of the schema they come into the form that there is by then', async () => {
  const body = [paragraph('one'), paragraph('two')]
  const field = richText('body', { label: 'Body', schemaPath: 'posts.body', editor: config })
  openable(() => viewOf({ id: 7, body: rich(...body) }))
  const documents = createOpenDocuments({ bridge: main.bridge, types: fieldTypes })
  onTestFinished(documents.end)
  const ref: DocRef = { kind: 'collection', slug: 'posts', id: '7' }
  const session = documents.open(ref, collection(null, [field]), openSite)
  const release = documents.retain(session)
  const form = () => session.getSnapshot().form
  await waitFor(() => expect(form()).not.toBeNull())
  const document = form()
  if (document === null) throw new Error('not open')
  await pasteFiles(['a.pdf'], { opened: { document, documents } })
  await session.setEntity(collection(null, [field, text('new')]), false)
  expect(form()).not.toBe(document)
  cleanup()
  release?.()
  make()
  await waitFor(() =>
    expect(topNodes(form()?.inLocale('en').getField('body').value)).toEqual([body[0], file, body[1]]),
  )
})

it.each([
  ['no rich text any more', text('body')],
  ['one that takes no files', richText('body', { editor: { ...config, upload: null } })],
  ['one that may not be changed', richText('body', { editor: config, readOnly: true })],
])(
  'F52 (part) where the field has become %s they come nowhere, and what is there stays',
  async (_what, field) => {
    const { document, editor, form } = await showText([paragraph('one')])
    let now = document
    const place = editor().read(() => $pastePlace(editor(), { form, path: 'body', document: () => now }))
    cleanup()
    now = openForm({ entity: collection(null, [field]), view: viewOf({ id: 7, body: 'words' }) }).document
    expect(place.put('media', 5)).toBe(false)
    expect(now.changes()).toEqual([])
  },
)

it('what is still being copied as another account comes is made no document', async () => {
  const { held } = await pasteFiles(['a.pdf', 'b.pdf'])
  cleanup()
  main.emit('session.accountChanged', null)
  make()
  await waitFor(() =>
    expect(toastQueue.visibleToasts.map(({ content }) => content.text)).toEqual([
      expect.stringContaining('"b.pdf" was not added'),
    ]),
  )
  expect(main.named('files.begin')).toHaveLength(1)
  expect(main.named('documents.create')).toHaveLength(1)
  expect(held()).toEqual([paragraph('one'), paragraph('two')])
})
