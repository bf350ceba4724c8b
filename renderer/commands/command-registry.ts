import type { LucideIcon } from 'lucide-react'
import type { Shortcut } from '../ui/key-cap/shortcut.ts'

/** An action of the user: in the palette, by its shortcut, in the shortcut sheet and in the menu bar. */
export type Command = {
  /** The last command registered with an id wins; the one before counts again when that is removed. */
  id: string
  /**
   * `place`: opens a screen; `section`: opens a part of a screen; `list`: opens a collection or a global; `create`:
   * begins a document. Absent: an action on the spot.
   */
  kind?: 'place' | 'section' | 'list' | 'create'
  /** Key of the text: `version:saveDraft`. */
  title: string
  /** Replaces `title` if the site has the text. */
  name?: string
  /** Kind of the target, as text. */
  hint?: string
  /** Key of synonyms for the search, separated by commas. */
  also?: string
  /** The site's own name, also searched. */
  slug?: string
  titleVars?: Readonly<Record<string, string | number>>
  icon?: LucideIcon
  shortcut?: Shortcut
  /** More shortcuts, shown nowhere. Must be the same array each time. */
  otherShortcuts?: readonly Shortcut[]
  run: () => void
  /** False: neither listed nor run now. */
  when?: () => boolean
  /** Reason that it does nothing now: the menu bar disables it, the palette shows the reason. Null: none. */
  idleReason?: string | null
  /** True if the shortcut also works with the focus in a dialog. */
  inDialogs?: boolean
  /** True if it works in the drawer that it was registered for. */
  inDrawers?: boolean
  /** The drawer that it was registered for; null: the screen. */
  layer?: string | null
}

export type CommandRegistry = {
  /** Returns the function that removes the commands. */
  register: (...commands: readonly Command[]) => () => void
  /** Notifies the subscribers. Call it when a result of `when` or `idleReason` has changed. */
  touch: () => void
  /** All registered commands; the same array until one comes, goes or changes. */
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

/** Returns the commands that can be run now, in the order of registration. */
export function available(commands: readonly Command[]): Command[] {
  const last = new Map(commands.map((command) => [command.id, command]))
  return [...last.values()].filter((command) => command.when?.() ?? true)
}

/** Returns the innermost dialog or drawer around the focus; null on the screen. */
export function dialogAt(focus: EventTarget | null): Element | null {
  return focus instanceof Element ? focus.closest('[role=dialog],[role=alertdialog]') : null
}

/**
 * Returns the commands that can be run with this focus: in a dialog or drawer its own ones, and none of the screen
 * behind it.
 */
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
