import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { setCustomNativeDragPreview } from '@atlaskit/pragmatic-drag-and-drop/element/set-custom-native-drag-preview'
import { attachClosestEdge, extractClosestEdge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge'
import { useEffect, useRef, type RefObject } from 'react'
import styles from './rows-field.module.css'

type Options = {
  /** The ordered list element; its children with `data-row` are the rows. */
  list: RefObject<HTMLElement | null>
  /** Returns the rows that move together with one. */
  idsWith: (id: string) => readonly string[]
  onStart: (ids: readonly string[]) => void
  /** Called with the index of the row in front of which they would be dropped; null: nowhere. */
  onOver: (index: number | null) => void
  onDrop: (ids: readonly string[], index: number) => void
  onEnd: () => void
}

/**
 * Dragging of rows by the pointer. A row becomes draggable when its handle is pressed, and the whole list is one drop
 * target: two hundred rows cost nothing until then. Returns the handler of a press on a handle.
 */
export function useRowDrag(options: Options): (id: string, handle: Element) => void {
  const { list } = options
  const token = useRef(Symbol('rows'))
  const release = useRef<(() => void) | null>(null)
  const latest = useRef(options)
  useEffect(() => {
    latest.current = options
  })

  useEffect(() => {
    const element = list.current
    if (element === null) return
    const stopTarget = listenForDrops(element, token.current, latest)
    return () => {
      stopTarget()
      release.current?.()
      release.current = null
    }
  }, [list])

  return (id, handle) => {
    const row = handle.closest('[data-row]')
    if (!(row instanceof HTMLElement)) return
    release.current?.()
    const ids = options.idsWith(id)
    const stopDrag = draggable({
      element: row,
      dragHandle: handle,
      getInitialData: () => ({ rows: token.current, ids }),
      onGenerateDragPreview({ nativeSetDragImage }) {
        setCustomNativeDragPreview({
          nativeSetDragImage,
          render: ({ container }) => container.append(previewOf(row, ids.length)),
        })
      },
      onDragStart: () => latest.current.onStart(ids),
      onDrop() {
        latest.current.onEnd()
        release.current?.()
        release.current = null
      },
    })
    const onUp = () => {
      release.current?.()
      release.current = null
    }
    window.addEventListener('pointerup', onUp)
    release.current = () => {
      window.removeEventListener('pointerup', onUp)
      stopDrag()
    }
  }
}

/** Makes the list the target of its rows. `token`: tells its rows from those of other lists. */
function listenForDrops(element: HTMLElement, token: symbol, latest: RefObject<Options>): () => void {
  const place = (clientY: number): { row: Element; index: number } | null => {
    const rows = rowsOf(element)
    const index = rows.findIndex((row) => clientY < row.getBoundingClientRect().bottom)
    const at = index === -1 ? rows.length - 1 : index
    const row = rows[at]
    return row === undefined ? null : { row, index: at }
  }
  const indexOf = (data: Record<string | symbol, unknown>): number | null => {
    const index = data['index']
    if (typeof index !== 'number') return null
    return extractClosestEdge(data) === 'bottom' ? index + 1 : index
  }
  return dropTargetForElements({
    element,
    canDrop: ({ source }) => source.data['rows'] === token,
    getDropEffect: () => 'move',
    getData({ input }) {
      const found = place(input.clientY)
      if (found === null) return {}
      return attachClosestEdge(
        { index: found.index },
        { element: found.row, input, allowedEdges: ['top', 'bottom'] },
      )
    },
    onDrag: ({ self }) => latest.current.onOver(indexOf(self.data)),
    onDragLeave: () => latest.current.onOver(null),
    onDrop({ self, source }) {
      const index = indexOf(self.data)
      const ids = source.data['ids']
      if (index !== null && isTexts(ids)) latest.current.onDrop(ids, index)
    },
  })
}

/** Returns the rows of a list element, in order. */
export function rowsOf(list: Element): Element[] {
  return [...list.children].filter((child) => child.hasAttribute('data-row'))
}

/** Returns the drag preview: the head of the row, and the number of rows. */
function previewOf(row: HTMLElement, count: number): HTMLElement {
  const preview = document.createElement('div')
  preview.className = styles['preview'] ?? ''
  preview.dir = getComputedStyle(row).direction
  const head = row.querySelector('[data-head]')?.cloneNode(true)
  if (head instanceof HTMLElement) {
    for (const named of head.querySelectorAll('[id]')) named.removeAttribute('id')
    preview.append(head)
  }
  preview.style.inlineSize = `${Math.min(row.getBoundingClientRect().width, 480)}px`
  if (count > 1) preview.dataset['count'] = String(count)
  return preview
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string')
}
