import {
  $getSelection,
  $hasUpdateTag,
  $isNodeSelection,
  $nodesOfType,
  COMMAND_PRIORITY_LOW,
  FORMAT_ELEMENT_COMMAND,
  KEY_DOWN_COMMAND,
  mergeRegister,
  PASTE_TAG,
} from 'lexical'
import type { Klass, LexicalEditor, LexicalNode } from 'lexical'
import type { RichTextEditor } from '../../../shared/cms/schema-model.ts'
import { nodeId } from '../../../shared/fields/richText/nodes.ts'
import { DataBlockNode } from './data-block-node.ts'
import { isDataNode } from './data-node.ts'
import { withFreshNodeIds } from './fresh-ids.ts'
import { moveNode } from './node-actions.ts'

/** What a node with a line of its own does while it is selected. */
export function registerDataNodes(editor: LexicalEditor): () => void {
  return mergeRegister(registerKeys(editor), registerAlign(editor))
}

/** What is pasted while it is still there is another one, with ids of its own; what was cut comes back as it was. */
export function registerPasted(
  editor: LexicalEditor,
  kind: Klass<LexicalNode>,
  config: RichTextEditor,
): () => void {
  return editor.registerNodeTransform(kind, (node) => {
    if (!$hasUpdateTag(PASTE_TAG) || !isDataNode(node)) return
    const id = nodeId(node.getData())
    if (id === null) return
    // Keys are counted up: the one that was there before has the smaller one.
    const others = $nodesOfType(kind).filter(
      (one) => isDataNode(one) && one.isAttached() && nodeId(one.getData()) === id && !one.is(node),
    )
    if (others.some((one) => Number(one.getKey()) < Number(node.getKey())))
      node.setData(withFreshNodeIds(config, node.getData()))
  })
}

/** Lexical would align the whole text. */
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

/** Alt and an arrow key move it, Enter leads into it. */
function registerKeys(editor: LexicalEditor): () => void {
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
