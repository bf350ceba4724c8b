import { act, fireEvent, screen } from '@testing-library/react'
import { getNearestEditorFromDOMNode, type LexicalEditor } from 'lexical'
import { vi } from 'vitest'
import type { DocumentDrawers } from '../../../../renderer/data/document-drawers-context.ts'
import type { DocumentForm } from '../../../../renderer/form/document-form.ts'
import { OpenDocumentsProvider } from '../../../../renderer/form/open-documents-context.ts'
import type { OpenDocuments } from '../../../../renderer/form/open-documents.ts'
import { loadTranslator } from '../../../../renderer/i18n/translator.ts'
import type { RichTextEditor, RichTextField, SiteSchema } from '../../../../shared/cms/schema-model.ts'
import { topNodes } from '../../../../shared/fields/richText/nodes.ts'
import type { DocumentView } from '../../../../shared/ipc.ts'
import type { Json } from '../../../../shared/json.ts'
import {
  array,
  block as blockType,
  number,
  richText,
  select,
  text,
  textarea,
} from '../../shared/build-fields.ts'
import { inSite } from '../fields/relation-site.tsx'
import { everything, rich } from './rich-text-fixtures.ts'

const { editorFeatures } = await import('../../../../renderer/richtext/features/registry.ts')
const { showFields } = await import('../fields/show-fields.tsx')

const named = [text('id', { hidden: true }), text('blockName', { disabled: true })]

/** The test editor's config. */
export const config: RichTextEditor = {
  ...everything,
  blocks: [
    {
      ...blockType('notice', [
        text('tone', { label: 'Tone', defaultValue: 'tip' }),
        textarea('text', { label: 'Text', required: true }),
        richText('more', { label: 'More', editor: everything }),
        number('count', { label: 'Count' }),
        array('steps', [text('step', { label: 'Step' })], { label: 'Steps' }),
        ...named,
      ]),
      labels: { singular: 'Notice', plural: 'Notices' },
    },
    {
      ...blockType('ruled', [select('kind', ['a', 'b'], { label: 'Kind' }), ...named]),
      labels: { singular: 'Ruled', plural: 'Ruled' },
    },
  ],
  inlineBlocks: [
    {
      ...blockType('fare', [
        number('amount', { label: 'Amount', required: true, hasCondition: true }),
        ...named,
      ]),
      schemaPath: 'editor:E.inline.fare.fields',
      labels: { singular: 'Fare', plural: 'Fares' },
    },
    {
      ...blockType('stop', [text('place', { label: 'Place', required: true }), ...named]),
      labels: { singular: 'Stop', plural: 'Stops' },
    },
    { ...blockType('mark', named), labels: { singular: 'Mark', plural: 'Marks' } },
  ],
  upload: {
    collections: ['media'],
    fields: { media: [text('caption', { label: 'Caption', maxLength: 40 })] },
  },
  relationship: { collections: ['places', 'pages'] },
}

// These tests have no layout, and nothing to scroll.
Element.prototype.scrollIntoView = () => undefined

export const drawers = {
  edit: vi.fn<DocumentDrawers['edit']>(),
  create: vi.fn<DocumentDrawers['create']>(),
  readAhead: vi.fn<DocumentDrawers['readAhead']>(),
}

/** The text box of the rich text, also behind a drawer. */
const box = () => screen.getByRole('textbox', { name: 'Body', hidden: true })

function editorOf(): LexicalEditor {
  const editor = getNearestEditorFromDOMNode(box())
  if (editor === null) throw new Error('it is not edited')
  return editor
}

type Options = {
  given?: RichTextEditor
  field?: Partial<RichTextField>
  approach?: boolean
  site?: Partial<SiteSchema>
  /** The document besides the text. */
  view?: Partial<DocumentView>
  /** The text's document among the open ones. */
  opened?: { document: DocumentForm; documents: OpenDocuments }
}

/** Renders a rich text in a form, and activates its editor. */
export async function showText(
  nodes: Json[],
  { given = config, field, approach = true, site, view, opened }: Options = {},
) {
  const around = inSite(drawers, site)
  const shown = await showFields(
    [richText('body', { label: 'Body', schemaPath: 'posts.body', editor: given, ...field })],
    {
      data: { body: field?.localized === true ? { en: rich(...nodes) } : rich(...nodes) },
      ...(view && { view }),
      ...(opened && { document: opened.document }),
      around: (content) =>
        around(<OpenDocumentsProvider value={opened?.documents ?? null}>{content}</OpenDocumentsProvider>),
    },
  )
  await screen.findByRole('textbox', { name: 'Body' })
  if (approach) act(() => box().focus())
  const { t } = await loadTranslator('en')
  const texts = { t, label: (one: unknown) => (typeof one === 'string' ? one : '') }
  /** Runs a command of the toolbar. */
  const command = (id: string) =>
    act(async () => {
      const all = editorFeatures.flatMap(({ commands }) => commands?.(given, texts as never) ?? [])
      const found = all.find((one) => one.id === id)
      if (found === undefined) throw new Error(`no command ${id}`)
      found.run(editorOf())
    })
  /** Returns the form's nodes. */
  const held = () => topNodes(shown.form.getField('body').value)
  /** Updates the present editor. */
  const update = (change: () => void) => act(() => editorOf().update(change, { discrete: true }))
  return { ...shown, editor: editorOf, command, held, update, box }
}

export const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
