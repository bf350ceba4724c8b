import { useState } from 'react'
import type { DocRef } from '../../../../shared/cms/doc-ref.ts'
import type { DocumentView, VersionRestored, VersionRow } from '../../../../shared/ipc.ts'
import { unsentOf } from '../../../../shared/sync/unsent.ts'
import { galley } from '../../../data/bridge.ts'
import { useStillHere } from '../../../data/use-still-here.ts'

export type Restore = {
  /** The reason that it failed; null: it did not. */
  failed:
    Exclude<VersionRestored, { outcome: 'done' | 'discarded' }> | { outcome: 'broken'; error: unknown } | null
  /** Number of unsent edits: entries and the draft, which are sent first and then replaced, and moves. */
  unsent: number
  /** True if an entry is parked or failing, so that nothing can be restored. */
  isStuck: boolean
  isRestoring: boolean
  confirm: () => void
}

/** Returns the action that restores a version over the revision that the person confirms. */
export function useRestore({
  ref,
  version,
  asDraft,
  view,
  locale,
  onDone,
  onFailed,
}: {
  ref: DocRef
  version: VersionRow
  asDraft: boolean
  view: DocumentView | null
  locale: string | null
  /** `isStillHere`: false if the dialog was closed or left since the confirmation. */
  onDone: (message: string, isStillHere: boolean) => void
  onFailed: () => void
}): Restore {
  const stillHere = useStillHere()
  const revision = view?.base.updatedAt ?? null
  const [shown, setShown] = useState(revision)
  const [isRestoring, setRestoring] = useState(false)
  const [failed, setFailed] = useState<Restore['failed']>(null)

  const stop = (why: NonNullable<Restore['failed']>): void => {
    setFailed(why)
    onFailed()
  }

  async function restore(): Promise<void> {
    // A second confirmation, after the message that the document moved, is about the present revision.
    const decidedFor = failed?.outcome === 'moved' ? revision : shown
    setShown(decidedFor)
    setFailed(null)
    setRestoring(true)
    const isStillHere = stillHere()
    try {
      const answer = await galley.call('versions.restore', {
        ref,
        versionId: version.id,
        madeAt: version.updatedAt,
        asDraft,
        locale,
        shown: decidedFor,
      })
      if (answer.outcome === 'done') onDone(answer.message, isStillHere())
      else if (answer.outcome !== 'discarded') stop(answer)
    } catch (error) {
      stop({ outcome: 'broken', error })
    } finally {
      setRestoring(false)
    }
  }

  return {
    failed,
    unsent: view === null ? 0 : unsentOf(view),
    isStuck: view?.entries.some(({ state, problem }) => state === 'parked' || problem !== null) === true,
    isRestoring,
    confirm: () => void restore(),
  }
}
