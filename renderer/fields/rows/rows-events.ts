import type { ClipboardEvent, FocusEvent, KeyboardEvent, MouseEvent, PointerEvent } from 'react'
import { setInteractionModality } from 'react-aria-components'
import type { FormState } from '../../form/form-state.ts'
import type { RowHead } from '../../form/form-snapshot.ts'
import { isRowOpen } from './row-open.ts'
import type { RowsList } from './row.tsx'
import { fillClipboard, rowsFromClipboard } from './rows-clipboard.ts'
import { idsWith, pressRowKey, rowEventIn } from './rows-keys.ts'
import type { RowsPopup } from './rows-popups.tsx'
import type { FocusRow } from './use-focus-row.ts'
import type { RowLift } from './use-row-lift.ts'
import type { RowOperations } from './use-row-operations.ts'
import type { RowSelection } from './use-row-selection.ts'

type RowsEventsOptions = {
  form: FormState
  list: RowsList
  rows: readonly RowHead[]
  /** Ids of all rows. */
  all: readonly string[]
  selection: RowSelection
  operations: RowOperations
  focus: FocusRow
  lift: RowLift
  onDrag: (id: string, handle: Element) => void
  onPopup: (popup: RowsPopup) => void
  onAdd: (index: number, anchor: Element) => void
  onName: (id: string) => void
}

/** Returns the handlers of a list for the events of all its rows. */
export function rowsEvents(options: RowsEventsOptions) {
  return { ...pointerEvents(options), ...keyEvents(options), ...clipboardEvents(options) }
}

function pointerEvents(options: RowsEventsOptions) {
  const { form, list, rows, all, selection, operations, focus, lift, onDrag, onPopup, onAdd } = options
  return {
    onClick(event: MouseEvent<HTMLElement>): void {
      const at = rowEventIn(event.currentTarget, event.target)
      if (at === null || at.id === null || !(event.target instanceof Element)) return
      const part = event.target.closest('[data-part]') ?? event.target
      if (at.part === 'menu') {
        // A key on a plain button looks like a screen reader's press, after which the menu would not get the focus.
        if (event.detail === 0) setInteractionModality('keyboard')
        onPopup({ kind: 'menu', id: at.id, anchor: part })
      } else if (at.part === 'insert') onAdd(all.indexOf(at.id) + 1, part)
      else if (at.part === 'grip') {
        // Only a press by key lifts the row; the pointer drags it.
        if (event.detail === 0) lift.lift(idsWith(rows, selection, at.id))
        else focus.now(at.id)
      } else if (at.part === 'toggle') {
        if (event.shiftKey) selection.extendTo(at.id)
        else if (event.ctrlKey || event.metaKey) selection.toggle(at.id)
        else operations.setOpen([at.id], !isRowOpen(form, list, at.id))
      }
    },
    onPointerDown(event: PointerEvent<HTMLElement>): void {
      const at = rowEventIn(event.currentTarget, event.target)
      if (at?.id == null || event.button !== 0 || !(event.target instanceof Element)) return
      const handle = event.target.closest('[data-part=grip]')
      if (at.part === 'grip' && handle !== null && !list.readOnly) onDrag(at.id, handle)
    },
    onContextMenu(event: MouseEvent<HTMLElement>): void {
      const at = rowEventIn(event.currentTarget, event.target)
      if (at?.id == null || list.readOnly || !(event.target instanceof Element)) return
      const anchor = event.target.closest('[data-head]')?.querySelector('[data-part=menu]')
      if (!anchor) return
      event.preventDefault()
      onPopup({ kind: 'menu', id: at.id, anchor })
    },
  }
}

function keyEvents({ list, rows, selection, operations, focus, lift, onName }: RowsEventsOptions) {
  return {
    onKeyDown(event: KeyboardEvent<HTMLElement>): void {
      const at = rowEventIn(event.currentTarget, event.target)
      if (at === null || event.nativeEvent.isComposing) return
      const handled =
        (at.part === 'grip' && lift.press(event)) ||
        ((at.part === 'toggle' || at.part === 'grip') &&
          pressRowKey({
            event,
            at,
            rows,
            selection,
            operations,
            readOnly: list.readOnly,
            sortable: list.field.isSortable,
            focus: focus.now,
            onName,
          }))
      if (!handled) return
      event.preventDefault()
      event.stopPropagation()
    },
    onBlur(event: FocusEvent<HTMLElement>): void {
      if (lift.ids.length > 0 && event.relatedTarget !== null) lift.cancel()
    },
  }
}

function clipboardEvents({ list, rows, all, selection, operations }: RowsEventsOptions) {
  return {
    onCopy(event: ClipboardEvent<HTMLElement>): void {
      const at = rowEventIn(event.currentTarget, event.target)
      if (at?.id == null || document.getSelection()?.isCollapsed === false) return
      const copied = operations.copy(idsWith(rows, selection, at.id))
      fillClipboard(event.clipboardData, copied.rows, copied.text)
      event.preventDefault()
    },
    onPaste(event: ClipboardEvent<HTMLElement>): void {
      const at = rowEventIn(event.currentTarget, event.target)
      const copied = at === null || list.readOnly ? null : rowsFromClipboard(event.clipboardData)
      if (at === null || copied === null) return
      event.preventDefault()
      operations.paste(copied, at.id === null ? rows.length : all.indexOf(at.id) + 1)
    },
  }
}
