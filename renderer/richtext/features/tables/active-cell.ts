import { useEffect, useState } from 'react'
import type { LexicalEditor } from 'lexical'
import { $tableState } from './table-actions.ts'
import type { TableState } from './table-actions.ts'
import { $tableArea } from './table-selection.ts'

export type ActiveCell = {
  element: HTMLElement
  /** Index of the last selected column, from 0. */
  column: number
  tableKey: string
  state: TableState
}

/** The cell that the caret is in, while the text can be edited. */
export function useActiveCell(editor: LexicalEditor): ActiveCell | null {
  const [active, setActive] = useState<ActiveCell | null>(null)
  useEffect(() => {
    const read = () => {
      setActive(editor.isEditable() ? editor.getEditorState().read(() => $activeCell(editor)) : null)
    }
    const ends = [editor.registerUpdateListener(read), editor.registerEditableListener(read)]
    read()
    return () => ends.forEach((end) => end())
  }, [editor])
  return active
}

function $activeCell(editor: LexicalEditor): ActiveCell | null {
  const area = $tableArea()
  const state = $tableState()
  if (area === null || state === null) return null
  const element = editor.getElementByKey(area.cell.getKey())
  if (element === null) return null
  return { element, column: area.rect.maxColumn, tableKey: area.table.getKey(), state }
}

/** A place in the layer over a text, in pixels from its top left corner. */
export type CellBox = { left: number; top: number; width: number; height: number }

/** Returns the bounds of the visible part of an element in the layer; null: it is scrolled out of view. */
export function placeIn(layer: Element, element: Element): CellBox | null {
  const box = element.getBoundingClientRect()
  const around = layer.getBoundingClientRect()
  const scroll = element.closest('table')?.parentElement?.getBoundingClientRect() ?? box
  const left = Math.max(box.left, scroll.left)
  const right = Math.min(box.right, scroll.right)
  const top = Math.max(box.top, scroll.top)
  const bottom = Math.min(box.bottom, scroll.bottom)
  if (right < left || bottom < top) return null
  return { left: left - around.left, top: top - around.top, width: right - left, height: bottom - top }
}

export function isRightToLeft(element: Element): boolean {
  return getComputedStyle(element).direction === 'rtl'
}
