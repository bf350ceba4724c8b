import type { LexicalEditor } from 'lexical'

/**
 * Events that must find the present selection. Click is one: with a node selected, Lexical would clear a new
 * caret.
 */
const KINDS = ['keydown', 'pointerdown', 'click']

type Points = Pick<Selection, 'anchorNode' | 'anchorOffset' | 'focusNode' | 'focusOffset'>

/**
 * The browser reports a new selection in a later task. If a key or press comes first, the editor would
 * format, split or link the old selection, so the change is reported to it before such an event.
 */
export function registerPendingSelection(editor: LexicalEditor): () => void {
  return editor.registerRootListener((root) => {
    if (root === null) return
    const document = root.ownerDocument
    let told: Points | null = null
    const listen = (): void => {
      told = pointsOf(document.getSelection())
    }
    const tell = (event: Event): void => {
      const now = pointsOf(document.getSelection())
      const isComposing = editor.isComposing() || (event instanceof KeyboardEvent && event.isComposing)
      // Each editor reports only selections in its own text.
      if (isComposing || !root.contains(now?.anchorNode ?? null) || isSame(told, now)) return
      document.dispatchEvent(new Event('selectionchange'))
    }
    document.addEventListener('selectionchange', listen)
    for (const type of KINDS) document.addEventListener(type, tell, { capture: true })
    return () => {
      document.removeEventListener('selectionchange', listen)
      for (const type of KINDS) {
        document.removeEventListener(type, tell, { capture: true })
      }
    }
  })
}

function pointsOf(selection: Selection | null): Points | null {
  if (selection === null) return null
  const { anchorNode, anchorOffset, focusNode, focusOffset } = selection
  return { anchorNode, anchorOffset, focusNode, focusOffset }
}

function isSame(one: Points | null, other: Points | null): boolean {
  return (
    one?.anchorNode === other?.anchorNode &&
    one?.anchorOffset === other?.anchorOffset &&
    one?.focusNode === other?.focusNode &&
    one?.focusOffset === other?.focusOffset
  )
}
