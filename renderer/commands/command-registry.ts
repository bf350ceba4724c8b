import type { LucideIcon } from 'lucide-react'
import type { Shortcut } from '../ui/key-cap/shortcut.ts'

/** Something the user can do: in the palette, by its shortcut, in the list of shortcuts. */
export type Command = {
  /** Of all registered with one id the last wins, and the one before it comes back when that goes. */
  id: string
  /** Key of the text: `version:saveDraft`. */
  title: string
  /** Key of other words by which it is found, with commas between them. */
  also?: string
  titleVars?: Readonly<Record<string, string | number>>
  icon?: LucideIcon
  shortcut?: Shortcut
  /** They work as well, and are nowhere shown. The same array each time. */
  otherShortcuts?: readonly Shortcut[]
  run: () => void
  /** False: not now; neither listed nor run. */
  when?: () => boolean
  /** The shortcut works with the focus in a dialog, too. */
  inDialogs?: boolean
  /** The shortcut works in a document's drawer as on its screen. */
  inDrawers?: boolean
}

export type CommandRegistry = {
  /** Returns the function that takes the command away. */
  register: (command: Command) => () => void
  /** All that is registered; the same array until one comes or goes. */
  all: () => Command[]
  subscribe: (listener: () => void) => () => void
}

export function createCommandRegistry(): CommandRegistry {
  let commands: Command[] = []
  const listeners = new Set<() => void>()
  const replace = (next: Command[]) => {
    commands = next
    for (const listener of listeners) listener()
  }
  return {
    register(command) {
      replace([...commands, command])
      return () => replace(commands.filter((one) => one !== command))
    },
    all: () => commands,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** Of the commands those that can be run now, in the order of registration. */
export function available(commands: Command[]): Command[] {
  const last = new Map(commands.map((command) => [command.id, command]))
  return [...last.values()].filter((command) => command.when?.() ?? true)
}

/** The commands of this window. */
export const commands = createCommandRegistry()
