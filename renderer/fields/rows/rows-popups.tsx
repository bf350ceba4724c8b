import type { ComponentType } from 'react'
import type { RowsField } from '../../../shared/cms/schema-model.ts'
import { useForm } from '../../form/form-context.tsx'
import type { RowHead } from '../../form/form-snapshot.ts'
import { useT } from '../../i18n/use-t.ts'
import { MenuItems } from '../../ui/menu-button/menu-items.tsx'
import { Popover } from '../../ui/popover/popover.tsx'
import { useFieldScope } from '../field-scope.tsx'
import type { RowCopy } from '../second-locale/copy-locale.ts'
import { listMenuItems } from './list-menu.tsx'
import { PasteDialog } from './paste-dialog.tsx'
import { rowKind, rowNumber } from './row-labels.ts'
import { rowMenuItems } from './row-menu.tsx'
import type { RowsList } from './row.tsx'
import { idsWith } from './rows-keys.ts'
import type { RowOperations } from './use-row-operations.ts'
import type { RowSelection } from './use-row-selection.ts'

/** The open menu or picker of a list of rows; a list has one at a time. */
export type RowsPopup =
  | { kind: 'list'; anchor: Element }
  | { kind: 'menu'; id: string; anchor: Element }
  | { kind: 'picker'; index: number; anchor: Element }

export type PickerProps = {
  field: RowsField
  path: string
  anchor: Element
  onChoose: (type: string) => void
  onClose: () => void
}

type RowsMenuProps = {
  list: RowsList
  rows: readonly RowHead[]
  /** Ids of all rows. */
  all: readonly string[]
  selection: RowSelection
  operations: RowOperations
  /** Reason that no row can be added; null: one can. */
  full: string | null
}

type RowsPopupsProps = RowsMenuProps & {
  popup: RowsPopup | null
  onPopup: (change: (now: RowsPopup | null) => RowsPopup | null) => void
  listName: string
  /** True if the field has its own value in each locale. */
  isLocalized: boolean
  fromLocale: RowCopy | null
  Picker: ComponentType<PickerProps> | undefined
  onAdd: (index: number, anchor: Element) => void
  onName: (id: string) => void
}

/** The open menu or picker of a list of rows, and the question about a paste. */
export function RowsPopups(props: RowsPopupsProps) {
  const { popup, onPopup, list, rows, operations, Picker, onAdd } = props
  const close = () => onPopup(() => null)
  const menuRow = popup?.kind === 'menu' ? rows.find((row) => row.id === popup.id) : undefined
  return (
    <>
      {popup?.kind === 'picker' && Picker !== undefined && (
        <Picker
          field={list.field}
          path={list.path}
          anchor={popup.anchor}
          onClose={close}
          onChoose={(type) => {
            close()
            operations.add(popup.index, type)
          }}
        />
      )}
      {popup?.kind === 'list' && <ListMenu {...props} anchor={popup.anchor} onClose={close} />}
      {popup?.kind === 'menu' && menuRow !== undefined && (
        <RowMenu
          {...props}
          row={menuRow}
          anchor={popup.anchor}
          onAdd={(index) => onAdd(index, popup.anchor)}
          // The chosen item may have opened the picker.
          onClose={() => onPopup((now) => (now?.kind === 'menu' ? null : now))}
        />
      )}
      {operations.asked !== null && <PasteDialog asked={operations.asked} onAnswer={operations.answer} />}
    </>
  )
}

type ListMenuProps = RowsMenuProps & {
  listName: string
  isLocalized: boolean
  anchor: Element
  onClose: () => void
}

/** The menu of the list as a whole. */
function ListMenu({ list, all, selection, operations, full, ...props }: ListMenuProps) {
  const { t } = useT()
  const form = useForm()
  const scope = useFieldScope()
  return (
    <Popover placement="bottom end" at={{ anchor: { current: props.anchor }, onClose: props.onClose }}>
      <MenuItems
        label={t('galley:edit.rows.listActions', { list: props.listName })}
        onClose={props.onClose}
        items={listMenuItems({
          all,
          operations,
          full,
          locales: (scope.locales ?? []).filter(
            ({ code, hidden }) =>
              hidden !== true &&
              props.isLocalized &&
              code !== scope.locale &&
              form.rows.contentsIn(list.path, code).length > 0,
          ),
          onSelectAll: () => selection.set(all),
          t,
        })}
      />
    </Popover>
  )
}

type RowMenuProps = RowsMenuProps & {
  row: RowHead
  fromLocale: RowCopy | null
  anchor: Element
  onAdd: (index: number) => void
  onName: (id: string) => void
  onClose: () => void
}

/** The menu of one row, and of all that are selected with it. */
function RowMenu({ list, rows, all, selection, operations, full, row, ...props }: RowMenuProps) {
  const { t, label } = useT()
  const kind = rowKind(list.field, row.type, label)
  const index = rows.indexOf(row)
  return (
    <Popover placement="bottom end" at={{ anchor: { current: props.anchor }, onClose: props.onClose }}>
      <MenuItems
        label={t('galley:edit.rows.actions', { row: `${list.word} ${rowNumber(index)}` })}
        onClose={props.onClose}
        items={rowMenuItems({
          ids: idsWith(rows, selection, row.id),
          all,
          index,
          operations,
          sortable: list.sortable,
          full,
          hasName: kind.hasName,
          isKnown: kind.fields !== null,
          fromLocale: props.fromLocale,
          onAdd: props.onAdd,
          onName: () => props.onName(row.id),
          t,
        })}
      />
    </Popover>
  )
}
