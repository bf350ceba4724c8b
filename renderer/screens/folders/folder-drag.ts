import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { useEffect, useEffectEvent, useState, type RefObject } from 'react'
import type { Folder } from '../../fields/folder/folder-tree.ts'

const KIND = Symbol('what goes into a folder')

/** The dragged document or folder. `fits`: it may be moved into this folder. */
type Dragged = { fits: (folder: Folder) => boolean; moveTo: (folder: Folder) => void }

/** Makes an element draggable onto folders; `onMove` null: not now. */
export function useDragToFolder(
  element: RefObject<HTMLElement | null>,
  canLieIn: (folder: Folder) => boolean,
  onMove: ((folder: Folder) => void) | null,
): void {
  const fits = useEffectEvent(canLieIn)
  const moveTo = useEffectEvent((folder: Folder) => onMove?.(folder))
  const isDraggable = onMove !== null
  useEffect(() => {
    if (element.current === null || !isDraggable) return
    const dragged: Dragged = { fits: (folder) => fits(folder), moveTo: (folder) => moveTo(folder) }
    return draggable({ element: element.current, getInitialData: () => ({ [KIND]: dragged }) })
  }, [element, isDraggable])
}

/**
 * Makes an element a drop target for content that its folder may hold. Returns true while such content is over it.
 */
export function useDropOnFolder(element: RefObject<HTMLElement | null>, folder: Folder): boolean {
  const [isOver, setOver] = useState(false)
  const takes = useEffectEvent((dragged: Dragged) => dragged.fits(folder))
  const drop = useEffectEvent((dragged: Dragged) => dragged.moveTo(folder))
  useEffect(() => {
    if (element.current === null) return
    return dropTargetForElements({
      element: element.current,
      canDrop({ source }) {
        const dragged = draggedIn(source.data)
        return dragged !== null && takes(dragged)
      },
      getDropEffect: () => 'move',
      onDragEnter: () => setOver(true),
      onDragLeave: () => setOver(false),
      onDrop({ source }) {
        setOver(false)
        const dragged = draggedIn(source.data)
        if (dragged !== null) drop(dragged)
      },
    })
  }, [element])
  return isOver
}

function draggedIn(data: Record<string | symbol, unknown>): Dragged | null {
  const dragged = data[KIND]
  return isDragged(dragged) ? dragged : null
}

function isDragged(value: unknown): value is Dragged {
  return typeof value === 'object' && value !== null && 'fits' in value && 'moveTo' in value
}
