import { $handleListInsertParagraph, $isListNode } from '@lexical/list'
import type { ListItemNode } from '@lexical/list'
import { $handleIndentAndOutdent } from '@lexical/utils'
import {
  $getSelection,
  $isRangeSelection,
  COMMAND_PRIORITY_LOW,
  COMMAND_PRIORITY_NORMAL,
  INDENT_CONTENT_COMMAND,
  INSERT_PARAGRAPH_COMMAND,
  KEY_BACKSPACE_COMMAND,
  KEY_TAB_COMMAND,
  OUTDENT_CONTENT_COMMAND,
  mergeRegister,
} from 'lexical'
import type { LexicalEditor, RangeSelection } from 'lexical'
import type { RichTextEditor } from '../../../../shared/cms/schema-model.ts'
import { MOST_INDENT } from '../../../../shared/fields/richText/shown.ts'
import { $itemOf } from './list-selection.ts'

/** Keys that mean something else in a list than elsewhere: registered before `registerList`, which has rules for them, too. */
export function registerListKeys(
  editor: LexicalEditor,
  { neverIndented }: Pick<RichTextEditor, 'neverIndented'>,
): () => void {
  const nests = !neverIndented.includes('listitem')
  return mergeRegister(
    editor.registerCommand(
      KEY_TAB_COMMAND,
      (event) => {
        if (!$isInLists()) return false
        event.preventDefault()
        // Also at the outermost level, where nothing is outdented: the key never puts a tab into an item.
        editor.dispatchCommand(event.shiftKey ? OUTDENT_CONTENT_COMMAND : INDENT_CONTENT_COMMAND, undefined)
        return true
      },
      COMMAND_PRIORITY_LOW,
    ),
    // Lists nest wherever there are any, also where the site does not offer to indent other blocks.
    editor.registerCommand(INDENT_CONTENT_COMMAND, () => $nest(nests ? 1 : 0), COMMAND_PRIORITY_NORMAL),
    editor.registerCommand(OUTDENT_CONTENT_COMMAND, () => $nest(-1), COMMAND_PRIORITY_NORMAL),
    editor.registerCommand(
      INSERT_PARAGRAPH_COMMAND,
      () => {
        const selection = $getSelection()
        const item = $isRangeSelection(selection) ? $itemOf(selection.anchor.getNode()) : null
        return item !== null && $handleListInsertParagraph($isNumbered(item))
      },
      COMMAND_PRIORITY_LOW,
    ),
    editor.registerCommand(
      KEY_BACKSPACE_COMMAND,
      (event) => {
        const selection = $getSelection()
        const item = $isRangeSelection(selection) ? $itemAtStart(selection) : null
        if (!$isRangeSelection(selection) || item === null || !$isNumbered(item)) return false
        const [next] = item.getNextSiblings()
        const number = item.getValue()
        if (!item.collapseAtStart(selection)) return false
        event.preventDefault()
        const following = next?.getParent()
        // The following items are a separate list now, which continues the numbers.
        if ($isListNode(following) && next?.getPreviousSibling() === null && following.getIndent() === 0)
          following.setStart(number)
        return true
      },
      COMMAND_PRIORITY_LOW,
    ),
  )
}

function $isInLists(): boolean {
  const selection = $getSelection()
  if (!$isRangeSelection(selection)) return false
  return selection.getStartEndPoints().every((point) => $itemOf(point.getNode()) !== null)
}

/**
 * Changes the nesting of the selected items by `by` levels; false: some of the selection is not in a list.
 */
function $nest(by: 1 | 0 | -1): boolean {
  if (!$isInLists()) return false
  $handleIndentAndOutdent((block) => {
    block.setIndent(Math.min(MOST_INDENT, Math.max(0, block.getIndent() + by)))
  })
  return true
}

function $isNumbered(item: ListItemNode): boolean {
  const list = item.getParent()
  return $isListNode(list) && list.getListType() === 'number'
}

/** Returns the item at whose very start the caret is; null: the caret is elsewhere. */
function $itemAtStart(selection: RangeSelection): ListItemNode | null {
  if (!selection.isCollapsed() || selection.anchor.offset !== 0) return null
  const item = $itemOf(selection.anchor.getNode())
  const node = selection.anchor.getNode()
  if (item === null) return null
  return node.is(item) || item.getFirstDescendant()?.is(node) === true ? item : null
}
