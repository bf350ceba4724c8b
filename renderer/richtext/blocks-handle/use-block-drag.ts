import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { setCustomNativeDragPreview } from '@atlaskit/pragmatic-drag-and-drop/element/set-custom-native-drag-preview'
import type { LexicalEditor, NodeKey } from 'lexical'
import { useEffect, useEffectEvent, useState } from 'react'
import type { RefObject } from 'react'
import { dropIndexAt } from './hovered-block.ts'
import styles from './block-handle.module.css'

type BlockDrag = {
  editor: LexicalEditor
  handle: RefObject<HTMLElement | null>
  /** The block beside the handle. */
  block: NodeKey | null
  onDrop: (key: NodeKey, index: number) => void
}

/**
 * Makes a block draggable by its handle within its text. Returns the height in the window of the line at the
 * drop position; null if there is none.
 */
export function useBlockDrag({ editor, handle, block, onDrop }: BlockDrag): number | null {
  const [lineAt, setLineAt] = useState<number | null>(null)
  const drop = useEffectEvent(onDrop)
  useEffect(() => {
    const element = handle.current
    if (element === null || block === null) return
    return draggable({
      element,
      getInitialData: () => ({ richTextBlock: block, editor }),
      onGenerateDragPreview({ nativeSetDragImage }) {
        const dragged = editor.getElementByKey(block)
        if (dragged === null) return
        setCustomNativeDragPreview({
          nativeSetDragImage,
          render: ({ container }) => container.append(previewOf(dragged)),
        })
      },
      onDragStart: () => editor.getElementByKey(block)?.setAttribute('data-dragged', ''),
      onDrop: () => editor.getElementByKey(block)?.removeAttribute('data-dragged'),
    })
  }, [editor, handle, block])
  useEffect(() => {
    const place = editor.getRootElement()?.parentElement
    if (place == null) return
    return dropTargetForElements({
      element: place,
      canDrop: ({ source }) => source.data['editor'] === editor,
      getDropEffect: () => 'move',
      onDrag: ({ location }) =>
        setLineAt(dropIndexAt(editor, location.current.input.clientY)?.lineAt ?? null),
      onDragLeave: () => setLineAt(null),
      onDrop({ source, location }) {
        setLineAt(null)
        const key = source.data['richTextBlock']
        const at = dropIndexAt(editor, location.current.input.clientY)
        if (typeof key === 'string' && at !== null) drop(key, at.index)
      },
    })
  }, [editor])
  return lineAt
}

/** The picture under the pointer: the block as it looks, cut if it is long. */
function previewOf(block: HTMLElement): HTMLElement {
  const preview = document.createElement('div')
  preview.className = styles['preview'] ?? ''
  preview.dir = getComputedStyle(block).direction
  const copy = block.cloneNode(true)
  if (copy instanceof HTMLElement)
    for (const named of copy.querySelectorAll('[id]')) named.removeAttribute('id')
  preview.append(copy)
  preview.style.inlineSize = `${Math.min(block.getBoundingClientRect().width, 480)}px`
  return preview
}
