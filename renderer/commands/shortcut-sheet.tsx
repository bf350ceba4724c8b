import { Keyboard } from 'lucide-react'
import { useCallback, useState } from 'react'
import { useT } from '../i18n/use-t.ts'
import { Button } from '../ui/button/button.tsx'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { Icon } from '../ui/icon/icon.tsx'
import { KeyCap } from '../ui/key-cap/key-cap.tsx'
import { available, commands, type Command } from './command-registry.ts'
import { shortcutGroups, type ShortcutGroup } from './shortcuts.ts'
import styles from './shortcut-sheet.module.css'
import { useCommand } from './use-commands.ts'

export const SHORTCUTS_COMMAND = 'app.shortcuts'
export const SHORTCUTS_KEY = 'Mod+/'
/** Further keys: on German keyboards the main one needs Shift and is the key of a list in a rich text. */
const OTHER_KEYS = ['F1', '?']

/** Registers the command that shows the shortcut sheet, and renders the sheet. */
export function Shortcuts() {
  const [groups, setGroups] = useState<readonly ShortcutGroup[] | null>(null)
  const close = useCallback(() => setGroups(null), [])
  const texts = useT()
  useCommand({
    id: SHORTCUTS_COMMAND,
    title: 'galley:app.command.shortcuts',
    also: 'galley:palette.also.shortcuts',
    icon: Keyboard,
    shortcut: SHORTCUTS_KEY,
    otherShortcuts: OTHER_KEYS,
    inDialogs: true,
    // Groups are read on opening, also with the focus in a dialog.
    run: () => setGroups(groups === null ? [...commandGroups(texts.t), ...shortcutGroups()] : null),
  })
  return groups !== null && <Sheet groups={groups} onClose={close} />
}

/** Opens the shortcut sheet, for buttons. */
export function showShortcuts(): void {
  available(commands.all())
    .find(({ id }) => id === SHORTCUTS_COMMAND)
    ?.run()
}

/** Returns two groups: commands of the window, which work on every screen, and those of the current screen. */
function commandGroups(t: ReturnType<typeof useT>['t']): ShortcutGroup[] {
  const all = available(commands.all()).filter(({ shortcut }) => shortcut !== undefined)
  const isEverywhere = ({ id }: Command): boolean => id.startsWith('app.')
  const group = (id: string, title: string, some: Command[]): ShortcutGroup => ({
    id,
    title,
    lines: some.map((command) => ({
      id: command.id,
      name: t(command.title, command.titleVars),
      ...(command.icon !== undefined && { icon: command.icon }),
      ...(command.shortcut !== undefined && { shortcut: command.shortcut }),
    })),
  })
  return [
    group('everywhere', t('galley:app.shortcuts.everywhere'), all.filter(isEverywhere)),
    group(
      'screen',
      t('galley:app.shortcuts.screen'),
      all.filter((command) => !isEverywhere(command)),
    ),
  ].filter(({ lines }) => lines.length > 0)
}

function Sheet({ groups, onClose }: { groups: readonly ShortcutGroup[]; onClose: () => void }) {
  const { t } = useT()
  const title = t('galley:app.command.shortcuts')
  return (
    <Dialog
      size="wide"
      title={title}
      onClose={onClose}
      actions={<Button onPress={onClose}>{t('general:close')}</Button>}
    >
      <div
        role="group"
        aria-label={title}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- What is in it scrolls.
        tabIndex={0}
        className={styles['groups']}
      >
        {groups.map((group) => (
          <section key={group.id} className={styles['group']}>
            <h3 className={styles['title']}>{group.title}</h3>
            <dl className={styles['list']}>
              {group.lines.map(({ id, name, icon, shortcut, form }) => (
                <div key={id} className={styles['line']}>
                  <dt className={styles['name']}>
                    {icon !== undefined && <Icon icon={icon} size="small" />} <bdi>{name}</bdi>
                  </dt>
                  <dd className={styles['keys']}>
                    {form !== undefined && (
                      <code dir="ltr" className={styles['form']}>
                        {form}
                      </code>
                    )}
                    {shortcut !== undefined && <KeyCap shortcut={shortcut} />}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
