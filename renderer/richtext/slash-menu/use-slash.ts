import {
  type LexicalEditor,
  $getNodeByKey,
  $getSelection,
  $isLineBreakNode,
  $isRangeSelection,
  $isTextNode,
  type NodeKey,
} from 'lexical'
import { useCallback, useEffect, useRef, useState } from 'react'
import { FROM_FORM_TAG } from '../binding/editor-binding.ts'

/**
 * Returns the slash that was just typed, while the caret is behind it; moving the caret to an old slash opens
 * nothing. `dismiss`: hides it until another one is typed.
 */
export function useSlash(editor: LexicalEditor): { slash: Slash | null; dismiss: () => void } {
  const [slash, setSlash] = useState<Slash | null>(null)
  const current = useRef<Slash | null>(null)
  const set = useCallback((next: Slash | null) => {
    current.current = next
    setSlash(next)
  }, [])
  useEffect(() => {
    const stop = editor.registerUpdateListener(({ editorState, prevEditorState, dirtyLeaves, tags }) => {
      const now = editorState.read($slashAtCaret)
      const open = current.current
      if (now !== null && open?.key === now.key && open.start === now.start) {
        set(now)
        return
      }
      if (open !== null) set(null)
      if (now === null || now.typed !== '' || !dirtyLeaves.has(now.key)) return
      if (editor.isComposing() || tags.has(FROM_FORM_TAG)) return
      const root = editor.getRootElement()
      if (root === null || root !== root.ownerDocument.activeElement) return
      const before = prevEditorState.read($slashAtCaret)
      const wasThere = before !== null && before.key === now.key && before.start === now.start
      if (!wasThere) set(now)
    })
    const leave = (): void => set(null)
    const stopRoot = editor.registerRootListener((root, previous) => {
      previous?.removeEventListener('blur', leave)
      root?.addEventListener('blur', leave)
    })
    return () => {
      stop()
      stopRoot()
    }
  }, [editor, set])
  const dismiss = useCallback(() => set(null), [set])
  return { slash, dismiss }
}

/** A slash in front of the caret, and the text typed behind it. `start`: its offset in the text node. */
export type Slash = { key: NodeKey; start: number; typed: string }

/** A slash, also as Chinese and Japanese keyboards write it, and the text typed behind it. */
const SLASH = /(?:^|\s)([/／、])([^\s/／、][^/／、]{0,30})?$/u

/**
 * Returns the slash at the caret: at the start of a line or behind a space, not in code. Inside of a read.
 */
function $slashAtCaret(): Slash | null {
  const selection = $getSelection()
  if (!$isRangeSelection(selection) || !selection.isCollapsed() || selection.anchor.type !== 'text')
    return null
  const node = selection.anchor.getNode()
  if (!$isTextNode(node) || !node.isSimpleText() || node.hasFormat('code')) return null
  const found = SLASH.exec(node.getTextContent().slice(0, selection.anchor.offset))
  if (found === null) return null
  const typed = found[2] ?? ''
  const start = selection.anchor.offset - typed.length - 1
  const before = node.getPreviousSibling()
  const isBehindWord =
    start === 0 && before !== null && !$isLineBreakNode(before) && !/\s$/.test(before.getTextContent())
  return isBehindWord ? null : { key: node.getKey(), start, typed }
}

/** Removes the slash and the text typed behind it. */
export function $removeSlash({ key, start, typed }: Slash): void {
  const node = $getNodeByKey(key)
  if (!$isTextNode(node)) return
  node.select(start, Math.min(start + typed.length + 1, node.getTextContentSize())).removeText()
}
