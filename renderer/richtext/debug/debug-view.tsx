import { type LexicalEditor, COMMAND_PRIORITY_CRITICAL, mergeRegister } from 'lexical'
import { useEffect, useState } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { withCommand } from '../../../shared/fields/richText/last-commands.ts'
import styles from './debug-view.module.css'

/** The editor's state and last commands, for developers of a site that asks for it (S9.13). */
export function DebugView({ editor }: { editor: LexicalEditor }) {
  const { t } = useT()
  const [isOpen, setOpen] = useState(false)
  const commands = useLastCommands(editor)
  return (
    <details className={styles['debug']} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className={styles['summary']}>{t('galley:rich-text-ways.debug.title')}</summary>
      <h4 className={styles['title']}>{t('galley:rich-text-ways.debug.commands')}</h4>
      <ol className={styles['commands']} aria-label={t('galley:rich-text-ways.debug.commands')} dir="ltr">
        {commands.map(({ index, name, payload }) => (
          <li key={index} value={index}>
            {name} {payload !== '' && <span className={styles['payload']}>{payload}</span>}
          </li>
        ))}
      </ol>
      {isOpen && <Tree editor={editor} />}
    </details>
  )
}

function Tree({ editor }: { editor: LexicalEditor }) {
  const { t } = useT()
  const [json, setJson] = useState('')
  useEffect(() => {
    const read = (): void => setJson(JSON.stringify(editor.getEditorState(), null, 2))
    read()
    return editor.registerUpdateListener(read)
  }, [editor])
  return (
    <section
      className={styles['tree']}
      dir="ltr"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- It scrolls: the keyboard needs a way to it.
      tabIndex={0}
      aria-label={t('galley:rich-text-ways.debug.tree')}
    >
      {json}
    </section>
  )
}

/** A dispatched command, with its payload as short text. */
type LoggedCommand = { index: number; name: string; payload: string }

/** Returns the last commands dispatched to the editor, the oldest first (S9.13). */
function useLastCommands(editor: LexicalEditor): readonly LoggedCommand[] {
  const [last, setLast] = useState<readonly LoggedCommand[]>([])
  useEffect(() => {
    let index = 0
    return mergeRegister(
      ...[...editor._commands.keys()].map((command) =>
        editor.registerCommand(
          command,
          (payload: unknown) => {
            index += 1
            const next = { index, name: command.type ?? '', payload: shortOf(payload) }
            setLast((before) => withCommand(before, next))
            return false
          },
          COMMAND_PRIORITY_CRITICAL,
        ),
      ),
    )
  }, [editor])
  return last
}

function shortOf(payload: unknown): string {
  if (payload instanceof KeyboardEvent) return payload.key
  if (payload instanceof Event) return payload.type
  return typeof payload === 'string' || typeof payload === 'number' || typeof payload === 'boolean'
    ? `${payload}`
    : ''
}
