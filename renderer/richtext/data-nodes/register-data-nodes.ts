import {
  $getSelection,
  $isNodeSelection,
  COMMAND_PRIORITY_LOW,
  FORMAT_ELEMENT_COMMAND,
  KEY_DOWN_COMMAND,
  mergeRegister,
} from 'lexical'
import type { LexicalEditor } from 'lexical'
import { DataBlockNode } from './data-block-node.ts'

/** Registers keys and alignment of a selected node that has a line of its own. */
export function registerDataNodes(editor: LexicalEditor): () => void {
  return mergeRegister(registerKeys(editor), registerAlign(editor))
}

/** Aligns only the selected nodes; Lexical would align the whole text. */
function registerAlign(editor: LexicalEditor): () => void {
  return editor.registerCommand(
    FORMAT_ELEMENT_COMMAND,
    (format) => {
      const selection = $getSelection()
      const nodes = $isNodeSelection(selection) ? selection.getNodes() : []
      const blocks = nodes.filter((node) => node instanceof DataBlockNode)
      for (const node of blocks) node.setFormat(format)
      return blocks.length > 0
    },
    COMMAND_PRIORITY_LOW,
  )
}

/**
 * Handles Enter, which moves the focus into the selected node. The keys that move a node are commands
 * (features/top-blocks).
 */
function registerKeys(editor: LexicalEditor): () => void {
  return editor.registerCommand(
    KEY_DOWN_COMMAND,
    (event) => {
      const selection = $getSelection()
      if (!$isNodeSelection(selection)) return false
      const [node, ...others] = selection.getNodes()
      if (!(node instanceof DataBlockNode) || others.length > 0) return false
      const key = node.getKey()
      if (event.key === 'Enter' && !event.shiftKey && !event.isComposing) return leadInto(editor, key, event)
      return false
    },
    COMMAND_PRIORITY_LOW,
  )
}

/** Focuses the first control in a node. Returns false if there is none. */
function leadInto(editor: LexicalEditor, key: string, event: KeyboardEvent): boolean {
  const inside = editor
    .getElementByKey(key)
    ?.querySelector<HTMLElement>('input, textarea, button, [contenteditable="true"]')
  if (inside === null || inside === undefined) return false
  event.preventDefault()
  inside.focus()
  return true
}
