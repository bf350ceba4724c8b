import { COMMAND_PRIORITY_EDITOR, mergeRegister } from 'lexical'
import type { LexicalEditor } from 'lexical'
import { createElement } from 'react'
import type { RichTextEditor } from '../../../../shared/cms/schema-model.ts'
import type { EditorFeature } from '../../feature.ts'
import { registerAutoLink } from './auto-link.ts'
import { linkCommands, REMOVE_LINKS_COMMAND } from './link-commands.ts'
import { AutoLinkNode, LinkNode } from './link-node.ts'
import { $removeLinks } from './link-operations.ts'
import { registerLinkPaste } from './link-paste.ts'
import { LinkTools } from './link-tools.tsx'

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
