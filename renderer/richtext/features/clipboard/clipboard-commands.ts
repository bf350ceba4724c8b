import { createCommand } from 'lexical'
import type { LexicalCommand } from 'lexical'
import { ClipboardCopy, CodeXml } from 'lucide-react'
import type { RichTextEditor } from '../../../../shared/cms/schema-model.ts'
import type { UseT } from '../../../i18n/use-t.ts'
import type { EditorCommand } from '../../feature.ts'

/** Copies the selection, else the whole text, as Markdown or HTML source. */
export const COPY_AS_COMMAND: LexicalCommand<'markdown' | 'html'> = createCommand('COPY_AS_COMMAND')

export function clipboardCommands(_config: RichTextEditor, { t }: UseT): EditorCommand[] {
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
