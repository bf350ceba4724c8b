import type { LexicalEditor } from 'lexical'
import { useEffect, useMemo, useState } from 'react'
import type { EditorCommand } from '../feature.ts'

export type CommandState = { isActive: boolean; isEnabled: boolean }

const RESTING: CommandState = { isActive: false, isEnabled: true }
const ACTIVE = 1
const ENABLED = 2

/** Returns which commands are active and enabled at the caret, read at most once per frame. */
export function useCommandStates(
  editor: LexicalEditor | null,
  commands: readonly EditorCommand[],
): (command: EditorCommand) => CommandState {
  // One character per command, so that equal states are the same value and render nothing.
  const [states, setStates] = useState('')
  useEffect(() => {
    if (editor === null) return
    let frame = 0
    const read = (): void => {
      frame = 0
      setStates(readStates(editor, commands))
    }
    read()
    const stop = editor.registerUpdateListener(() => {
      if (frame === 0) frame = requestAnimationFrame(read)
    })
    return () => {
      stop()
      cancelAnimationFrame(frame)
    }
  }, [editor, commands])
  return useMemo(() => {
    const places = new Map(commands.map(({ id }, index) => [id, index]))
    return ({ id }) => {
      const state = states[places.get(id) ?? -1]
      if (state === undefined) return RESTING
      return { isActive: (Number(state) & ACTIVE) > 0, isEnabled: (Number(state) & ENABLED) > 0 }
    }
  }, [commands, states])
}

function readStates(editor: LexicalEditor, commands: readonly EditorCommand[]): string {
  return editor.read(() =>
    commands
      .map(
        ({ $isActive, $isEnabled }) =>
          ($isActive?.() === true ? ACTIVE : 0) + ($isEnabled?.() === false ? 0 : ENABLED),
      )
      .join(''),
  )
}
