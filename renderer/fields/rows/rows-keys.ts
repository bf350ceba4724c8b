import type { KeyboardEvent } from 'react'
import type { RowHead } from '../../form/form-snapshot.ts'
import { matchesShortcut } from '../../ui/key-cap/shortcut.ts'
import type { RowOperations } from './use-row-operations.ts'
import type { RowSelection } from './use-row-selection.ts'
import { useShortcutGroups } from '../../commands/shortcuts.ts'
import { useT } from '../../i18n/use-t.ts'

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

/** The target of an event in a list of rows. */
type RowEvent = {
  /** Null: the list itself, its head or its end. */
  id: string | null
  part: 'toggle' | 'grip' | 'menu' | 'insert' | null
}

const PARTS: readonly string[] = ['toggle', 'grip', 'menu', 'insert']

/**
 * Returns the target of an event by the attributes of its element; null in a row's body, a nested list or a text input.
 * `list`: the element with `data-rows-field`.
 */
export function rowEventIn(list: Element, target: EventTarget): RowEvent | null {
  if (!(target instanceof Element)) return null
  if (target.closest('[data-body],[data-rows-field]') !== list) return null
  if (target.matches('input, textarea, [contenteditable]')) return null
  const row = target.closest('[data-row]')
  const part = target.closest('[data-part]')?.getAttribute('data-part') ?? null
  return {
    id: row !== null && list.contains(row) ? row.getAttribute('data-row') : null,
    part: isPart(part) ? part : null,
  }
}

function isPart(part: string | null): part is Exclude<RowEvent['part'], null> {
  return part !== null && PARTS.includes(part)
}

/** Lists the keys of a row, with the focus on its head or handle, in the sheet of shortcuts. */
export function useRowShortcuts(): void {
  const { t } = useT()
  useShortcutGroups(() => [
    {
      id: 'rows',
      title: t('galley:app.shortcuts.rows'),
      lines: [
        { id: 'up', name: t('general:moveUp'), shortcut: 'Alt+ArrowUp' },
        { id: 'down', name: t('general:moveDown'), shortcut: 'Alt+ArrowDown' },
        { id: 'name', name: t('galley:edit.rows.name'), shortcut: 'F2' },
        { id: 'duplicate', name: t('general:duplicate'), shortcut: 'Mod+D' },
        { id: 'copy', name: t('general:copy'), shortcut: 'Mod+C' },
        { id: 'paste', name: t('galley:edit.rows.pasteBelow'), shortcut: 'Mod+V' },
        { id: 'all', name: t('galley:edit.rows.selectAll'), shortcut: 'Mod+A' },
        { id: 'remove', name: t('general:remove'), shortcut: 'Delete' },
      ],
    },
  ])
}
