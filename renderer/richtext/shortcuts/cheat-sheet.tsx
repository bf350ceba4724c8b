import { COMMAND_PRIORITY_EDITOR } from 'lexical'
import type { LexicalEditor } from 'lexical'
import { useEffect, useState } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { Button } from '../../ui/button/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Icon } from '../../ui/icon/icon.tsx'
import { KeyCap } from '../../ui/key-cap/key-cap.tsx'
import type { Shortcut } from '../../ui/key-cap/shortcut.ts'
import { commandGroups } from '../command-groups.ts'
import { useRichText } from '../editor-context.tsx'
import type { EditorCommand } from '../feature.ts'
import { TOOLBAR_KEY } from '../toolbar/focus-toolbar.ts'
import styles from './cheat-sheet.module.css'
import { markdownForms } from './markdown-forms.ts'
import { SHORTCUTS_KEY, SHOW_SHORTCUTS_COMMAND } from './show-shortcuts.ts'

type CheatSheetProps = { editor: LexicalEditor; commands: readonly EditorCommand[] }

/** All that the editor can do, with its keys and with what one types for it. */
export function CheatSheet({ editor, commands }: CheatSheetProps) {
  const [isOpen, setOpen] = useState(false)
  useEffect(
    () =>
      editor.registerCommand(
        SHOW_SHORTCUTS_COMMAND,
        () => {
          setOpen(true)
          return true
        },
        COMMAND_PRIORITY_EDITOR,
      ),
    [editor],
  )
  if (!isOpen) return null
  const close = (): void => {
    setOpen(false)
    editor.getRootElement()?.focus({ preventScroll: true })
  }
  return <Sheet commands={commands} onClose={close} />
}

function Sheet({ commands, onClose }: { commands: readonly EditorCommand[]; onClose: () => void }) {
  const { t } = useT()
  const { config } = useRichText()
  const forms = markdownForms(config)
  const ways: (readonly [string, Shortcut])[] = [
    [t('galley:rich-text-ways.toToolbar'), TOOLBAR_KEY],
    [t('galley:rich-text-ways.leave'), 'Esc'],
    [t('galley:rich-text-ways.shortcuts'), SHORTCUTS_KEY],
  ]
  return (
    <Dialog
      size="wide"
      title={t('galley:rich-text-ways.shortcuts')}
      onClose={onClose}
      actions={<Button onPress={onClose}>{t('general:close')}</Button>}
    >
      <div
        role="group"
        aria-label={t('galley:rich-text-ways.shortcuts')}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- What is in it scrolls.
        tabIndex={0}
        className={styles['groups']}
      >
        {commandGroups(commands).map(({ group, commands: all }) => (
          <section key={group} className={styles['group']}>
            <h3 className={styles['title']}>{t(`galley:rich-text-ways.group.${group}`)}</h3>
            <dl className={styles['list']}>
              {all.map(({ id, label, icon, shortcut }) => (
                <div key={id} className={styles['line']}>
                  <dt className={styles['name']}>
                    <Icon icon={icon} size="small" /> <bdi>{label}</bdi>
                  </dt>
                  <dd className={styles['keys']}>
                    {forms.has(id) && (
                      <code dir="ltr" className={styles['form']}>
                        {forms.get(id)}
                      </code>
                    )}
                    {shortcut !== undefined && <KeyCap shortcut={shortcut} />}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
        <section className={styles['group']}>
          <h3 className={styles['title']}>{t('galley:rich-text-ways.group.ways')}</h3>
          <dl className={styles['list']}>
            <div className={styles['line']}>
              <dt className={styles['name']}>{t('galley:rich-text-ways.slash.label')}</dt>
              <dd className={styles['keys']}>
                <code dir="ltr" className={styles['form']}>
                  /
                </code>
              </dd>
            </div>
            {ways.map(([name, shortcut]) => (
              <div key={shortcut} className={styles['line']}>
                <dt className={styles['name']}>{name}</dt>
                <dd className={styles['keys']}>
                  <KeyCap shortcut={shortcut} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      </div>
    </Dialog>
  )
}
