import { useEffect, useEffectEvent } from 'react'
import { matchesShortcut, type Shortcut } from '../ui/key-cap/shortcut.ts'
import { availableAt, commands } from './command-registry.ts'
import type { LucideIcon } from 'lucide-react'

const TYPES = 'input, textarea, select, [contenteditable=true], [role=textbox], [role=menu], [role=listbox]'

/**
 * True if a single character is text in an input, or finds an entry in a menu, instead of being a shortcut.
 */
function isTyped({ target }: KeyboardEvent, keys: string): boolean {
  return keys.length === 1 && target instanceof Element && target.closest(TYPES) !== null
}

/** Runs commands by their shortcuts; the one place that listens for them. */
export function useShortcuts(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || event.repeat) return
      const command = availableAt(commands.all(), event.target).findLast(
        ({ shortcut, otherShortcuts = [] }) =>
          [shortcut, ...otherShortcuts].some(
            (keys) => keys !== undefined && matchesShortcut(event, keys) && !isTyped(event, keys),
          ),
      )
      if (command === undefined) return
      event.preventDefault()
      command.run()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
}

export type ShortcutLine = {
  id: string
  name: string
  icon?: LucideIcon
  shortcut?: Shortcut
  /** Replaces `shortcut`: text to type. */
  form?: string
}
/** Lines of the shortcut sheet under one title: commands, or keys that a part of the screen listens for itself. */
export type ShortcutGroup = { id: string; title: string; lines: readonly ShortcutLine[] }

let parts: (() => readonly ShortcutGroup[])[] = []

/** Lists keys in the shortcut sheet while the component is mounted. */
export function useShortcutGroups(groupsOf: () => readonly ShortcutGroup[]): void {
  const latest = useEffectEvent(groupsOf)
  useEffect(() => {
    const part = (): readonly ShortcutGroup[] => latest()
    parts = [...parts, part]
    return () => {
      parts = parts.filter((one) => one !== part)
    }
  }, [])
}

/** Returns the key groups of all mounted components; of one id the last group wins. */
export function shortcutGroups(): ShortcutGroup[] {
  return [...new Map(parts.flatMap((part) => part()).map((group) => [group.id, group])).values()]
}
