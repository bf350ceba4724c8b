import { useState } from 'react'
import type { DocRef } from '../../../../shared/cms/doc-ref.ts'
import type { DocumentView, VersionRestored } from '../../../../shared/ipc.ts'
import { unsentOf } from '../../../../shared/sync/unsent-of.ts'
import { galley } from '../../../data/bridge.ts'
import { useStillHere } from '../../../data/use-still-here.ts'

export type Restore = {
  /** What keeps it from being done now. */
  failed: Exclude<VersionRestored, { outcome: 'done' }> | { outcome: 'broken'; error: unknown } | null
  /** How much of the document has to leave before. */
  unsent: number
  /** Something of that waits for a decision. */
  isStuck: boolean
  isRestoring: boolean
  /** Sends what is unsent, or restores where nothing is. */
  confirm: () => void
}

/**
 * Restores a version once, to the revision that the person confirms: what is unsent of the document is sent first, and
 * then asked about again. A try whose answer was lost is repeated as it was, under the same key.
 */
export function useRestore({
  ref,
  versionId,
  asDraft,
  view,
  drafts,
  locale,
  onDone,
  onFailed,
}: {
  ref: DocRef
  versionId: string
  asDraft: boolean
  view: DocumentView | null
  drafts: boolean
  locale: string | null
  /** `isStillHere`: nobody has closed the question or gone elsewhere since it was confirmed. */
  onDone: (message: string, isStillHere: boolean) => void
  onFailed: () => void
}): Restore {
  const stillHere = useStillHere()
  const [key] = useState(() => crypto.randomUUID())
  const revision = view?.base.updatedAt ?? null
  const [shown, setShown] = useState(revision)
  /** What is there was not confirmed yet: own edits have left since. */
  const [hasSent, setHasSent] = useState(false)
  const [isRestoring, setRestoring] = useState(false)
  const [failed, setFailed] = useState<Restore['failed']>(null)
  const unsent = view === null ? 0 : unsentOf(view)

  const stop = (why: NonNullable<Restore['failed']>): void => {
    setFailed(why)
    onFailed()
  }

  async function restore(): Promise<void> {
    // Who asks again after it was said that it moved has seen what it is now.
    const decidedFor = failed?.outcome === 'moved' || hasSent ? revision : shown
    setShown(decidedFor)
    setHasSent(false)
    setRestoring(true)
    const isStillHere = stillHere()
    try {
      const answer = await galley.call('versions.restore', {
        ref,
        versionId,
        asDraft,
        key,
        shown: decidedFor,
      })
      if (answer.outcome === 'done') onDone(answer.message, isStillHere())
      else stop(answer)
    } catch (error) {
      stop({ outcome: 'broken', error })
    } finally {
      setRestoring(false)
    }
  }

  async function sendFirst(draft: DocumentView['draft']): Promise<void> {
    setHasSent(true)
    if (draft === null || draft.changes.length === 0) return
    try {
      const mode = drafts ? 'draft' : 'save'
      await galley.call('drafts.commit', { ref, changes: draft.changes, locale, mode })
    } catch (error) {
      stop({ outcome: 'broken', error })
    }
  }

  return {
    failed,
    unsent,
    isStuck: view?.entries.some(({ state, problem }) => state === 'parked' || problem !== null) === true,
    isRestoring,
    confirm: () => {
      setFailed(null)
      void (unsent > 0 ? sendFirst(view?.draft ?? null) : restore())
    },
  }
}
