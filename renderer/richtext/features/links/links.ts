import {
  COMMAND_PRIORITY_EDITOR,
  mergeRegister,
  $addUpdateTag,
  $getSelection,
  $isRangeSelection,
  COMMAND_PRIORITY_HIGH,
  PASTE_COMMAND,
  PASTE_TAG,
} from 'lexical'
import type { LexicalEditor } from 'lexical'
import { createElement } from 'react'
import type { RichTextEditor } from '../../../../shared/cms/schema-model.ts'
import type { EditorFeature } from '../../feature.ts'
import { registerAutoLink } from './auto-link.ts'
import { linkCommands, REMOVE_LINKS_COMMAND } from './link-commands.ts'
import { AutoLinkNode, LinkNode, addressFields } from './link-node.ts'
import { $removeLinks, $setLink } from './link-operations.ts'
import { LinkTools } from './link-tools.tsx'
import { addressOf } from '../../../../shared/fields/richText/addresses.ts'

/** Links to addresses and to documents of the site. */
export const links: EditorFeature = {
  name: 'links',
  nodes: [LinkNode, AutoLinkNode],
  isOffered: ({ link }) => link !== null,
  register(editor: LexicalEditor, { link }: RichTextEditor) {
    const unlinked = new Set<string>()
    return mergeRegister(
      registerAutoLink(editor, unlinked, link?.autoLinks === true),
      link === null ? () => undefined : registerLinkPaste(editor),
      editor.registerCommand(
        REMOVE_LINKS_COMMAND,
        () => {
          for (const text of $removeLinks()) unlinked.add(text)
          return true
        },
        COMMAND_PRIORITY_EDITOR,
      ),
    )
  },
  Beside: () => createElement(LinkTools),
  commands: linkCommands,
}

/** Makes selected words of one top-level block a link when an address is pasted over them. */
function registerLinkPaste(editor: LexicalEditor): () => void {
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
      // An address pasted over an address replaces it instead.
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
