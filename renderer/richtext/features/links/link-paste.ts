import {
  $addUpdateTag,
  $getSelection,
  $isRangeSelection,
  COMMAND_PRIORITY_HIGH,
  PASTE_COMMAND,
  PASTE_TAG,
} from 'lexical'
import type { LexicalEditor } from 'lexical'
import { addressOf } from '../../../../shared/fields/richText/addresses.ts'
import { addressFields } from './link-node.ts'
import { $setLink } from './link-operations.ts'

/** An address that is pasted over words of one paragraph makes these words a link. */
export function registerLinkPaste(editor: LexicalEditor): () => void {
  return editor.registerCommand(
    PASTE_COMMAND,
    (event) => {
      const text = 'clipboardData' in event ? event.clipboardData?.getData('text/plain').trim() : undefined
      const url = text === undefined ? null : addressOf(text)
      const selection = $getSelection()
      if (url === null || !$isRangeSelection(selection) || selection.isCollapsed()) return false
      const [start, end] = [selection.anchor, selection.focus].map((point) =>
        point.getNode().getTopLevelElement(),
      )
      // An address over an address takes its place.
      const selected = selection.getTextContent()
      if (start === null || start === undefined || !start.is(end) || addressOf(selected.trim()) !== null)
        return false
      if (selected.trim() === '') return false
      event.preventDefault()
      $addUpdateTag(PASTE_TAG)
      $setLink(addressFields(url))
      return true
    },
    COMMAND_PRIORITY_HIGH,
  )
}
