import { ClipboardPaste, Copy, Languages, ListChecks, Trash2 } from 'lucide-react'
import type { UseT } from '../../i18n/use-t.ts'
import type { MenuItemSpec } from '../../ui/menu-button/menu-items.tsx'
import { copyToClipboard, rowsCopiedHere } from './rows-clipboard.ts'
import type { RowOperations } from './use-row-operations.ts'

type ListMenu = {
  all: readonly string[]
  operations: RowOperations
  full: string | null
  /** Other locales in which the list has rows of its own. */
  locales: readonly { code: string; label: string }[]
  onSelectAll: () => void
  t: UseT['t']
}

/** Returns the menu of a list as a whole. */
export function listMenuItems({ all, operations, full, locales, onSelectAll, t }: ListMenu): MenuItemSpec[] {
  const copied = rowsCopiedHere()
  const items: (MenuItemSpec | false)[] = [
    all.length > 0 && {
      id: 'select',
      label: t('galley:edit.rows.selectAll'),
      icon: ListChecks,
      onAction: onSelectAll,
    },
    all.length > 0 && {
      id: 'copy',
      label: t('galley:edit.rows.copyAll'),
      icon: Copy,
      onAction: () => {
        const { rows, text } = operations.copy(all)
        copyToClipboard(rows, text)
      },
    },
    {
      id: 'paste',
      label: t('galley:edit.rows.pasteEnd'),
      icon: ClipboardPaste,
      disabledReason: copied === null ? t('galley:edit.rows.nothingCopied') : full,
      onAction: () => {
        if (copied !== null) operations.paste(copied, all.length)
      },
    },
    ...locales.map(({ code, label }) => ({
      id: `from-${code}`,
      label: t('galley:edit.rows.copyFrom', { locale: label }),
      icon: Languages,
      disabledReason: full,
      onAction: () => operations.copyFrom(code),
    })),
    all.length > 0 && {
      id: 'remove',
      label: t('galley:edit.rows.removeAll'),
      icon: Trash2,
      danger: true,
      onAction: () => operations.remove(all),
    },
  ]
  return items.filter((item) => item !== false)
}
