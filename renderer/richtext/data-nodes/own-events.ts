import { useCallback, type RefCallback } from 'react'

/** What an editor hears on its root and would take for what is done in its text. */
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
/** What is dragged over the node is the text's, unless it would be dropped into words. */
const DRAGS = ['dragstart', 'dragover', 'drop'] as const
const WORDS = 'input, textarea, [contenteditable="true"]'

/**
 * What is done inside of a node is the node's: Delete in an input must not remove the selected block around it, and
 * what is pasted there must not go into the text. Lexical takes an event that is marked like this for one that an
 * editor inside has handled; it bubbles on to everybody else. For the outermost element of what a node draws.
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
