import type { LexicalEditor } from 'lexical'
import { useCallback, useEffect, useRef, useState } from 'react'
import { FROM_FORM_TAG } from '../binding/editor-binding.ts'
import { $slashAtCaret } from './slash-at-caret.ts'
import type { Slash } from './slash-at-caret.ts'

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
