import { useCallback, type RefCallback } from 'react'

/** Events that an editor hears on its root and would take for edits of its text. */
const EVENTS = [
  'keydown',
  'beforeinput',
  'input',
  'compositionstart',
  'compositionend',
  'cut',
  'copy',
  'paste',
  'click',
  'pointerdown',
  'pointerup',
] as const
/** Drag events, which belong to the text unless the target is an input. */
const DRAGS = ['dragstart', 'dragover', 'drop'] as const
const WORDS = 'input, textarea, [contenteditable="true"]'

/**
 * Marks events inside of a node as handled, so that Lexical ignores them: Delete in an input must not remove
 * the selected block. They still bubble to everybody else. For the node's outermost element.
 */
export function useOwnEvents<E extends HTMLElement>(): RefCallback<E> {
  return useCallback((element: E | null) => {
    if (element === null) return
    const dragged = (event: Event): void => {
      const { target } = event
      if (target instanceof Element && element.contains(target.closest(WORDS))) mark(event)
    }
    for (const name of EVENTS) element.addEventListener(name, mark)
    for (const name of DRAGS) element.addEventListener(name, dragged)
    return () => {
      for (const name of EVENTS) element.removeEventListener(name, mark)
      for (const name of DRAGS) element.removeEventListener(name, dragged)
    }
  }, [])
}

function mark(event: Event): void {
  Reflect.set(event, '_lexicalHandled', true)
}
