import { $getPreviousSelection, $getSelection, $setSelection } from 'lexical'
import type { BaseSelection, LexicalEditor } from 'lexical'
import { useLayoutEffect } from 'react'
import { $isThere, dropSelection, keepSelection } from './kept-selections.ts'
import type { KeptSelection } from './kept-selections.ts'

export type DrawerSelectionOptions = {
  /**
   * True: restores one tick after the drawer was closed (S4.33), for a drawer whose closing moves the focus.
   */
  restoreLate?: boolean
}

/** The selection of an editor while a drawer is over it. */
export type DrawerSelection = {
  /** Saves the selection when the drawer opens. */
  save: () => void
  /** Restores exactly the saved selection when the drawer closes (S4.32), unless its nodes were removed. */
  restore: () => void
  /** Cancels a pending restoration. */
  cancel: () => void
}

/**
 * Saves and restores an editor's selection, which a press or another editor in a drawer would clear.
 * Most drawers of an editor use it by `useDrawerSelection`.
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
    // The editor may have been unmounted meanwhile.
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
    // A layout effect saves the selection before the drawer takes the focus.
    selection.save()
    return selection.restore
  }, [editor, isOpen, restoreLate])
}
