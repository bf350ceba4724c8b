import {
  ArrowDown,
  ArrowUp,
  ClipboardPaste,
  Copy,
  CopyPlus,
  Languages,
  PencilLine,
  Plus,
  Trash2,
} from 'lucide-react'
import type { UseT } from '../../i18n/use-t.ts'
import type { MenuItemSpec } from '../../ui/menu-button/menu-items.tsx'
import type { RowCopy } from '../second-locale/copy-locale.ts'
import { copyToClipboard, rowsCopiedHere } from './rows-clipboard.ts'
import { lastSlot, slotOf } from './row-places.ts'
import type { RowOperations } from './use-row-operations.ts'

type RowMenu = {
  /** The affected rows: this one, or all that are selected with it. */
  ids: readonly string[]
  /** All rows of the list. */
  all: readonly string[]
  /** Index of the menu's row. */
  index: number
  operations: RowOperations
  sortable: boolean
  /** Reason that no row can be added; null: one can. */
  full: string | null
  hasName: boolean
  /** False if its block is not in the schema: it can only be removed, and the menu says why it is not copied. */
  isKnown: boolean
  /** Copies a row's texts from another locale; null: this list does not offer it, see useRowCopy. */
  fromLocale: RowCopy | null
  onAdd: (index: number) => void
  onName: () => void
  t: UseT['t']
}

/** Returns the menu of a row, with shortcuts. */
export function rowMenuItems(menu: RowMenu): MenuItemSpec[] {
  const { ids, index, operations, full, t } = menu
  const items: (MenuItemSpec | false)[] = [
    {
      id: 'add',
      label: t('general:addBelow'),
      icon: Plus,
      disabledReason: full,
      onAction: () => menu.onAdd(index + 1),
    },
    ...moveItems(menu),
    menu.hasName &&
      ids.length === 1 && {
        id: 'name',
        label: t('galley:edit.rows.name'),
        icon: PencilLine,
        shortcut: 'F2',
        onAction: menu.onName,
      },
    ...copyItems(menu),
    ids.length === 1 &&
      menu.fromLocale !== null && {
        id: 'from-locale',
        label: menu.fromLocale.label,
        icon: Languages,
        disabledReason: ids.some(menu.fromLocale.hasSomething) ? null : t('galley:locales.nothingToCopy'),
        onAction: () => ids.forEach((id) => menu.fromLocale?.copy(id)),
      },
    {
      id: 'remove',
      label: ids.length === 1 ? t('general:remove') : t('galley:edit.rows.removeMany', { count: ids.length }),
      icon: Trash2,
      danger: true,
      shortcut: 'Delete',
      onAction: () => operations.remove(ids),
    },
  ]
  return items
    .filter((item) => item !== false)
    .filter(({ id }) => menu.isKnown || id === 'duplicate' || id === 'remove')
}

function moveItems({ ids, all, operations, sortable, t }: RowMenu): (MenuItemSpec | false)[] {
  const slot = slotOf(all, ids)
  return [
    sortable && {
      id: 'up',
      label: t('general:moveUp'),
      icon: ArrowUp,
      shortcut: 'Alt+ArrowUp',
      disabledReason: slot === 0 ? t('galley:edit.rows.isFirst') : null,
      onAction: () => operations.moveBy(ids, -1),
    },
    sortable && {
      id: 'down',
      label: t('general:moveDown'),
      icon: ArrowDown,
      shortcut: 'Alt+ArrowDown',
      disabledReason: slot === lastSlot(all, ids) ? t('galley:edit.rows.isLast') : null,
      onAction: () => operations.moveBy(ids, 1),
    },
  ]
}

/** Returns the items that copy rows in the list, and by the clipboard. */
function copyItems({ ids, index, operations, full, t }: RowMenu): (MenuItemSpec | false)[] {
  const copied = rowsCopiedHere()
  return [
    {
      id: 'duplicate',
      label: t('general:duplicate'),
      icon: CopyPlus,
      shortcut: 'Mod+D',
      disabledReason: operations.whyNotDuplicated(ids),
      onAction: () => operations.duplicate(ids),
    },
    {
      id: 'copy',
      label: t('general:copy'),
      icon: Copy,
      shortcut: 'Mod+C',
      onAction: () => {
        const { rows, text } = operations.copy(ids)
        copyToClipboard(rows, text)
      },
    },
    copied !== null && {
      id: 'paste',
      label: t('galley:edit.rows.pasteBelow'),
      icon: ClipboardPaste,
      shortcut: 'Mod+V',
      disabledReason: full,
      onAction: () => operations.paste(copied, index + 1),
    },
  ]
}
