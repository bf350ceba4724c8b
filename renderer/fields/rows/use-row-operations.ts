import { useMemo, useState } from 'react'
import { copyRows, type CopiedRows } from '../../../shared/document/copied-rows.ts'
import { pasteRows, type Misfit, type PasteTarget } from '../../../shared/document/paste-rows.ts'
import { rowFields } from '../../../shared/cms/fields.ts'
import { rowLabel } from '../../../shared/document/row-label.ts'
import { isKnownRow, withFreshIds } from '../../../shared/document/row-operations.ts'
import type { JsonObject } from '../../../shared/json.ts'
import { useForm } from '../../form/form-context.tsx'
import type { RowHead } from '../../form/form-snapshot.ts'
import type { FormState } from '../../form/form-state.ts'
import { useT, type UseT } from '../../i18n/use-t.ts'
import { announce } from '../../ui/live-region/announce.ts'
import { useFieldScope } from '../field-scope.tsx'
import { rowKind, rowNumber } from './row-labels.ts'
import { setRowsOpen } from './row-open.ts'
import { indexOfSlot, lastSlot, slotAt, slotOf } from './row-places.ts'
import type { RowsList } from './row.tsx'
import type { FocusRow } from './use-focus-row.ts'
import type { RowSelection } from './use-row-selection.ts'

export type RowOperations = {
  add: (index: number, type: string | null) => void
  remove: (ids: readonly string[]) => void
  duplicate: (ids: readonly string[]) => void
  /** Returns the reason that rows cannot be duplicated; null: they can. */
  whyNotDuplicated: (ids: readonly string[]) => string | null
  /** Moves rows in front of the row that is at `index` before the move. */
  move: (ids: readonly string[], index: number) => void
  /** Moves rows up (-1) or down (1) by one, together. */
  moveBy: (ids: readonly string[], by: -1 | 1) => void
  /** Returns the rows for the clipboard, and their text. */
  copy: (ids: readonly string[]) => { rows: CopiedRows; text: string }
  /** Pastes at once if everything fits, else asks. */
  paste: (copied: CopiedRows, index: number) => void
  /** Adds the rows of another locale as new ones at the end. */
  copyFrom: (locale: string) => void
  setOpen: (ids: readonly string[], open: boolean) => void
  /** A paste that waits for an answer, since it does not fit completely. */
  asked: PasteQuestion | null
  answer: (yes: boolean) => void
}

export type PasteQuestion = { rows: JsonObject[]; misfits: Misfit[]; index: number; copied: number }

/** Returns the actions on a list's rows, with announcements and focus. */
export function useRowOperations(options: {
  list: RowsList
  rows: readonly RowHead[]
  selection: RowSelection
  focus: FocusRow
  /** Called by `move`, not by `moveBy`, with the rows that are about to be moved. */
  settle: (ids: readonly string[]) => void
}): RowOperations {
  const { list, rows, selection, focus, settle } = options
  const form = useForm()
  const scope = useFieldScope()
  const { t, label, valueWords } = useT()
  const [asked, setAsked] = useState<PasteQuestion | null>(null)

  return useMemo((): RowOperations => {
    const { maxRows } = list.field
    const acting: Acting = {
      form,
      list,
      rows,
      ids: rows.map(({ id }) => id),
      room: maxRows === null ? null : Math.max(0, maxRows - rows.length),
      selection,
      focus,
      t,
    }
    return {
      ...changeRows(acting),
      ...moveRows(acting, settle),
      ...copyOfRows(acting, { scope, label, valueWords, onAsk: setAsked }),
      setOpen: (which, open) => setRowsOpen(form, list, which, open),
      asked,
      answer(yes) {
        setAsked(null)
        if (yes && asked !== null) insertRows(acting, asked.index, asked.rows)
      },
    }
  }, [list, rows, selection, focus, settle, form, scope, t, label, valueWords, asked])
}

/** A list and its surroundings, as all actions use them. */
type Acting = {
  form: FormState
  list: RowsList
  rows: readonly RowHead[]
  ids: readonly string[]
  /** Number of rows that can be added; null: any. */
  room: number | null
  selection: RowSelection
  focus: FocusRow
  t: UseT['t']
}

function rowName({ list, ids }: Acting, id: string): string {
  return `${list.word} ${rowNumber(ids.indexOf(id))}`
}

/** Inserts rows with content, selects them if there are several, and moves the focus to the first. */
function insertRows(
  { form, list, selection, focus, t }: Acting,
  index: number,
  contents: readonly JsonObject[],
): void {
  const [first] = contents
  if (first === undefined) return
  form.rows.insert(list.path, index, contents)
  const added = contents.flatMap(({ id }) => (typeof id === 'string' ? [id] : []))
  setRowsOpen(form, list, added, added.length === 1, false)
  selection.set(added.length > 1 ? added : [])
  focus.next(added[0] ?? null)
  announce(t('galley:edit.rows.pasted', { count: added.length }))
}

function changeRows(
  acting: Acting,
): Pick<RowOperations, 'add' | 'remove' | 'duplicate' | 'whyNotDuplicated'> {
  const { form, list, ids, room, selection, focus, t } = acting
  const { field, path } = list

  function whyNotDuplicated(which: readonly string[]): string | null {
    if (room !== null && room < which.length) return t('galley:edit.rows.full', { count: field.maxRows ?? 0 })
    const isKnown = form.rows.contents(path, which).every((row) => isKnownRow(field, row))
    return isKnown ? null : t('galley:edit.rows.unknownInside')
  }

  return {
    add(index, type) {
      const id = form.rows.add(path, index, type)
      if (id === null) return
      setRowsOpen(form, list, [id], true)
      selection.clear()
      focus.next(id, 'field')
      announce(t('galley:edit.rows.added', { row: `${list.word} ${rowNumber(index)}` }))
    },
    remove(gone) {
      const last = ids.findLastIndex((id) => gone.includes(id))
      const after = ids.slice(last + 1).find((id) => !gone.includes(id))
      const before = ids.slice(0, last).findLast((id) => !gone.includes(id))
      const [first] = gone
      const words =
        gone.length === 1 && first !== undefined
          ? t('galley:edit.rows.removed', { row: rowName(acting, first) })
          : t('galley:edit.rows.removedMany', { count: gone.length })
      form.rows.remove(path, gone)
      selection.clear()
      focus.next(after ?? before ?? null)
      announce(words)
    },
    whyNotDuplicated,
    duplicate(which) {
      const why = whyNotDuplicated(which)
      if (why !== null) {
        announce(why)
        return
      }
      const added = form.rows.duplicate(path, which)
      if (added.length === 0) return
      setRowsOpen(form, list, added, false, false)
      selection.set(added.length > 1 ? added : [])
      focus.next(added[0] ?? null)
      announce(t('galley:edit.rows.duplicated', { count: added.length }))
    },
  }
}

function moveRows(
  acting: Acting,
  settle: (ids: readonly string[]) => void,
): Pick<RowOperations, 'move' | 'moveBy'> {
  const { form, list, ids, focus, t } = acting
  const { path } = list
  return {
    move(which, index) {
      const [first] = which
      const slot = slotAt(ids, which, index)
      if (first === undefined || slot === slotOf(ids, which)) {
        if (!isOneBlock(ids, which)) form.rows.move(path, which, index)
        return
      }
      settle(which)
      form.rows.move(path, which, index)
      focus.next(first)
      announce(t('galley:edit.rows.moved', { row: rowName(acting, first), to: slot + 1, count: ids.length }))
    },
    moveBy(which, by) {
      const [first] = which
      const slot = slotOf(ids, which) + by
      if (first === undefined || slot < 0 || slot > lastSlot(ids, which)) return
      form.rows.move(path, which, indexOfSlot(ids, which, slot))
      focus.next(document.activeElement?.closest('[data-row]')?.getAttribute('data-row') ?? first)
      announce(t('galley:edit.rows.moved', { row: rowName(acting, first), to: slot + 1, count: ids.length }))
    },
  }
}

/** Returns the copying and pasting of rows. `onAsk`: called with a paste that does not fit completely. */
function copyOfRows(
  acting: Acting,
  {
    scope,
    label,
    valueWords,
    onAsk,
  }: Pick<UseT, 'label' | 'valueWords'> & {
    scope: ReturnType<typeof useFieldScope>
    onAsk: (question: PasteQuestion) => void
  },
): Pick<RowOperations, 'copy' | 'paste' | 'copyFrom'> {
  const { form, list, rows, room, t } = acting
  const { field, path } = list
  const context = { ...valueWords, nameOf: () => null }
  return {
    copy(which) {
      const contents = form.rows.contents(path, which)
      const labelOf = (row: JsonObject) =>
        rowLabel(form.types, rowFields(field, row), row, context, form.locale)
      const lines = contents.map((row) => {
        const { type } = rowKind(field, typeof row['blockType'] === 'string' ? row['blockType'] : null, label)
        return [type, labelOf(row)].filter((part) => part !== '').join(': ')
      })
      announce(t('galley:edit.rows.copied', { count: contents.length }))
      return { rows: copyRows(field, contents, labelOf, scope.server), text: lines.join('\n') }
    },
    paste(copied, index) {
      const target: PasteTarget = {
        types: form.types,
        list: field,
        server: scope.server,
        path,
        locale: form.locale,
        locales: (scope.locales ?? []).map(({ code }) => code),
        room,
        mayWrite: scope.mayWrite,
      }
      const pasted = pasteRows(target, copied)
      if (pasted.misfits.length === 0) insertRows(acting, index, pasted.rows)
      else onAsk({ ...pasted, index, copied: copied.rows.length })
    },
    copyFrom(locale) {
      const contents = form.rows.contentsIn(path, locale).map((row) => withFreshIds(field, row))
      const misfits = contents.slice(room ?? contents.length).map((row, at): Misfit => ({
        reason: 'full',
        row: at + 1 + (room ?? 0),
        label: rowLabel(form.types, rowFields(field, row), row, context, null),
        what: [],
      }))
      if (misfits.length === 0) insertRows(acting, rows.length, contents)
      else
        onAsk({
          rows: contents.slice(0, room ?? contents.length),
          misfits,
          index: rows.length,
          copied: contents.length,
        })
    },
  }
}

/** True if rows are contiguous. */
function isOneBlock(ids: readonly string[], which: readonly string[]): boolean {
  const at = which.map((id) => ids.indexOf(id)).toSorted((a, b) => a - b)
  return at.every((index, nth) => index === (at[0] ?? 0) + nth)
}
