import { $dfs } from '@lexical/utils'
import { $getNodeByKey, $hasUpdateTag, PASTE_TAG, RootNode } from 'lexical'
import type { LexicalEditor, LexicalNode } from 'lexical'
import type { RichTextEditor } from '../../../../shared/cms/schema-model.ts'
import { newRowId } from '../../../../shared/document/row-index.ts'
import { nodeId } from '../../../../shared/fields/richText/nodes.ts'
import { isDataNode } from '../../data-nodes/data-node.ts'
import { withFreshNodeIds } from '../../../../shared/fields/richText/fresh-ids.ts'
import { $isLinkNode } from '../links/link-node.ts'

/**
 * Gives pasted nodes new ids all the way down if the originals are still there. Cut nodes come back with their ids,
 * by which values in other locales find them.
 */
export function registerPasted(editor: LexicalEditor, config: RichTextEditor): () => void {
  return editor.registerNodeTransform(RootNode, () => {
    if (!$hasUpdateTag(PASTE_TAG)) return
    const before = editor.getEditorState()
    const isNew = (node: LexicalNode): boolean => before.read(() => $getNodeByKey(node.getKey()) === null)
    const taken = new Set<string>()
    const came: LexicalNode[] = []
    for (const { node } of $dfs()) {
      const id = $idOf(node)
      if (id === null) continue
      if (isNew(node)) came.push(node)
      else taken.add(id)
    }
    for (const node of came) {
      const id = $idOf(node)
      if (id === null) continue
      if (!taken.has(id)) taken.add(id)
      else if ($isLinkNode(node)) node.setId(newRowId())
      else if (isDataNode(node)) node.setData(withFreshNodeIds(config, node.getData()))
    }
  })
}

export function $idOf(node: LexicalNode): string | null {
  if ($isLinkNode(node)) return node.getId()
  return isDataNode(node) ? nodeId(node.getData()) : null
}
