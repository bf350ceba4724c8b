import { useShortcutGroups } from '../../commands/shortcuts.ts'
import { useT } from '../../i18n/use-t.ts'
import { commandGroups } from '../command-groups.ts'
import { useRichText } from '../editor-context.tsx'
import type { EditorCommand } from '../feature.ts'
import { TOOLBAR_KEY } from '../toolbar/focus-toolbar.ts'
import { markdownForms } from './markdown-forms.ts'

/** Lists all that the editor can do, with its keys and with what one types for it, in the sheet of shortcuts. */
export function useTextShortcuts(commands: readonly EditorCommand[]): void {
  const { t } = useT()
  const { config } = useRichText()
  useShortcutGroups(() => {
    const forms = markdownForms(config)
    return [
      ...commandGroups(commands).map(({ group, commands: all }) => ({
        id: `text-${group}`,
        title: t(`galley:rich-text-ways.group.${group}`),
        lines: all.map(({ id, label, icon, shortcut }) => {
          const form = forms.get(id)
          return {
            id,
            name: label,
            icon,
            ...(shortcut !== undefined && { shortcut }),
            ...(form !== undefined && { form }),
          }
        }),
      })),
      {
        id: 'text-ways',
        title: t('galley:rich-text-ways.group.ways'),
        lines: [
          { id: 'slash', name: t('galley:rich-text-ways.slash.label'), form: '/' },
          { id: 'toolbar', name: t('galley:rich-text-ways.toToolbar'), shortcut: TOOLBAR_KEY },
          { id: 'leave', name: t('galley:rich-text-ways.leave'), shortcut: 'Esc' },
        ],
      },
    ]
  })
}
