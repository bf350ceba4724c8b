import { $getNodeByKey, $isRangeSelection } from 'lexical'
import type { BaseSelection, LexicalEditor } from 'lexical'

/**
 * A selection of an editor that is kept for later, such as while a drawer is over it. If the text around it is
 * replaced from outside (`EditorBinding`), it is moved along.
 */
export type KeptSelection = { selection: BaseSelection }

const keptIn = new WeakMap<LexicalEditor, Set<KeptSelection>>()

/** Keeps a selection of an editor until it is dropped. */
export function keepSelection(editor: LexicalEditor, selection: BaseSelection): KeptSelection {
  const kept: KeptSelection = { selection }
  const all = keptIn.get(editor) ?? new Set()
  keptIn.set(editor, all.add(kept))
  return kept
}

export function dropSelection(editor: LexicalEditor, kept: KeptSelection): void {
  keptIn.get(editor)?.delete(kept)
}

export function keptSelections(editor: LexicalEditor): KeptSelection[] {
  return [...(keptIn.get(editor) ?? [])]
}

/** True if both ends of the selection are still in the text; of selected nodes, if any is. */
export function $isThere(selection: BaseSelection): boolean {
  if (!$isRangeSelection(selection)) return selection.getNodes().length > 0
  return [selection.anchor, selection.focus].every(({ key, type, offset }) => {
    const node = $getNodeByKey(key)
    return node?.isAttached() === true && (type !== 'text' || offset <= node.getTextContentSize())
  })
}
