import { useState, type RefObject } from 'react'
import { refId } from '../../../shared/cms/doc-ref.ts'
import type { ListRow } from '../../../shared/ipc.ts'
import { rowsOf, useRowDrag } from '../rows/use-row-drag.ts'
import type { Order } from './use-order.ts'

/** The edge of a row at which a dragged row would be dropped. */
export type DropLine = { id: string; at: 'above' | 'below' } | null

/**
 * Dragging of table rows by their handles. Drawn rows may be a part of all; each has its id as `data-row`, and its
 * preview as `data-head`.
 */
export function useOrderDrag(
  body: RefObject<HTMLElement | null>,
  rows: readonly ListRow[],
  order: Order | null,
): { line: DropLine; onGrab: (id: string, handle: Element) => void } {
  const [line, setLine] = useState<DropLine>(null)
  const drawn = (): (string | null)[] =>
    body.current === null ? [] : rowsOf(body.current).map((row) => row.getAttribute('data-row'))
  const lineAt = (index: number | null): DropLine => {
    if (index === null) return null
    const ids = drawn()
    const id = ids[index]
    if (id != null) return { id, at: 'above' }
    const last = ids.at(-1)
    return last == null ? null : { id: last, at: 'below' }
  }
  const onGrab = useRowDrag({
    list: body,
    idsWith: (id) => [id],
    onStart: () => undefined,
    onOver: (index) => setLine(lineAt(index)),
    onDrop([id], index) {
      const at = lineAt(index)
      if (id === undefined || at === null) return
      const place = rows.findIndex(({ ref }) => refId(ref) === at.id)
      order?.moveTo(id, at.at === 'above' ? place : place + 1)
    },
    onEnd: () => setLine(null),
  })
  return { line, onGrab }
}
