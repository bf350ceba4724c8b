import { useState, type ReactNode } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { ContextMenu } from '../../ui/context-menu/context-menu.tsx'
import type { MenuItemSpec } from '../../ui/menu-button/menu-button.tsx'
import type { Point } from './use-row-focus.ts'

/** The menu of a row, with what can be done with its document. */
export function useRowMenu<Row>(options: {
  rowOf: (id: string) => Row | undefined
  titleOf: (row: Row) => string
  itemsOf: (row: Row) => MenuItemSpec[]
}): { onMenu: (id: string, at: Point) => void; menu: ReactNode } {
  const { t } = useT()
  const [open, setOpen] = useState<{ id: string; at: Point } | null>(null)
  const row = open === null ? undefined : options.rowOf(open.id)
  return {
    onMenu: (id, at) => setOpen({ id, at }),
    menu: open !== null && row !== undefined && (
      <ContextMenu
        label={t('galley:list.rowMenu', { title: options.titleOf(row) })}
        at={open.at}
        items={options.itemsOf(row)}
        onClose={() => setOpen(null)}
      />
    ),
  }
}
