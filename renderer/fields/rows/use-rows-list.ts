import { useEffect, useId, useMemo, useRef, useState, type ReactNode, type RefObject } from 'react'
import type { RowsField } from '../../../shared/cms/schema-model.ts'
import { useForm, useRows, useViewState } from '../../form/form-context.tsx'
import type { RowHead } from '../../form/form-snapshot.ts'
import { useT } from '../../i18n/use-t.ts'
import { useDrawnRows } from '../first-frame.tsx'
import { useRowCopy } from '../second-locale/copy-locale.ts'
import { useReveal } from '../use-containers.ts'
import { isBoolean } from '../value-shapes.ts'
import { rowKind, rowNumber } from './row-labels.ts'
import { isRowOpen, setRowsOpen } from './row-open.ts'
import type { RowsList } from './row.tsx'
import { rowsEvents } from './rows-events.ts'
import { idsWith, useRowShortcuts } from './rows-keys.ts'
import type { RowsPopup } from './rows-popups.tsx'
import { useFocusRow } from './use-focus-row.ts'
import { rowsOf, useRowDrag } from './use-row-drag.ts'
import { scrollBySteps, useRowLift } from './use-row-lift.ts'
import { useRowOperations } from './use-row-operations.ts'
import { useRowSelection, type RowSelection } from './use-row-selection.ts'
import { useSettle } from './use-settle.ts'

/** Most rows of a list that is open by default. */
const MOST_OPEN = 8

type RowsListOptions = {
  field: RowsField
  path: string
  /** Label of one row: `Stop`, `Block`. */
  word: string
  /** Type of a new row if there is only one; undefined: the picker asks. */
  only: string | null | undefined
  readOnly: boolean
  unknown: (path: string, type: string) => ReactNode
}

/** The state of a list of rows: its rows and the selected ones, the actions on them, and the handlers of its events. */
export function useRowsList({ field, path, word, only, readOnly, unknown }: RowsListOptions) {
  const { t, label } = useT()
  const form = useForm()
  const { rows } = useRows(path)
  const drawn = useDrawnRows(rows.length)
  const element = useRef<HTMLOListElement>(null)
  const selection = useRowSelection(rows)
  const settle = useSettle(element, rows)
  const [popup, setPopup] = useState<RowsPopup | null>(null)
  const focus = useFocusRow(path, rows, popup !== null)
  const [naming, setNaming] = useState<string | null>(null)
  const restOpen = useRestOpen(field, path, rows.length)

  const all = useMemo(() => rows.map((row) => row.id), [rows])
  const isFull = field.maxRows !== null && rows.length >= field.maxRows
  const full = isFull ? t('galley:edit.rows.full', { count: field.maxRows ?? 0 }) : null
  const list = useRowsProps({
    field,
    path,
    word,
    readOnly,
    unknown,
    restOpen,
    isFull,
    focusNow: focus.now,
    onNaming: setNaming,
  })
  useRowShortcuts()
  const fromLocale = useRowCopy(field, path)
  const operations = useRowOperations({ list, rows, selection, focus, settle })
  const moving = useMovingRows({ element, list, rows, all, selection, onMove: operations.move })
  const shown = useShownRow(list)

  function startAdd(index: number, anchor: Element): void {
    if (isFull || readOnly) return
    if (only === undefined) setPopup({ kind: 'picker', index, anchor })
    else operations.add(index, only)
  }

  function startNaming(row: string): void {
    const type = rows.find((one) => one.id === row)?.type ?? null
    if (rowKind(field, type, label).hasName) setNaming(row)
  }

  const events = rowsEvents({
    form,
    list,
    rows,
    all,
    selection,
    operations,
    focus,
    lift: moving.lift,
    onDrag: moving.startDrag,
    onPopup: setPopup,
    onAdd: startAdd,
    onName: startNaming,
  })
  const menus = { popup, onPopup: setPopup, fromLocale, onAdd: startAdd, onName: startNaming }
  return {
    element,
    rows,
    drawn,
    all,
    list,
    full,
    selection,
    operations,
    events,
    focus,
    naming,
    moving,
    shown,
    menus,
  }
}

/** True if rows that nobody folded are open, as decided when the list was first drawn: new rows fold no others. */
function useRestOpen(field: RowsField, path: string, count: number): boolean {
  const [restOpen, setRestOpen] = useViewState(
    `rest ${path}`,
    field.initCollapsed === null ? count <= MOST_OPEN : !field.initCollapsed,
    isBoolean,
  )
  useEffect(() => setRestOpen(restOpen), [restOpen, setRestOpen])
  return restOpen
}

/** Returns the props that all rows share, and the id of the text that explains their handles. */
function useRowsProps({
  field,
  path,
  word,
  readOnly,
  unknown,
  restOpen,
  isFull,
  focusNow,
  onNaming,
}: Omit<RowsListOptions, 'only'> & {
  restOpen: boolean
  isFull: boolean
  focusNow: (id: string | null) => void
  onNaming: (id: string | null) => void
}): RowsList {
  const form = useForm()
  const helpId = useId()
  const schemaPath = form.resolve(path)?.schemaPath ?? path
  const isSortable = field.isSortable && !readOnly
  return useMemo(
    (): RowsList => ({
      field,
      path,
      schemaPath,
      restOpen,
      word,
      readOnly,
      sortable: isSortable,
      hasRoom: !isFull,
      handleHelp: helpId,
      onNamed(row) {
        onNaming(null)
        requestAnimationFrame(() => focusNow(row))
      },
      unknown,
    }),
    [
      field,
      path,
      schemaPath,
      restOpen,
      word,
      readOnly,
      isSortable,
      isFull,
      helpId,
      focusNow,
      onNaming,
      unknown,
    ],
  )
}

/** Moves rows by the keyboard and the pointer. `target`: index of the row in front of which they would be dropped. */
function useMovingRows({
  element,
  list,
  rows,
  all,
  selection,
  onMove,
}: {
  element: RefObject<HTMLOListElement | null>
  list: RowsList
  rows: readonly RowHead[]
  /** Ids of all rows. */
  all: readonly string[]
  selection: RowSelection
  onMove: (ids: readonly string[], index: number) => void
}) {
  const [over, setOver] = useState<number | null>(null)
  const [dragged, setDragged] = useState<readonly string[]>([])
  const lift = useRowLift({
    rows,
    nameOf: (row) => `${list.word} ${rowNumber(all.indexOf(row))}`,
    onDrop(ids, index) {
      onMove(ids, index)
      grip(ids[0])
    },
    onStep(index) {
      const at = rowsOf(element.current ?? document.body)[Math.min(index, rows.length - 1)]
      if (at !== undefined) scrollBySteps(at)
    },
  })
  const startDrag = useRowDrag({
    list: element,
    idsWith: (row) => idsWith(rows, selection, row),
    onStart: setDragged,
    onOver: setOver,
    onDrop: onMove,
    onEnd() {
      setDragged([])
      setOver(null)
    },
  })

  /** The handle keeps the focus when its row was moved. */
  function grip(row: string | undefined): void {
    requestAnimationFrame(() => {
      const moved = rowsOf(element.current ?? document.body).find(
        (one) => one.getAttribute('data-row') === row,
      )
      moved?.querySelector<HTMLElement>('[data-part=grip]')?.focus()
    })
  }

  return { lift, startDrag, target: lift.index ?? over, ids: lift.ids.length > 0 ? lift.ids : dragged }
}

/** Opens the row in which a field is revealed, for this session, and returns its id; null if none was. */
function useShownRow(list: RowsList): string | null {
  const form = useForm()
  const [shown, setShown] = useState<string | null>(null)
  useReveal(list.path, ({ part }) => {
    setShown(part)
    if (!isRowOpen(form, list, part)) setRowsOpen(form, list, [part], true, false)
  })
  return shown
}
