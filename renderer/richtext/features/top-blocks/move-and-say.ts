import { $getRoot } from 'lexical'
import type { LexicalEditor, LexicalNode } from 'lexical'
import type { UseT } from '../../../i18n/use-t.ts'
import { announce } from '../../../ui/live-region/announce.ts'
import { $moveTopNodes, changeBlocks } from './top-blocks.ts'

/** Moves blocks, and says where they are now. `$find`: what is moved and in front of which index; null: nothing. */
export function moveAndSay(
  editor: LexicalEditor,
  { t }: Pick<UseT, 't'>,
  $find: () => { nodes: readonly LexicalNode[]; index: number | null } | null,
): void {
  let said: { at: number; count: number } | null = null
  let isAtEdge = false
  changeBlocks(editor, () => {
    const found = $find()
    const [first] = found?.nodes ?? []
    if (found === null || first === undefined) return
    isAtEdge = found.index === null
    if (found.index === null || !$moveTopNodes(found.nodes, found.index)) return
    said = { at: first.getIndexWithinParent() + 1, count: $getRoot().getChildrenSize() }
  })
  if (said !== null) announce(t('galley:rich-text-ways.moved', said))
  else if (isAtEdge) announce(t('galley:rich-text-ways.atEdge'))
}
