import type { LucideIcon } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import type { Shortcut } from '../ui/key-cap/shortcut.ts'

export type ShortcutLine = {
  id: string
  name: string
  icon?: LucideIcon
  shortcut?: Shortcut
  /** Replaces `shortcut`: text to type. */
  form?: string
}
/** Keys that a part of the screen listens for itself. */
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
