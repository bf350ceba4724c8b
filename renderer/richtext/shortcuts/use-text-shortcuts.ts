import type { LexicalEditor } from 'lexical'
import { useEffect, useEffectEvent } from 'react'
import { useShortcutGroups } from '../../commands/shortcuts.ts'
import { useT } from '../../i18n/use-t.ts'
import { commandGroups, markdownForms } from '../feature.ts'
import { useRichText } from '../editor-context.tsx'
import type { EditorCommand } from '../feature.ts'
import { TOOLBAR_KEY, FOCUS_TOOLBAR_COMMAND } from '../toolbar/focus-toolbar.ts'
import { matchesShortcut } from '../../ui/key-cap/shortcut.ts'

/** Lists the commands of the editor in the shortcut sheet, with their keys and their Markdown. */
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

/**
 * Runs commands by their keys while the focus is in the text, before the editor and the window handle them.
 * The key of a command that is not possible at the caret is left to them.
 */
export function useCommandKeys(editor: LexicalEditor, commands: readonly EditorCommand[]): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    // A field inside of the text has keys of its own.
    if (event.target !== event.currentTarget || event.isComposing || event.defaultPrevented) return
    const isDone = matchesShortcut(event, TOOLBAR_KEY)
      ? editor.dispatchCommand(FOCUS_TOOLBAR_COMMAND, undefined)
      : runByKeys(editor, commands, event)
    if (!isDone) return
    event.preventDefault()
    event.stopImmediatePropagation()
  })
  useEffect(
    () =>
      editor.registerRootListener((root, previous) => {
        previous?.removeEventListener('keydown', onKeyDown, true)
        root?.addEventListener('keydown', onKeyDown, true)
      }),
    [editor],
  )
}

function runByKeys(editor: LexicalEditor, commands: readonly EditorCommand[], event: KeyboardEvent): boolean {
  const meant = commands.filter(({ shortcut }) => shortcut !== undefined && matchesShortcut(event, shortcut))
  if (meant.length === 0) return false
  const command = editor.read(() => meant.find(({ $isEnabled }) => $isEnabled?.() !== false))
  command?.run(editor)
  return command !== undefined
}
