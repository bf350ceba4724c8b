import type { LucideIcon } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import type { Shortcut } from '../ui/key-cap/shortcut.ts'

export type ShortcutLine = {
  id: string
  name: string
  icon?: LucideIcon
  shortcut?: Shortcut
  /** What one types instead. */
  form?: string
}
/** Keys of a part of the screen, which listens for them itself. */
export type ShortcutGroup = { id: string; title: string; lines: readonly ShortcutLine[] }

let parts: (() => readonly ShortcutGroup[])[] = []

/** Lists keys in the sheet of shortcuts as long as the component is there. */
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

/** The keys of what is on the screen now; of one id the last group counts. */
export function shortcutGroups(): ShortcutGroup[] {
  return [...new Map(parts.flatMap((part) => part()).map((group) => [group.id, group])).values()]
}
