import { $getPreviousSelection, $getSelection, $setSelection } from 'lexical'
import type { BaseSelection, LexicalEditor } from 'lexical'
import { useLayoutEffect } from 'react'
import { $isThere, dropSelection, keepSelection } from './kept-selections.ts'
import type { KeptSelection } from './kept-selections.ts'

export type DrawerSelectionOptions = {
  /**
   * Restored one tick after the drawer has gone (S4.33): where something else moves the focus at the very moment of
   * closing.
   */
  restoreLate?: boolean
}

/** The selection of an editor while a drawer is over it. */
export type DrawerSelection = {
  /** Remembers what is selected, as the drawer opens. */
  save: () => void
  /** Selects the same again, exactly, as it closes (S4.32). What is gone by then is not selected. */
  restore: () => void
  /** Gives up a restoration that has not happened yet. */
  cancel: () => void
}

/**
 * An editor loses its selection as soon as somebody presses somewhere in a drawer, or writes in another editor in it.
 * All drawers of the editor keep it by this; `useDrawerSelection` is the same for components.
 */
export function createDrawerSelection(
  editor: LexicalEditor,
  { restoreLate = false }: DrawerSelectionOptions = {},
): DrawerSelection {
  let saved: KeptSelection | null = null
  let timer: ReturnType<typeof setTimeout> | null = null

  function cancel(): void {
    if (timer !== null) clearTimeout(timer)
    timer = null
  }

  function take(): BaseSelection | null {
    const kept = saved
    saved = null
    if (kept !== null) dropSelection(editor, kept)
    return kept?.selection ?? null
  }

  function restoreNow(): void {
    timer = null
    const selection = take()
    // The editor itself has gone from the screen meanwhile.
    if (selection === null || editor.getRootElement() === null) return
    editor.update(
      () => {
        if ($isThere(selection)) $setSelection(selection.clone())
      },
      { discrete: true, skipTransforms: true },
    )
  }

  return {
    save() {
      cancel()
      take()
      const selection = editor.read(() => ($getSelection() ?? $getPreviousSelection())?.clone() ?? null)
      if (selection !== null) saved = keepSelection(editor, selection)
    },
    restore() {
      cancel()
      if (restoreLate) timer = setTimeout(restoreNow, 0)
      else restoreNow()
    },
    cancel,
  }
}

/** Keeps the selection of an editor for as long as a drawer over it is open, and restores it when it closes. */
export function useDrawerSelection(
  editor: LexicalEditor,
  isOpen: boolean,
  { restoreLate = false }: DrawerSelectionOptions = {},
): void {
  useLayoutEffect(() => {
    if (!isOpen) return
    const selection = createDrawerSelection(editor, { restoreLate })
    // Before the drawer takes the focus.
    selection.save()
    return selection.restore
  }, [editor, isOpen, restoreLate])
}
