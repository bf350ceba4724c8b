import type { LucideIcon } from 'lucide-react'
import type { Shortcut } from '../ui/key-cap/shortcut.ts'

/** Something the user can do: in the palette, by its shortcut, in the list of shortcuts, in the menu bar. */
export type Command = {
  /** Of all registered with one id the last wins, and the one before it comes back when that goes. */
  id: string
  /**
   * `place`: it leads somewhere; `section`: to a part of a place; `list`: to a collection or a global; `create`: it
   * begins a document. Absent: it does something here.
   */
  kind?: 'place' | 'section' | 'list' | 'create'
  /** Key of the text: `version:saveDraft`. */
  title: string
  /** What it is called instead, where the site has the words for it. */
  name?: string
  /** What kind of thing it is, in words. */
  hint?: string
  /** Key of other words by which it is found, with commas between them. */
  also?: string
  /** The site's own word for it, by which it is found as well. */
  slug?: string
  titleVars?: Readonly<Record<string, string | number>>
  icon?: LucideIcon
  shortcut?: Shortcut
  /** They work as well, and are nowhere shown. The same array each time. */
  otherShortcuts?: readonly Shortcut[]
  run: () => void
  /** False: not now; neither listed nor run. */
  when?: () => boolean
  /** It is listed, and has nothing to do now. */
  isIdle?: boolean
  /** The shortcut works with the focus in a dialog, too. */
  inDialogs?: boolean
  /** It works in the drawer that it was registered for, as on a screen. */
  inDrawers?: boolean
  /** That drawer; null: the screen. */
  layer?: string | null
}

export type CommandRegistry = {
  /** Returns the function that takes the commands away. */
  register: (...commands: readonly Command[]) => () => void
  /** What `when` says has changed. */
  touch: () => void
  /** All that is registered; the same array until one comes, goes or changes. */
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
    register(...added) {
      replace([...commands, ...added])
      return () => replace(commands.filter((one) => !added.includes(one)))
    },
    touch: () => replace([...commands]),
    all: () => commands,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** Of the commands those that can be run now, in the order of registration. */
export function available(commands: readonly Command[]): Command[] {
  const last = new Map(commands.map((command) => [command.id, command]))
  return [...last.values()].filter((command) => command.when?.() ?? true)
}

/** The innermost dialog or drawer around it; null: it is on the screen. */
export function dialogAt(focus: EventTarget | null): Element | null {
  return focus instanceof Element ? focus.closest('[role=dialog],[role=alertdialog]') : null
}

/** Those that can be run with the focus there: in a dialog or drawer what is meant for it, and nothing of what is behind. */
export function availableAt(commands: readonly Command[], focus: EventTarget | null): Command[] {
  const dialog = dialogAt(focus)
  if (dialog === null) return available(commands)
  const drawer = dialog.getAttribute('data-layer')
  return available(
    commands.filter(
      ({ inDialogs, inDrawers, layer }) =>
        inDialogs === true || (inDrawers === true && drawer !== null && layer === drawer),
    ),
  )
}

/** The commands of this window. */
export const commands = createCommandRegistry()
