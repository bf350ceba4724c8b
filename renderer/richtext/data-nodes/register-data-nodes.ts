import { $getSelection, $isNodeSelection, COMMAND_PRIORITY_LOW, KEY_DOWN_COMMAND } from 'lexical'
import type { LexicalEditor } from 'lexical'
import { DataBlockNode } from './data-block-node.ts'
import { moveNode } from './node-actions.ts'

/** Of a node with a line of its own that is selected: Alt and an arrow key move it, Enter leads into it. */
export function registerDataNodes(editor: LexicalEditor): () => void {
  return editor.registerCommand(
    KEY_DOWN_COMMAND,
    (event) => {
      const selection = $getSelection()
      if (!$isNodeSelection(selection)) return false
      const [node, ...others] = selection.getNodes()
      if (!(node instanceof DataBlockNode) || others.length > 0) return false
      const key = node.getKey()
      const isUp = event.key === 'ArrowUp'
      if (event.altKey && !event.shiftKey && (isUp || event.key === 'ArrowDown')) {
        event.preventDefault()
        // Not within the update that a command is in.
        queueMicrotask(() => moveNode(editor, key, isUp ? 'up' : 'down'))
        return true
      }
      if (event.key === 'Enter' && !event.shiftKey && !event.isComposing) return leadInto(editor, key, event)
      return false
    },
    COMMAND_PRIORITY_LOW,
  )
}

/** The focus goes to the first thing in it that can be used. */
function leadInto(editor: LexicalEditor, key: string, event: KeyboardEvent): boolean {
  const inside = editor
    .getElementByKey(key)
    ?.querySelector<HTMLElement>('input, textarea, button, [contenteditable="true"]')
  if (inside === null || inside === undefined) return false
  event.preventDefault()
  inside.focus()
  return true
}
