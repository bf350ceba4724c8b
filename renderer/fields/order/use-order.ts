import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { refId, type DocRef } from '../../../shared/cms/doc-ref.ts'
import { dataField } from '../../../shared/cms/fields.ts'
import type { Collection } from '../../../shared/cms/schema-model.ts'
import type { ListRow } from '../../../shared/ipc.ts'
import { nearOf, type Move } from '../../../shared/sync/move.ts'
import { galley } from '../../data/bridge.ts'
import { callReason } from '../../data/failure-reasons.ts'
import { sortDirection } from '../../data/list-sort.ts'
import { useRowPermitted } from '../../form/use-permitted.ts'
import { useT } from '../../i18n/use-t.ts'
import { announce } from '../../ui/live-region/announce.ts'
import { useToast } from '../../ui/toast/toast-queue.ts'

export type OrderOptions = {
  collection: Collection
  /** The field of the manual order; null: these documents have none. */
  field: string | null
  /** For a join: the field that refers to the document of the list. */
  scope: string | null
  /** For a join: the document to which the list belongs. */
  parent?: Move['parent']
  sort: string
  rows: ListRow[]
  /** Reads the rows again; an earlier read is abandoned. */
  reread: () => Promise<unknown>
  titleOf: (row: ListRow) => string
  /** Number of rows on the pages before this one. */
  before: number
  /** Number of rows on all pages. */
  total: number
}

export type Order = {
  titleOf: (row: ListRow) => string
  /** True if the server has the document and this user may move it. */
  isMovable: (row: ListRow) => boolean
  /** Moves a row up (-1) or down (1) by one; `onMoved` is called when the row is drawn there. */
  moveBy: (id: string, step: -1 | 1, onMoved?: () => void) => void
  /** Moves in front of the row now at this index; the number of rows means the end. */
  moveTo: (id: string, index: number) => void
}

/**
 * Moves rows of a list. `order` null: they cannot be moved, since there is no manual order, the list is sorted
 * otherwise or this user may not. A row is shown at its new position at once, and `documents.move` stores the move.
 */
export function useOrder(options: OrderOptions): { rows: ListRow[]; order: Order | null } {
  const { collection, field, scope, parent, sort, rows, reread, titleOf, before, total } = options
  const { t } = useT()
  const toast = useToast()
  const permitted = useRowPermitted(collection.slug)
  /** Ids in the new order, until the list was read after the last stored move. */
  const [put, setPut] = useState<readonly string[] | null>(null)
  const lastMove = useRef(0)

  const direction = field === null ? null : sortDirection(sort, field)
  const isThere = field !== null && dataField(collection.fields, field) !== null
  const mayMove = (row: ListRow): boolean => permitted(row, 'edit')
  if (!isThere || direction === null || !rows.some(mayMove)) return { rows, order: null }

  const shown = put === null ? rows : inOrder(rows, put)
  const places = shown.map(({ ref }) => refId(ref))

  function moveTo(id: string, index: number, onMoved?: () => void): void {
    const from = places.indexOf(id)
    const row = shown[from]
    const to = index > from ? index - 1 : index
    if (field === null || row === undefined || to === from) return
    const { next, near } = movedTo(shown, from, to, direction === 'descending')
    const title = titleOf(row)
    if (!mayMove(row)) {
      toast.error(t('galley:edit.notAllowed'))
      return
    }
    if (row.isNew || near === null) {
      toast.error(t('galley:list.order.notYet', { title }))
      return
    }
    flushSync(() => setPut(next))
    onMoved?.()
    announce(
      near.some(({ id: beside }) => hasKey(rows, beside, field))
        ? t('galley:list.order.moved', {
            title,
            to: before + to + 1,
            count: Math.max(total, before + places.length),
          })
        : t('galley:list.order.movedLater', { title }),
    )
    lastMove.current += 1
    const move: Move = { field, scope, near, ...(parent && { parent }) }
    void writeDown(row.ref, move, title, lastMove.current)
  }

  async function writeDown(ref: DocRef, move: Move, title: string, count: number): Promise<void> {
    try {
      const { outcome } = await galley.call('documents.move', { ref, move })
      if (outcome === 'not-here') toast.error(t('galley:list.order.notHere', { title }))
      if (outcome === 'not-movable') toast.error(t('galley:list.order.notMovable', { title }))
    } catch (error) {
      toast.error(t('galley:sync.notDone', { reason: callReason(error, t) }))
    }
    // Rows read before the move was stored would make the row jump back and lose the focus, so that the next press
    // would move it from there.
    if (lastMove.current === count) await reread()
    if (lastMove.current === count) setPut(null)
  }

  return {
    rows: shown,
    order: {
      titleOf,
      isMovable: (row) => !row.isNew && mayMove(row),
      moveTo,
      moveBy(id, step, onMoved) {
        const at = places.indexOf(id)
        const isAtEdge = step < 0 ? at === 0 : at === places.length - 1
        const row = shown[at]
        if (row === undefined) return
        if (isAtEdge) announce(t('galley:list.order.atEdge', { title: titleOf(row) }))
        else moveTo(id, step < 0 ? at - 1 : at + 2, onMoved)
      },
    },
  }
}

/** Returns the ids in their new order, and the neighbours between which the server puts the document. */
function movedTo(rows: readonly ListRow[], from: number, to: number, descending: boolean) {
  const places = rows.map(({ ref }) => refId(ref))
  const next = places.toSpliced(from, 1).toSpliced(to, 0, ...places.slice(from, from + 1))
  const isSent = (one: string): boolean => rows.some((other) => refId(other.ref) === one && !other.isNew)
  const near = nearOf(next.slice(0, to).findLast(isSent) ?? null, next.slice(to + 1).find(isSent) ?? null, {
    isUp: to < from,
    descending,
  })
  return { next, near }
}

/** True if a document has a key in the manual order. Without keys the server has to set up the order first. */
function hasKey(rows: readonly ListRow[], id: string, field: string): boolean {
  return typeof rows.find(({ ref }) => refId(ref) === id)?.data[field] === 'string'
}

/** Sorts rows by ids; rows that arrived since are at the end. */
function inOrder(rows: ListRow[], ids: readonly string[]): ListRow[] {
  const place = new Map(ids.map((id, index) => [id, index]))
  const at = ({ ref }: ListRow): number => place.get(refId(ref)) ?? ids.length
  return rows.toSorted((a, b) => at(a) - at(b))
}

/** Value of `aria-keyshortcuts` for the link or button that opens a row that can be moved. */
export const MOVE_KEYS = 'Alt+ArrowUp Alt+ArrowDown'

/** Returns the direction in which a key moves the row; null for other keys. */
export function moveStep(event: {
  key: string
  altKey: boolean
  ctrlKey: boolean
  metaKey: boolean
  shiftKey: boolean
}): -1 | 1 | null {
  const { key, altKey, ctrlKey, metaKey, shiftKey } = event
  if (!altKey || ctrlKey || metaKey || shiftKey) return null
  return key === 'ArrowUp' ? -1 : key === 'ArrowDown' ? 1 : null
}
