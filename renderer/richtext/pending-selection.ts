import type { LexicalEditor } from 'lexical'

/** With a node selected, Lexical answers a click that comes first by selecting nothing: the caret would be lost. */
const KINDS = ['keydown', 'pointerdown', 'click']

type Points = Pick<Selection, 'anchorNode' | 'anchorOffset' | 'focusNode' | 'focusOffset'>

/**
 * The browser changes what is selected at once and tells of it in a task of its own. On a busy computer the next key
 * comes first, and the editor, which knows only what it was told, would format, split or link what was selected before.
 * So a key or a press that finds such news waiting has it told at once; it comes again later, which changes nothing.
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
      // Each editor speaks of its own.
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
