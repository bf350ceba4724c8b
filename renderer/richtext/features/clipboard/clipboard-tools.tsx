import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext'
import { DRAG_DROP_PASTE } from '@lexical/rich-text'
import { COMMAND_PRIORITY_LOW, mergeRegister } from 'lexical'
import { useEffect, useEffectEvent } from 'react'
import { useSchemaOrNull } from '../../../data/schema-context.tsx'
import { useFieldScope } from '../../../fields/field-scope.tsx'
import { useT } from '../../../i18n/use-t.ts'
import { announce } from '../../../ui/live-region/announce.ts'
import { toast } from '../../../ui/toast/toast-queue.ts'
import { useRichText } from '../../editor-context.tsx'
import { COPY_AS_COMMAND } from './clipboard-commands.ts'
import { $copiedAs } from './copied.ts'
import { leftOutNames } from './left-out-names.ts'
import type { LeftOut } from '../../../../shared/fields/richText/node-types/node-type.ts'
import { nodeWords } from './node-words.ts'
import { registerClipboard } from './register-clipboard.ts'
import { usePasteFiles } from './use-paste-files.ts'

/** Handles pastes and copies of an editor, and reports the parts of a paste that were left out. */
export function ClipboardTools() {
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
