import { useEffect, useState } from 'react'
import { useDocumentState } from '../../form/form-context.tsx'
import type { SyncStateValue } from '../../ui/sync-state/sync-words.ts'

/** So long, in ms, nobody has typed when the state line says that what was typed is on this computer. */
const QUIET_MS = 500

/** What may wait for a pause. */
const CAN_WAIT: ReadonlySet<string> = new Set(['on-this-computer', 'waiting', 'sending'])

/**
 * What became of the edits of the document. What is typed is on the disk every 250 ms: said at once it would be that and
 * `Edited` by turns, seen and heard, for as long as somebody types. That something is not yet durable is said at once.
 */
export function useCalmState(): SyncStateValue {
  const state = useDocumentState((snapshot) => snapshot.state)
  const isDirty = useDocumentState((snapshot) => snapshot.dirty)
  const isEdited = state === 'edited'
  const [wasEdited, setWasEdited] = useState(isEdited)
  if (isEdited && !wasEdited) setWasEdited(true)
  useEffect(() => {
    if (isEdited || !wasEdited) return
    const timer = setTimeout(() => setWasEdited(false), QUIET_MS)
    return () => clearTimeout(timer)
  }, [isEdited, wasEdited])
  // What was asked to be saved is no longer being typed.
  return wasEdited && isDirty && !isEdited && CAN_WAIT.has(state.kind) ? 'edited' : state
}
