import { LexicalComposerContext } from '@lexical/react/LexicalComposerContext'
import { registerRichText } from '@lexical/rich-text'
import { act } from '@testing-library/react'
import { $getRoot, $isElementNode, createEditor, mergeRegister } from 'lexical'
import type { LexicalEditor, LexicalNode } from 'lexical'
import { useEffect, useMemo, useState, useSyncExternalStore, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { vi } from 'vitest'
import type { DocumentDrawers } from '../../../../renderer/data/document-drawers-context.ts'
import type { RichTextEditor, RichTextField } from '../../../../shared/cms/schema-model.ts'
import { parseEditor } from '../../../../shared/fields/richText/parse-editor.ts'
import { isJsonObject, type Json, type JsonObject } from '../../../../shared/json.ts'
import { block as blockType, number, richText, text, textarea } from '../../shared/build-fields.ts'
import { rich } from '../../shared/rich-text/build-nodes.ts'
import { inSite } from '../fields/relation-site.tsx'

const { editorFeatures } = await import('../../../../renderer/richtext/features/registry.ts')
const { RichTextProvider } = await import('../../../../renderer/richtext/editor-context.tsx')
const { useForm } = await import('../../../../renderer/form/form-context.tsx')
const { showFields } = await import('../fields/show-fields.tsx')

const named = [text('id', { hidden: true }), text('blockName', { disabled: true })]

/** What the editor of the tests offers. */
export const config: RichTextEditor = {
  ...parseEditor({}, 'editor:E', () => []),
  blocks: [
    {
      ...blockType('notice', [
        text('tone', { label: 'Tone', defaultValue: 'tip' }),
        textarea('text', { label: 'Text', required: true }),
        ...named,
      ]),
      labels: { singular: 'Notice', plural: 'Notices' },
    },
  ],
  inlineBlocks: [
    {
      ...blockType('fare', [number('amount', { label: 'Amount', required: true }), ...named]),
      labels: { singular: 'Fare', plural: 'Fares' },
    },
    { ...blockType('mark', named), labels: { singular: 'Mark', plural: 'Marks' } },
  ],
  upload: { collections: ['media'], fields: { media: [text('caption', { label: 'Caption' })] } },
  relationship: { collections: ['places', 'pages'] },
}

export const drawers = {
  edit: vi.fn<DocumentDrawers['edit']>(),
  create: vi.fn<DocumentDrawers['create']>(),
  readAhead: vi.fn<DocumentDrawers['readAhead']>(),
}

/** What Lexical exports of a node, with what is in it. */
function exportOf(node: LexicalNode): JsonObject {
  const json: unknown = JSON.parse(JSON.stringify(node.exportJSON()))
  if (!isJsonObject(json)) throw new Error('no JSON')
  return $isElementNode(node) ? { ...json, children: node.getChildren().map(exportOf) } : json
}

export const exported = (editor: LexicalEditor): JsonObject[] =>
  editor.getEditorState().read(() => $getRoot().getChildren().map(exportOf))

/** An editor with the nodes of all features, without a page around it. */
export function openEditor(value: JsonObject, given: RichTextEditor = config) {
  const editor = createEditor({
    nodes: [...new Set(editorFeatures.flatMap(({ nodes = [] }) => nodes))],
    onError: (error) => {
      throw error
    },
  })
  const stop = mergeRegister(
    registerRichText(editor),
    ...editorFeatures.flatMap(({ register }) => (register === undefined ? [] : [register(editor, given)])),
  )
  editor.setRootElement(document.body.appendChild(document.createElement('div')))
  editor.setEditorState(editor.parseEditorState(JSON.stringify(value)))
  return { editor, stop }
}

function Text({
  editor,
  field,
  given,
}: {
  editor: LexicalEditor
  field: RichTextField
  given: RichTextEditor
}) {
  const form = useForm()
  const [root, setRoot] = useState<HTMLElement | null>(null)
  const context = useMemo(
    () => ({
      field,
      path: field.name,
      config: given,
      form,
      locale: form.locale,
      readOnly: false,
      name: 'Body',
    }),
    [form, field, given],
  )
  useEffect(() => {
    editor.setRootElement(root)
    return editor.registerUpdateListener(({ dirtyElements, dirtyLeaves }) => {
      if (dirtyElements.size + dirtyLeaves.size > 0) form.setField(field.name, rich(...exported(editor)))
    })
  }, [editor, root, form, field])
  const composer = useMemo(
    () => [editor, { getTheme: () => null }] as [LexicalEditor, { getTheme: () => null }],
    [editor],
  )
  return (
    <LexicalComposerContext value={composer}>
      <RichTextProvider value={context}>
        <div ref={setRoot} contentEditable data-testid="text" />
        {root !== null && <Parts editor={editor} />}
        {editorFeatures.map(({ name, Beside }) => Beside !== undefined && <Beside key={name} />)}
      </RichTextProvider>
    </LexicalComposerContext>
  )
}

function Parts({ editor }: { editor: LexicalEditor }) {
  const decorators = useSyncExternalStore(
    (listener) => editor.registerDecoratorListener(listener),
    () => editor.getDecorators<ReactNode>(),
  )
  return Object.entries(decorators).map(([key, content]) => {
    const place = editor.getElementByKey(key)
    return place === null ? null : createPortal(content, place, key)
  })
}

/** A text in a form, on the screen. */
export async function showText(
  nodes: Json[],
  given: RichTextEditor = config,
  more: Partial<RichTextField> = {},
) {
  const value = rich(...nodes)
  const { editor } = openEditor(value, given)
  const field = richText('body', { label: 'Body', editor: given, ...more })
  const shown = await showFields([field], {
    data: { body: value },
    // The field draws an editor of its own.
    scope: { mayRead: () => false },
    above: <Text editor={editor} field={field} given={given} />,
    around: inSite(drawers),
  })
  await act(async () => undefined)
  const command = (id: string) =>
    act(async () => {
      const all = editorFeatures.flatMap(
        ({ commands }) =>
          commands?.(given, { t: (key: string) => key, label: (one: unknown) => String(one) } as never) ?? [],
      )
      all.find((one) => one.id === id)?.run(editor)
    })
  return { ...shown, editor, command }
}
