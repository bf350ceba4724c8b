import type { KeyboardEvent } from 'react'
import type { RowHead } from '../../form/form-snapshot.ts'
import { matchesShortcut } from '../../ui/key-cap/shortcut.ts'
import type { RowEvent } from './row-event.ts'
import type { RowOperations } from './use-row-operations.ts'
import type { RowSelection } from './use-row-selection.ts'

type Keys = {
  event: KeyboardEvent
  at: RowEvent
  rows: readonly RowHead[]
  selection: RowSelection
  operations: RowOperations
  readOnly: boolean
  sortable: boolean
  focus: (id: string) => void
  onName: (id: string) => void
}

/** Handles a key on the head of a row. Returns false if the key means nothing here. */
export function pressRowKey(keys: Keys): boolean {
  const { event, at, rows, selection, operations, readOnly, sortable } = keys
  const { id } = at
  const index = rows.findIndex((row) => row.id === id)
  if (id === null || index === -1) return false
  const which = idsWith(rows, selection, id)
  const { key, altKey, shiftKey } = event
  const mod = event.ctrlKey || event.metaKey
  const step = key === 'ArrowUp' ? -1 : key === 'ArrowDown' ? 1 : 0

  if (step !== 0 && altKey && !mod && !shiftKey) {
    if (sortable && !readOnly) operations.moveBy(which, step)
    return true
  }
  if (step !== 0 && !altKey && !mod) {
    const next = rows[index + step]
    if (next === undefined) return true
    if (shiftKey) selection.extendTo(next.id, id)
    keys.focus(next.id)
    return true
  }
  if ((key === 'Home' || key === 'End') && !altKey && !mod) {
    const next = key === 'Home' ? rows[0] : rows.at(-1)
    if (next === undefined) return true
    if (shiftKey) selection.extendTo(next.id, id)
    keys.focus(next.id)
    return true
  }
  if (key === 'Escape' && selection.ids.size > 0) {
    selection.clear()
    return true
  }
  if (matchesShortcut(event, 'Mod+A')) {
    selection.set(
      rows.map((row) => row.id),
      id,
    )
    return true
  }
  if (readOnly) return false
  if (matchesShortcut(event, 'Mod+D')) {
    operations.duplicate(which)
    return true
  }
  if (key === 'Delete' && !altKey && !mod) {
    operations.remove(which)
    return true
  }
  if (key === 'F2') {
    keys.onName(id)
    return true
  }
  return false
}

/** Returns the rows that an action affects: all selected ones if the row is one of them. */
export function idsWith(rows: readonly RowHead[], selection: RowSelection, id: string): string[] {
  return selection.ids.has(id) ? rows.map((row) => row.id).filter((one) => selection.ids.has(one)) : [id]
}
