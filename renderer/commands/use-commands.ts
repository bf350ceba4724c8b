import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import { available, commands, type Command } from './command-registry.ts'

/** Registers a command while the component is there. The latest `run` and `when` are used. */
export function useCommand(command: Command): void {
  const latest = useRef(command)
  useEffect(() => {
    latest.current = command
  })
  const { id, title, also, shortcut, otherShortcuts, icon, inDialogs, inDrawers } = command
  const vars = JSON.stringify(command.titleVars ?? {})
  useEffect(
    () =>
      commands.register({
        id,
        title,
        titleVars: JSON.parse(vars),
        run: () => latest.current.run(),
        when: () => latest.current.when?.() ?? true,
        ...(also !== undefined && { also }),
        ...(shortcut !== undefined && { shortcut }),
        ...(otherShortcuts !== undefined && { otherShortcuts }),
        ...(icon !== undefined && { icon }),
        ...(inDialogs !== undefined && { inDialogs }),
        ...(inDrawers !== undefined && { inDrawers }),
      }),
    [id, title, also, vars, shortcut, otherShortcuts, icon, inDialogs, inDrawers],
  )
}

/** What can be run now; looked at again when commands come and go. */
export function useCommands(): Command[] {
  const all = useSyncExternalStore(commands.subscribe, commands.all)
  return useMemo(() => available(all), [all])
}
