import {
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
  type ClipboardEvent,
  type ComponentType,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
} from 'react'
import { setInteractionModality } from 'react-aria-components'
import type { RowsField } from '../../../shared/cms/schema-model.ts'
import { useForm, useInvalidPlaces, useRows, useViewState } from '../../form/form-context.tsx'
import { useT } from '../../i18n/use-t.ts'
import { FieldFrame } from '../../ui/field-frame/field-frame.tsx'
import { MenuItems } from '../../ui/menu-button/menu-items.tsx'
import { Popover } from '../../ui/popover/popover.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden/visually-hidden.tsx'
import { useFieldScope } from '../field-scope.tsx'
import { rowCountText, rowKind, rowNumber, rowsLabels } from './row-labels.ts'
import { useRowCopy } from '../second-locale/copy-locale.ts'
import { useFieldFrame } from '../use-field-frame.ts'
import { useReveal } from '../use-containers.ts'
import { isBoolean } from '../value-shapes.ts'
import { listMenuItems } from './list-menu.tsx'
import { PasteDialog } from './paste-dialog.tsx'
import { rowErrors } from './row-errors.ts'
import { rowEventIn, idsWith, pressRowKey, useRowShortcuts } from './rows-keys.ts'
import { rowMenuItems } from './row-menu.tsx'
import { isRowOpen } from './row-open.ts'
import { Row, type RowsList } from './row.tsx'
import { fillClipboard, rowsFromClipboard } from './rows-clipboard.ts'
import styles from './rows-field.module.css'
import { AddButton, RowsTools } from './rows-tools.tsx'
import { useDrawnRows } from '../first-frame.tsx'
import { useFocusRow } from './use-focus-row.ts'
import { rowsOf, useRowDrag } from './use-row-drag.ts'
import { scrollBySteps, useRowLift } from './use-row-lift.ts'
import { useRowOperations } from './use-row-operations.ts'
import { useRowSelection } from './use-row-selection.ts'
import { useSettle } from './use-settle.ts'

/** Most rows of a list that is open by default (LOOK 7). */
const MOST_OPEN = 8

export type RowsFieldProps = {
  field: RowsField
  path: string
  /** Label of one row: `Stop`, `Block`. */
  word: string
  /** Type of a new row if there is only one; undefined: `Picker` asks. */
  only: string | null | undefined
  /** The picker for the block of a new row. */
  Picker?: ComponentType<PickerProps>
  unknown?: (path: string, type: string) => ReactNode
}

export type PickerProps = {
  field: RowsField
  path: string
  anchor: Element
  onChoose: (type: string) => void
  onClose: () => void
}

type Popup =
  | { kind: 'list'; anchor: Element }
  | { kind: 'menu'; id: string; anchor: Element }
  | { kind: 'picker'; index: number; anchor: Element }

const noRow = () => null

/** The input of an array or of blocks, as a list of rows (S3.01, S3.02). */
export function RowsFieldInput({ field, path, word, only, Picker, unknown = noRow }: RowsFieldProps) {
  const { t, label } = useT()
  const form = useForm()
  const scope = useFieldScope()
  const { id, name: listName, frame, readOnly, describedBy } = useFieldFrame(field, path)
  const { rows } = useRows(path)
  const invalid = useInvalidPlaces()
  const drawn = useDrawnRows(rows.length)
  const listElement = useRef<HTMLOListElement>(null)
  const helpId = useId()
  const selection = useRowSelection(rows)
  const settle = useSettle(listElement, rows)
  const [popup, setPopup] = useState<Popup | null>(null)
  const focus = useFocusRow(path, rows, popup !== null)
  const focusNow = focus.now
  const [naming, setNaming] = useState<string | null>(null)
  const [shown, setShown] = useState<string | null>(null)
  const [over, setOver] = useState<number | null>(null)
  const [dragged, setDragged] = useState<readonly string[]>([])

  // The state when the list was first drawn: new rows do not fold the others.
  const [restOpen, setRestOpen] = useViewState(
    `rest ${path}`,
    field.initCollapsed === null ? rows.length <= MOST_OPEN : !field.initCollapsed,
    isBoolean,
  )
  useEffect(() => setRestOpen(restOpen), [restOpen, setRestOpen])

  const all = useMemo(() => rows.map((row) => row.id), [rows])
  const labels = rowsLabels(field, t)
  const singular = label(labels.singular) || t('general:row')
  const isFull = field.maxRows !== null && rows.length >= field.maxRows
  const full = isFull ? t('galley:edit.rows.full', { count: field.maxRows ?? 0 }) : null
  const schemaPath = form.resolve(path)?.schemaPath ?? path
  const isSortable = field.isSortable && !readOnly

  const list = useMemo(
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
        setNaming(null)
        requestAnimationFrame(() => focusNow(row))
      },
      unknown,
    }),
    [field, path, schemaPath, restOpen, word, readOnly, isSortable, isFull, helpId, focusNow, unknown],
  )
  useRowShortcuts()
  const fromLocale = useRowCopy(field, path)
  const operations = useRowOperations({ list, rows, selection, focus, settle })
  const lift = useRowLift({
    rows,
    nameOf: (row) => `${word} ${rowNumber(all.indexOf(row))}`,
    onDrop(ids, index) {
      operations.move(ids, index)
      grip(ids[0])
    },
    onStep(index) {
      const at = rowsOf(listElement.current ?? document.body)[Math.min(index, rows.length - 1)]
      if (at !== undefined) scrollBySteps(at)
    },
  })
  const startDrag = useRowDrag({
    list: listElement,
    idsWith: (row) => idsWith(rows, selection, row),
    onStart: setDragged,
    onOver: setOver,
    onDrop: operations.move,
    onEnd() {
      setDragged([])
      setOver(null)
    },
  })

  useReveal(path, ({ part }) => {
    setShown(part)
    if (!isRowOpen(form, list, part)) operations.setOpen([part], true)
  })

  /** The handle keeps the focus when its row was moved. */
  function grip(row: string | undefined): void {
    requestAnimationFrame(() => {
      const element = rowsOf(listElement.current ?? document.body).find(
        (one) => one.getAttribute('data-row') === row,
      )
      element?.querySelector<HTMLElement>('[data-part=grip]')?.focus()
    })
  }

  function startAdd(index: number, anchor: Element): void {
    if (isFull || readOnly) return
    if (only === undefined) setPopup({ kind: 'picker', index, anchor })
    else operations.add(index, only)
  }

  function onClick(event: MouseEvent<HTMLElement>): void {
    const at = rowEventIn(event.currentTarget, event.target)
    if (at === null || at.id === null || !(event.target instanceof Element)) return
    const part = event.target.closest('[data-part]') ?? event.target
    if (at.part === 'menu') {
      // A key on a plain button looks like a screen reader's press, after which the menu would not get the focus.
      if (event.detail === 0) setInteractionModality('keyboard')
      setPopup({ kind: 'menu', id: at.id, anchor: part })
    } else if (at.part === 'insert') startAdd(all.indexOf(at.id) + 1, part)
    else if (at.part === 'grip') {
      // Only a press by key lifts the row; the pointer drags it.
      if (event.detail === 0) lift.lift(idsWith(rows, selection, at.id))
      else focus.now(at.id)
    } else if (at.part === 'toggle') {
      if (event.shiftKey) selection.extendTo(at.id)
      else if (event.ctrlKey || event.metaKey) selection.toggle(at.id)
      else operations.setOpen([at.id], !isRowOpen(form, list, at.id))
    }
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
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
          readOnly,
          sortable: field.isSortable,
          focus: focus.now,
          onName: startNaming,
        }))
    if (!handled) return
    event.preventDefault()
    event.stopPropagation()
  }

  function startNaming(row: string): void {
    const type = rows.find((one) => one.id === row)?.type ?? null
    if (rowKind(field, type, label).hasName) setNaming(row)
  }

  function onPointerDown(event: PointerEvent<HTMLElement>): void {
    const at = rowEventIn(event.currentTarget, event.target)
    if (at?.id == null || event.button !== 0 || !(event.target instanceof Element)) return
    const handle = event.target.closest('[data-part=grip]')
    if (at.part === 'grip' && handle !== null && !readOnly) startDrag(at.id, handle)
  }

  function onContextMenu(event: MouseEvent<HTMLElement>): void {
    const at = rowEventIn(event.currentTarget, event.target)
    if (at?.id == null || readOnly || !(event.target instanceof Element)) return
    const anchor = event.target.closest('[data-head]')?.querySelector('[data-part=menu]')
    if (!anchor) return
    event.preventDefault()
    setPopup({ kind: 'menu', id: at.id, anchor })
  }

  function onCopy(event: ClipboardEvent<HTMLElement>): void {
    const at = rowEventIn(event.currentTarget, event.target)
    if (at?.id == null || document.getSelection()?.isCollapsed === false) return
    const copied = operations.copy(idsWith(rows, selection, at.id))
    fillClipboard(event.clipboardData, copied.rows, copied.text)
    event.preventDefault()
  }

  function onPaste(event: ClipboardEvent<HTMLElement>): void {
    const at = rowEventIn(event.currentTarget, event.target)
    const copied = at === null || readOnly ? null : rowsFromClipboard(event.clipboardData)
    if (at === null || copied === null) return
    event.preventDefault()
    operations.paste(copied, at.id === null ? rows.length : all.indexOf(at.id) + 1)
  }

  const errors = useMemo(() => rowErrors(path, invalid), [path, invalid])
  const target = lift.index ?? over
  const moving = lift.ids.length > 0 ? lift.ids : dragged
  const chosen = all.filter((row) => selection.ids.has(row))
  const menuRow = popup?.kind === 'menu' ? rows.find((row) => row.id === popup.id) : undefined

  return (
    <FieldFrame
      {...frame}
      // Rows have their own bars, so the list has one only without rows.
      bar={rows.length === 0}
      group
      count={
        <span className={styles['count']}>
          <bdi>{rowCountText(rows.length, labels, { label, t })}</bdi>
        </span>
      }
      end={
        <RowsTools
          selected={selection.ids.size}
          rows={rows.length}
          readOnly={readOnly}
          whyNotDuplicated={chosen.length === 0 ? null : operations.whyNotDuplicated(chosen)}
          menuOpen={popup?.kind === 'list'}
          onAll={(open) => operations.setOpen(all, open)}
          onMenu={(anchor) => setPopup({ kind: 'list', anchor })}
          onClear={selection.clear}
          onRemove={() => operations.remove(chosen)}
          onDuplicate={() => operations.duplicate(chosen)}
        />
      }
    >
      {/* One listener for the buttons of all rows. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <div
        id={id}
        role="group"
        data-rows-field=""
        tabIndex={-1}
        aria-labelledby={`${id}-label`}
        aria-describedby={describedBy}
        className={styles['field']}
        onClick={onClick}
        onKeyDown={onKeyDown}
        onPointerDown={onPointerDown}
        onContextMenu={onContextMenu}
        onCopy={onCopy}
        onPaste={onPaste}
        onBlur={(event) => {
          if (lift.ids.length > 0 && event.relatedTarget !== null) lift.cancel()
        }}
      >
        {isSortable && (
          <VisuallyHidden>
            <span id={helpId}>{t('galley:edit.rows.handleHelp')}</span>
          </VisuallyHidden>
        )}
        {rows.length === 0 ? (
          <p className={styles['none']}>{t('galley:edit.rows.none', { label: label(labels.plural) })}</p>
        ) : null}
        <ol ref={listElement} className={styles['list']} hidden={rows.length === 0}>
          {rows.slice(0, drawn).map((row, index) => (
            <Row
              key={row.id}
              list={list}
              id={row.id}
              type={row.type}
              index={index}
              selected={selection.ids.has(row.id)}
              errors={errors.get(row.id) ?? 0}
              line={lineOf(target, index, rows.length)}
              lifted={moving.includes(row.id)}
              naming={naming === row.id}
              shown={shown === row.id || focus.made === row.id}
            />
          ))}
          {drawn < rows.length && (
            <li role="presentation" style={{ blockSize: heightOfHeads(rows.length - drawn) }} />
          )}
        </ol>
        {!readOnly && (
          <div data-add-box="" className={styles['add']}>
            <AddButton
              label={t('fields:addLabel', { label: singular })}
              disabledReason={full}
              onAdd={(anchor) => startAdd(rows.length, anchor)}
            />
          </div>
        )}
        {popup?.kind === 'picker' && Picker !== undefined && (
          <Picker
            field={field}
            path={path}
            anchor={popup.anchor}
            onClose={() => setPopup(null)}
            onChoose={(type) => {
              setPopup(null)
              operations.add(popup.index, type)
            }}
          />
        )}
        {popup?.kind === 'list' && (
          <Popover
            placement="bottom end"
            at={{ anchor: { current: popup.anchor }, onClose: () => setPopup(null) }}
          >
            <MenuItems
              label={t('galley:edit.rows.listActions', { list: listName })}
              onClose={() => setPopup(null)}
              items={listMenuItems({
                all,
                operations,
                full,
                locales: (scope.locales ?? []).filter(
                  ({ code, hidden }) =>
                    hidden !== true &&
                    frame.localeCode !== null &&
                    code !== scope.locale &&
                    form.rows.contentsIn(path, code).length > 0,
                ),
                onSelectAll: () => selection.set(all),
                t,
              })}
            />
          </Popover>
        )}
        {popup?.kind === 'menu' && menuRow !== undefined && (
          <Popover
            placement="bottom end"
            at={{
              anchor: { current: popup.anchor },
              onClose: () => setPopup((now) => (now?.kind === 'menu' ? null : now)),
            }}
          >
            <MenuItems
              label={t('galley:edit.rows.actions', { row: `${word} ${rowNumber(rows.indexOf(menuRow))}` })}
              // The chosen item may have opened the picker.
              onClose={() => setPopup((now) => (now?.kind === 'menu' ? null : now))}
              items={rowMenuItems({
                ids: idsWith(rows, selection, menuRow.id),
                all,
                index: rows.indexOf(menuRow),
                operations,
                sortable: isSortable,
                full,
                hasName: rowKind(field, menuRow.type, label).hasName,
                isKnown: rowKind(field, menuRow.type, label).fields !== null,
                fromLocale,
                onAdd: (index) => startAdd(index, popup.anchor),
                onName: () => startNaming(menuRow.id),
                t,
              })}
            />
          </Popover>
        )}
        {operations.asked !== null && <PasteDialog asked={operations.asked} onAnswer={operations.answer} />}
      </div>
    </FieldFrame>
  )
}

/** Returns the height of rows that are not drawn yet: their heads, with the gaps. */
function heightOfHeads(count: number): string {
  return `calc(${count} * (2.375rem + 2px + var(--s-3)) - var(--s-3))`
}

/** Returns the edge of a row at which the dragged rows would be dropped. */
function lineOf(target: number | null, index: number, count: number): 'before' | 'after' | null {
  if (target === index) return 'before'
  return target === count && index === count - 1 ? 'after' : null
}
