import { COMMAND_PRIORITY_CRITICAL, mergeRegister } from 'lexical'
import type { LexicalEditor } from 'lexical'
import { useEffect, useState } from 'react'
import { withCommand } from '../../../shared/fields/richText/last-commands.ts'

/** A dispatched command, with its payload as short text. */
export type LoggedCommand = { index: number; name: string; payload: string }

/** The last commands that the editor was given, the oldest first (S9.13). */
export function useLastCommands(editor: LexicalEditor): readonly LoggedCommand[] {
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
