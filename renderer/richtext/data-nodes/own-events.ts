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
/** Drags over the node belong to the text, unless the drop would go into words. */
const DRAGS = ['dragstart', 'dragover', 'drop'] as const
const WORDS = 'input, textarea, [contenteditable="true"]'

/**
 * Keeps events inside of a node from the text around: Delete in an input must not remove the selected block. Lexical
 * takes a marked event for one that an inner editor handled; it bubbles on to everybody else. For the outermost
 * element of a node.
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
