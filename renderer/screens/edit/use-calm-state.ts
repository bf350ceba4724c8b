import { useEffect, useState } from 'react'
import type { DocumentSnapshot } from '../../form/form-snapshot.ts'
import { useDocument } from '../../form/form-context.tsx'
import type { SyncStateValue } from '../../ui/sync-state/sync-words.ts'

/** Milliseconds without a key before the state line says that edits are on this computer. */
const QUIET_MS = 500

/** Least milliseconds for which sending is shown (S9.11): a shorter time cannot be read. */
const SENDING_MS = 1000

/** States that may wait for a pause. */
const CAN_WAIT: ReadonlySet<string> = new Set(['on-this-computer', 'waiting', 'sending'])

/**
 * Returns a steady state of the edits for all displays. Typing is written after 200 ms, and would alternate with
 * `Edited` otherwise. An unsafe state shows at once. `Saved` waits until sending was shown.
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

/** True while the user is typing on; a committed edit does not wait. */
function canWait({ state, dirty }: DocumentSnapshot): boolean {
  return dirty && state !== 'edited' && CAN_WAIT.has(state.kind)
}
