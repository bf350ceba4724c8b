import { useEffect, useEffectEvent } from 'react'
import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext'
import { DRAG_DROP_PASTE } from '@lexical/rich-text'
import { COMMAND_PRIORITY_LOW, mergeRegister, createCommand, type LexicalCommand } from 'lexical'
import { ClipboardCopy, CodeXml } from 'lucide-react'
import type { EditorFeature, EditorCommand } from '../../feature.ts'
import { registerPasted } from './register-pasted.ts'
import { useSchemaOrNull } from '../../../data/schema-context.tsx'
import { useFieldScope } from '../../../fields/field-scope.tsx'
import { useT, type UseT } from '../../../i18n/use-t.ts'
import { announce } from '../../../ui/live-region/announce.ts'
import { toast } from '../../../ui/toast/toast-queue.ts'
import { useRichText } from '../../editor-context.tsx'
import { $copiedAs } from './copied.ts'
import type { LeftOut, NodeWords } from '../../../../shared/fields/richText/node-types/node-type.ts'
import { registerClipboard } from './register-clipboard.ts'
import { usePasteFiles } from './use-paste-files.ts'
import type { RichTextEditor, Collection } from '../../../../shared/cms/schema-model.ts'
import { blockOfNode, blockTypeOf } from '../../../../shared/fields/richText/block-nodes.ts'
import { documentAt } from '../../../../shared/fields/richText/links.ts'
import { fieldsOf } from '../../../../shared/fields/richText/nodes.ts'
import { own } from '../../../../shared/json.ts'

/** Copy, paste, drop and files. */
export const clipboard: EditorFeature = {
  name: 'clipboard',
  register: registerPasted,
  Beside: () => <ClipboardTools />,
  commands: clipboardCommands,
}

/** Handles pastes and copies of an editor, and reports the parts of a paste that were left out. */
function ClipboardTools() {
  const [editor] = useLexicalComposerContext()
  const { config } = useRichText()
  const { server } = useFieldScope()
  const collections = useSchemaOrNull()?.collections
  const texts = useT()
  const { t } = texts

  const onLeftOut = useEffectEvent(({ leftOut, pictures }: { leftOut: LeftOut[]; pictures: number }) => {
    const names = leftOutNames(leftOut, collections ?? [], texts)
    if (names.length > 0)
      toast.success(t('galley:richTextClipboard.leftOut', { names: texts.formatList(names) }))
    if (pictures > 0) toast.success(t('galley:richTextClipboard.pictures', { count: pictures }))
  })
  const words = useEffectEvent(nodeWords(config, collections ?? [], texts))
  const onCopied = useEffectEvent((form: 'markdown' | 'html') => {
    const text = editor.read(() => $copiedAs(editor, form, words))
    navigator.clipboard.writeText(text).then(
      () =>
        announce(
          t(
            form === 'html'
              ? 'galley:richTextClipboard.copiedHtml'
              : 'galley:richTextClipboard.copiedMarkdown',
          ),
        ),
      () => toast.error(t('galley:richTextClipboard.notCopied')),
    )
  })

  useEffect(
    () =>
      mergeRegister(
        registerClipboard(editor, {
          config,
          server,
          collections: collections ?? [],
          words: (node) => words(node),
          onLeftOut: (pasted) => onLeftOut(pasted),
          onFiles: (files) => editor.dispatchCommand(DRAG_DROP_PASTE, [...files]),
        }),
        editor.registerCommand(
          COPY_AS_COMMAND,
          (form) => {
            onCopied(form)
            return true
          },
          COMMAND_PRIORITY_LOW,
        ),
      ),
    [editor, config, server, collections],
  )
  return config.upload === null ? null : <PasteFiles />
}

function PasteFiles() {
  const [editor] = useLexicalComposerContext()
  const onFiles = useEffectEvent(usePasteFiles())
  useEffect(
    () => editor.registerCommand(DRAG_DROP_PASTE, (files) => onFiles(files), COMMAND_PRIORITY_LOW),
    [editor],
  )
  return null
}

/** Copies the selection, else the whole text, as Markdown or HTML source. */
const COPY_AS_COMMAND: LexicalCommand<'markdown' | 'html'> = createCommand('COPY_AS_COMMAND')

function clipboardCommands(_config: RichTextEditor, { t }: UseT): EditorCommand[] {
  return [
    {
      id: 'clipboard.markdown',
      group: 'insert',
      label: t('galley:richTextClipboard.copyMarkdown'),
      icon: ClipboardCopy,
      shortcut: 'Mod+Shift+C',
      words: ['copy as markdown', 'md'],
      places: ['slash'],
      run: (editor) => void editor.dispatchCommand(COPY_AS_COMMAND, 'markdown'),
    },
    {
      id: 'clipboard.html',
      group: 'insert',
      label: t('galley:richTextClipboard.copyHtml'),
      icon: CodeXml,
      words: ['copy as html'],
      places: ['slash'],
      run: (editor) => void editor.dispatchCommand(COPY_AS_COMMAND, 'html'),
    },
  ]
}

/** Returns the names of the left-out parts, each once. */
function leftOutNames(
  leftOut: readonly LeftOut[],
  collections: readonly Collection[],
  { t, label }: Pick<UseT, 't' | 'label'>,
): string[] {
  const names = leftOut.map(({ kind, name }) => {
    if (kind === 'block' || kind === 'inlineBlock')
      return blockName(name) || t('galley:richTextClipboard.block')
    if (kind === 'other') return t('galley:richTextClipboard.other')
    const collection = collections.find(({ slug }) => slug === name)
    const called =
      label(collection?.labels.singular ?? null) || name || t('galley:richTextClipboard.document')
    return kind === 'link' ? t('galley:richTextClipboard.link', { name: called }) : called
  })
  return [...new Set(names)]
}

/**
 * Returns a block's name made from its slug, since a block that the text does not offer has no label here.
 */
function blockName(slug: string): string {
  const words = slug
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/[-_]+/g, ' ')
    .trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Names nodes that are no text for other programs: the label of a block, the kind of a document. */
function nodeWords(
  config: RichTextEditor,
  collections: readonly Collection[],
  { label }: Pick<UseT, 'label'>,
): NodeWords {
  return (node) => {
    const slug = documentAt(node)?.slug
    if (slug !== undefined) {
      const collection = collections.find((one) => one.slug === slug)
      return label(collection?.labels.singular ?? null) || slug
    }
    const block = blockOfNode(config, node)
    const kind = label(block?.labels.singular ?? null) || blockTypeOf(node)
    const name = own(fieldsOf(node), 'blockName')
    return typeof name === 'string' && name !== '' ? `${kind}: ${name}` : kind
  }
}
