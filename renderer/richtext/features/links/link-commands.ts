import { Link, SquareArrowOutUpRight, Unlink } from 'lucide-react'
import { createCommand } from 'lexical'
import type { LexicalCommand } from 'lexical'
import type { RichTextEditor } from '../../../../shared/cms/schema-model.ts'
import type { UseT } from '../../../i18n/use-t.ts'
import type { EditorCommand } from '../../feature.ts'
import { $linkAtSelection } from './link-operations.ts'

/** Opens the drawer for the link at the caret, or for a new link of the selected words. */
export const EDIT_LINK_COMMAND: LexicalCommand<void> = createCommand('EDIT_LINK_COMMAND')
/** Opens the target of the link at the caret. */
export const OPEN_LINK_COMMAND: LexicalCommand<void> = createCommand('OPEN_LINK_COMMAND')
/** Removes the link at the caret, or all links in the selection; the words stay. */
export const REMOVE_LINKS_COMMAND: LexicalCommand<void> = createCommand('REMOVE_LINKS_COMMAND')

export function linkCommands(_config: RichTextEditor, { t }: UseT): EditorCommand[] {
  const $isInLink = (): boolean => $linkAtSelection() !== null
  return [
    {
      id: 'link.edit',
      group: 'link',
      label: t('galley:richTextLinks.link'),
      icon: Link,
      // In a text the key edits the link, as in other editors; elsewhere it opens the palette.
      shortcut: 'Mod+K',
      words: ['link', 'url', 'address', 'a'],
      places: ['toolbar', 'floating', 'slash'],
      run: (editor) => void editor.dispatchCommand(EDIT_LINK_COMMAND, undefined),
      $isActive: $isInLink,
    },
    {
      id: 'link.open',
      group: 'link',
      label: t('galley:richTextLinks.open'),
      icon: SquareArrowOutUpRight,
      shortcut: 'Alt+Enter',
      places: [],
      run: (editor) => void editor.dispatchCommand(OPEN_LINK_COMMAND, undefined),
      $isEnabled: $isInLink,
    },
    {
      id: 'link.remove',
      group: 'link',
      label: t('galley:richTextLinks.remove'),
      icon: Unlink,
      shortcut: 'Mod+Shift+K',
      places: [],
      run: (editor) => void editor.dispatchCommand(REMOVE_LINKS_COMMAND, undefined),
      $isEnabled: $isInLink,
    },
  ]
}
