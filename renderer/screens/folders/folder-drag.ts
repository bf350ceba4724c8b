import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { useEffect, useEffectEvent, useState, type RefObject } from 'react'
import type { Place } from '../../fields/folder/folder-picker.tsx'

const KIND = Symbol('documents for a folder')

/** What is dragged over folders. */
type Dragged = { slug: string; moveTo: (place: Place) => void }

/** Makes an element one to drag over folders; a press on its controls drags nothing. */
export function useDragToFolder(
  element: RefObject<HTMLElement | null>,
  slug: string,
  onMove: ((place: Place) => void) | null,
): void {
  const moveTo = useEffectEvent((place: Place) => onMove?.(place))
  const isDraggable = onMove !== null
  useEffect(() => {
    if (element.current === null || !isDraggable) return
    const dragged: Dragged = { slug, moveTo: (place) => moveTo(place) }
    return draggable({ element: element.current, getInitialData: () => ({ [KIND]: dragged }) })
  }, [element, slug, isDraggable])
}

/** Makes an element a folder to drop on, for what may lie in it. Answers whether something would be dropped there. */
export function useDropOnFolder(
  element: RefObject<HTMLElement | null>,
  place: Place,
  canHold: (slug: string) => boolean,
): boolean {
  const [isOver, setOver] = useState(false)
  const holds = useEffectEvent(canHold)
  const drop = useEffectEvent((dragged: Dragged) => dragged.moveTo(place))
  useEffect(() => {
    if (element.current === null) return
    return dropTargetForElements({
      element: element.current,
      canDrop({ source }) {
        const dragged = draggedIn(source.data)
        return dragged !== null && holds(dragged.slug)
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
  return typeof value === 'object' && value !== null && 'slug' in value && 'moveTo' in value
}
