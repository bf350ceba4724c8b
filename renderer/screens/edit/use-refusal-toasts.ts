import { useEffect, useRef } from 'react'
import type { OutboxEntry } from '../../../shared/sync/entry.ts'
import { generalWords } from '../../../shared/sync/server-error.ts'
import { useToast } from '../../ui/toast/toast-queue.ts'

/**
 * Shows each general message about a refused edit as a toast (S8.15); messages about fields stand at the
 * fields. A toast ends with its problem or its document. Older problems are shown only in their note.
 */
export function useRefusalToasts(inTrouble: OutboxEntry[]): void {
  const toast = useToast()
  const told = useRef<Set<string> | null>(null)
  useEffect(() => {
    const words = new Map(inTrouble.flatMap(wordsOf))
    told.current ??= new Set(words.keys())
    for (const cause of told.current)
      if (!words.has(cause)) {
        toast.over(cause)
        told.current.delete(cause)
      }
    for (const [cause, message] of words) {
      if (told.current.has(cause)) continue
      toast.error(message, { cause })
      told.current.add(cause)
    }
  }, [inTrouble, toast])
  useEffect(
    () => () => {
      for (const cause of told.current ?? []) toast.over(cause)
      told.current = null
    },
    [toast],
  )
}

/** Returns the message of an entry, with a cause that is unique for the entry and its text. */
function wordsOf({ key, problem }: OutboxEntry): [string, string][] {
  const words = problem === null ? '' : generalWords(problem)
  return words === '' ? [] : [[`${key} ${words}`, words]]
}
