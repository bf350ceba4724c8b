import { useEffect, useRef } from 'react'
import type { OutboxEntry } from '../../../shared/sync/entry.ts'
import { generalWords } from '../../../shared/sync/server-error.ts'
import { useToast } from '../../ui/toast/toast-queue.ts'

/**
 * Says in a toast what the server said of an edit and of no field in particular (S8.15); what it said of fields stands at
 * them. Once each, gone with the trouble and with the document; what was there when the document was opened stands in its
 * note alone.
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

/** Its words by what makes them new. */
function wordsOf({ key, problem }: OutboxEntry): [string, string][] {
  const words = problem === null ? '' : generalWords(problem)
  return words === '' ? [] : [[`${key} ${words}`, words]]
}
