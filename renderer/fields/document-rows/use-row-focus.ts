import { useLayoutEffect, useRef, useState, type KeyboardEvent, type MouseEvent, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import { useT } from '../../i18n/use-t.ts'
import { currentPlatform, matchesShortcut } from '../../ui/key-cap/shortcut.ts'
import { moveStep, type Order } from '../order/use-order.ts'
import type { RowSelection } from './use-selected-rows.ts'

/** A position in the window, in px. */
export type Point = { x: number; y: number }

export type RowFocusOptions = {
  /** Ids of all rows, in order; drawn rows have them as `data-row`. */
  ids: readonly string[]
  /** The container of the rows. */
  body: RefObject<HTMLElement | null>
  /** Null: rows cannot be selected. */
  selection: RowSelection | null
  /** Moves rows; null: they cannot be moved. */
  order: Order | null
  /** Opens the menu of a row. */
  onMenu: (id: string, at: Point) => void
  /** The row that had the focus before the user left the page. */
  before?: { id: string; index: number } | null
  onFocus?: (row: { id: string; index: number }) => void
  /** Number of rows side by side: 1 in a table. */
  columns?: number
  /** Shows a row's file on Space; X selects then, as Control and Space do. */
  onLook?: Look | null
}

/** `focus`: focuses the row that the user moved to meanwhile. */
export type Look = (id: string, focus: (id: string) => void) => void

/** Rows of a page if the number of visible rows is unknown. */
const ROWS_OF_A_PAGE = 10
/** Elements of a row with a click of their own. */
const CONTROLS = 'a, button, input, label, select, textarea, [contenteditable]'

/**
 * Handles keys and clicks of a table's rows or a grid's cards: one row is a Tab stop, by its `data-open` or its check
 * box. Arrows, J, K, Home, End and Page keys move the focus, with Shift they select; Space and X select or show.
 */
export function useRowFocus(options: RowFocusOptions) {
  const { ids, body, selection, onFocus } = options
  const { dir } = useT()
  const [active, setActive] = useState(options.before ?? null)
  const found = active === null ? -1 : ids.indexOf(active.id)
  // If the row is gone, the one now at its index is next.
  const activeIndex = found >= 0 ? found : Math.max(0, Math.min(active?.index ?? 0, ids.length - 1))
  const activeId = ids[activeIndex]

  const isLost = active !== null && found < 0
  useLayoutEffect(() => {
    // The removed row took the focus with it.
    if (isLost && activeId !== undefined && document.activeElement === document.body)
      stopOf(rowOf(body.current, activeId))?.focus({ preventScroll: true })
  }, [isLost, activeId, body])

  function focusAt(index: number): void {
    const id = ids[index]
    if (id === undefined) return
    // The row may not be drawn yet.
    flushSync(() => setActive({ id, index }))
    stopOf(rowOf(body.current, id))?.focus()
  }

  const latest = useRef((_id: string): void => undefined)
  useLayoutEffect(() => {
    latest.current = (id) => focusAt(ids.indexOf(id))
  })

  function extendTo(id: string, from: string | null): void {
    selection?.onExtend(id, from)
    focusAt(ids.indexOf(id))
  }

  /** Returns the start of a range up to a row: the focused row, while it is on the page. */
  const rangeFrom = (id: string): string => (found >= 0 ? (active?.id ?? id) : id)

  return {
    activeIndex,
    bodyProps: {
      onKeyDown(event: KeyboardEvent<HTMLElement>): void {
        pressKey(event, {
          ...options,
          dir,
          focusAt,
          focusLater: (id) => latest.current(id),
          focusStop: (id) => stopOf(rowOf(body.current, id))?.focus(),
          extendTo,
        })
      },
      ...clickHandlers({ selection, extendTo, rangeFrom }),
      onFocus(event: { target: EventTarget }): void {
        const id = rowAround(event.target)?.dataset['row']
        if (id === undefined) return
        const row = { id, index: ids.indexOf(id) }
        if (id !== active?.id) setActive(row)
        onFocus?.(row)
      },
      onContextMenu(event: MouseEvent<HTMLElement>): void {
        const row = rowAround(event.target)
        const id = row?.dataset['row']
        // Selected text has a menu of its own, to copy it.
        if (row === null || id === undefined || hasSelectedText(row)) return
        event.preventDefault()
        focusRow(row)
        options.onMenu(id, { x: event.clientX, y: event.clientY })
      },
    },
  }
}

function focusRow(row: HTMLElement): void {
  stopOf(row)?.focus({ preventScroll: true })
}

/** Handles a key on a row: shows, selects or moves it, or moves the focus. */
function pressKey(
  event: KeyboardEvent<HTMLElement>,
  options: RowFocusOptions & {
    dir: 'ltr' | 'rtl'
    focusAt: (index: number) => void
    /** Focuses a row of the page that is drawn by then. */
    focusLater: (id: string) => void
    /** Focuses the Tab stop of a row. */
    focusStop: (id: string) => void
    extendTo: (id: string, from: string | null) => void
  },
): void {
  const { ids, selection, order, columns = 1, onLook = null, dir, focusAt, extendTo } = options
  const row = rowAround(event.target)
  const id = row?.dataset['row']
  if (row === null || id === undefined) return
  const index = ids.indexOf(id)
  const isOnStop = event.target === stopOf(row)
  if (onLook !== null && isOnStop && matchesShortcut(event, ' ')) {
    event.preventDefault()
    return onLook(id, (reached) => options.focusLater(reached))
  }
  if (selection !== null && isOnStop && choosesBy(event)) {
    event.preventDefault()
    return event.shiftKey ? extendTo(id, null) : selection.onSelect(id, !selection.ids.has(id))
  }
  const step = moveStep(event)
  if (step !== null && order !== null) {
    event.preventDefault()
    return order.moveBy(id, step, () => options.focusStop(id))
  }
  const target = indexAfter(event, { index, last: ids.length - 1, columns, dir }, () => pageOf(row))
  if (target === null || (event.shiftKey && selection === null)) return
  event.preventDefault()
  const to = ids[target]
  if (event.shiftKey && to !== undefined) extendTo(to, id)
  else focusAt(target)
}

/** Returns the handlers of clicks on the rows, which select rows or open one. */
function clickHandlers({
  selection,
  extendTo,
  rangeFrom,
}: {
  selection: RowSelection | null
  extendTo: (id: string, from: string | null) => void
  /** Returns the start of a range up to a row. */
  rangeFrom: (id: string) => string
}) {
  function onClick(event: MouseEvent<HTMLElement>): void {
    const row = rowAround(event.target)
    const id = row?.dataset['row']
    if (row !== null && id !== undefined && selection !== null && isOneClick(event)) {
      if (isOn('button, label, input', event.target, row)) return
      event.preventDefault()
      focusRow(row)
      return selection.onSelect(id, !selection.ids.has(id))
    }
    const isPlain = event.button === 0 && !event.shiftKey && !hasCommandKey(event)
    if (row === null || !isPlain || isOn(CONTROLS, event.target, row) || hasSelectedText(row)) return
    focusRow(row)
    stopOf(row)?.click()
  }

  /** Captured before the clicked element: a link would open a window. */
  function onClickCapture(event: MouseEvent<HTMLElement>): void {
    const row = rowAround(event.target)
    const id = row?.dataset['row']
    if (row === null || id === undefined || selection === null || !isRangeClick(event)) return
    // A check box changes first, see below.
    if (isOn('label, input', event.target, row)) return
    event.preventDefault()
    event.nativeEvent.stopPropagation()
    extendTo(id, rangeFrom(id))
  }

  function onChangeCapture(event: { target: EventTarget; nativeEvent: Event; stopPropagation: () => void }) {
    const id = rowAround(event.target)?.dataset['row']
    const click = event.nativeEvent
    if (id === undefined || !(click instanceof globalThis.MouseEvent) || !isRangeClick(click)) return
    event.stopPropagation()
    extendTo(id, rangeFrom(id))
  }

  return {
    onClick,
    onClickCapture,
    onChangeCapture,
    onMouseDown(event: MouseEvent<HTMLElement>): void {
      // Shift selects rows, not the text between two clicks.
      if (isRangeClick(event) && selection !== null && rowAround(event.target) !== null)
        event.preventDefault()
    },
  }
}

/** Returns the Tab stop of a row on the screen; null if it is not drawn. */
export function stopOfRow(id: string): HTMLElement | null {
  return stopOf(rowOf(document.querySelector('main'), id))
}

function rowAround(target: EventTarget): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null
}

function rowOf(body: HTMLElement | null, id: string): HTMLElement | null {
  return body?.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"]`) ?? null
}

function stopOf(row: HTMLElement | null): HTMLElement | null {
  return row?.querySelector<HTMLElement>('[data-open]') ?? row?.querySelector('input') ?? null
}

function isOn(controls: string, target: EventTarget, row: Element): boolean {
  const control = target instanceof Element ? target.closest(controls) : null
  return control !== null && row.contains(control)
}

function hasSelectedText(row: Element): boolean {
  const selected = getSelection()
  if (selected === null || selected.isCollapsed) return false
  return selected.getRangeAt(0).intersectsNode(row)
}

type Modifiers = { ctrlKey: boolean; metaKey: boolean; altKey: boolean }

function hasCommandKey({ ctrlKey, metaKey, altKey }: Modifiers): boolean {
  return ctrlKey || metaKey || altKey
}

/** True for a click that toggles one row of the selection. */
function isOneClick(event: MouseEvent<HTMLElement>): boolean {
  const { ctrlKey, metaKey, altKey, shiftKey, button } = event
  const isMac = currentPlatform() === 'mac'
  return button === 0 && !altKey && !shiftKey && (isMac ? metaKey && !ctrlKey : ctrlKey && !metaKey)
}

function isRangeClick(event: Modifiers & { shiftKey: boolean }): boolean {
  return event.shiftKey && !hasCommandKey(event)
}

/** True for X, Space, Control with Space, and Shift with Space, which selects a range. */
function choosesBy(event: KeyboardEvent<HTMLElement>): boolean {
  return [' ', 'Shift+ ', 'Ctrl+ ', 'X'].some((shortcut) => matchesShortcut(event, shortcut))
}

type RowPosition = {
  index: number
  /** Index of the last row. */
  last: number
  columns: number
  dir: 'ltr' | 'rtl'
}

/** Returns the index that a key moves to; null for other keys. */
function indexAfter(
  event: KeyboardEvent<HTMLElement>,
  { index, last, columns, dir }: RowPosition,
  page: () => number,
): number | null {
  if (hasCommandKey(event)) return null
  const isKey = (letter: string): boolean =>
    matchesShortcut(event, letter) || matchesShortcut(event, `Shift+${letter}`)
  const ahead = dir === 'rtl' ? -1 : 1
  const to = ((): number | null => {
    switch (isKey('J') ? 'ArrowDown' : isKey('K') ? 'ArrowUp' : event.key) {
      case 'ArrowDown':
        return lineAfter(1)
      case 'ArrowUp':
        return lineAfter(-1)
      case 'ArrowRight':
        return columns === 1 ? null : index + ahead
      case 'ArrowLeft':
        return columns === 1 ? null : index - ahead
      case 'PageDown':
        return lineAfter(page())
      case 'PageUp':
        return lineAfter(-page())
      case 'Home':
        return 0
      case 'End':
        return last
      default:
        return null
    }
  })()
  return to === null ? null : Math.max(0, Math.min(to, last))

  /** Returns the index `lines` lines below (negative: above), in the lines that exist; may exceed `last`. */
  function lineAfter(lines: number): number {
    const line = Math.floor(index / columns)
    const reached = Math.max(0, Math.min(line + lines, Math.floor(last / columns)))
    return index + (reached - line) * columns
  }
}

/** Returns the number of visible rows less one that stays in sight. */
function pageOf(row: HTMLElement): number {
  let around = row.parentElement
  while (around !== null && getComputedStyle(around).overflowY !== 'auto') around = around.parentElement
  const height = row.getBoundingClientRect().height
  if (around === null || height === 0) return ROWS_OF_A_PAGE
  const head = row.closest('table')?.tHead?.getBoundingClientRect().height ?? 0
  return Math.max(1, Math.floor((around.clientHeight - head) / height) - 1)
}
