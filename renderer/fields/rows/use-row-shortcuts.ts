import { useShortcutGroups } from '../../commands/shortcuts.ts'
import { useT } from '../../i18n/use-t.ts'

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
