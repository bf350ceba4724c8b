import { useEffect, useState } from 'react'
import type { DocumentSnapshot } from '../../form/form-snapshot.ts'
import { useDocument } from '../../form/form-context.tsx'
import type { SyncStateValue } from '../../ui/sync-state/sync-words.ts'

/** So long, in ms, nobody has typed when the state line says that what was typed is on this computer. */
const QUIET_MS = 500

/** So long, in ms, it is said at least that something is being sent (S9.11): what is said more briefly cannot be read. */
const SENDING_MS = 1000

/** What may wait for a pause. */
const CAN_WAIT: ReadonlySet<string> = new Set(['on-this-computer', 'waiting', 'sending'])

/**
 * What became of the edits of the document, for all that say it. What is typed is on the disk every 250 ms: said at once
 * it would be that and `Edited` by turns, seen and heard, for as long as somebody types, and drawn with many of the keys.
 * That something is not yet durable is said at once. `Saved` waits until it was said that it is being sent.
 */
export function useCalmState(): SyncStateValue {
  const document = useDocument()
  const [said, setSaid] = useState({ document, state: document.getDocument().state })
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let wasEdited = false
    let sendingSince = -Infinity
    const say = (): void => {
      timer = undefined
      wasEdited = false
      const { state } = document.getDocument()
      setSaid((before) =>
        before.document === document && before.state === state ? before : { document, state },
      )
    }
    const hear = (): void => {
      const now = document.getDocument()
      const isEdited = now.state === 'edited'
      if (!isEdited && wasEdited && canWait(now)) {
        timer ??= setTimeout(say, QUIET_MS)
        return
      }
      const stillSending = sendingSince + SENDING_MS - performance.now()
      if (isOf(now, 'saved') && stillSending > 0) {
        timer ??= setTimeout(say, stillSending)
        return
      }
      clearTimeout(timer)
      say()
      wasEdited = isEdited
      if (!isOf(now, 'sending')) sendingSince = -Infinity
      else if (sendingSince === -Infinity) sendingSince = performance.now()
    }
    hear()
    const stop = document.subscribe(hear)
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [document])
  return said.document === document ? said.state : document.getDocument().state
}

function isOf({ state }: DocumentSnapshot, kind: 'sending' | 'saved'): boolean {
  return state !== 'edited' && state.kind === kind
}

/** What was asked to be saved is no longer being typed. */
function canWait({ state, dirty }: DocumentSnapshot): boolean {
  return dirty && state !== 'edited' && CAN_WAIT.has(state.kind)
}
