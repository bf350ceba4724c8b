import { useEffect, useState } from 'react'
import type { DocRef } from '../../../../shared/cms/doc-ref.ts'
import type { DocumentView, VersionRestored } from '../../../../shared/ipc.ts'
import { galley } from '../../../data/bridge.ts'

type Failed = Exclude<VersionRestored, { outcome: 'done' }>

export type Restore = {
  /** What keeps it from being done now; `stuck`: what is unsent waits for a decision. */
  failed: Failed | { outcome: 'stuck' } | { outcome: 'broken'; error: unknown } | null
  /** sending: what is unsent leaves first. */
  phase: 'asking' | 'sending' | 'restoring'
  confirm: () => void
}

/** How many edits of a document have not arrived at the server. */
export function unsentEdits({ entries, draft }: Pick<DocumentView, 'entries' | 'draft'>): number {
  return entries.length + (draft === null || draft.changes.length === 0 ? 0 : 1)
}

/**
 * Restores a version once: what is unsent of the document leaves first, then the server is asked, with the revision that
 * was shown. A try whose answer was lost is repeated under the same key.
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
  onDone: (message: string) => void
  onFailed: () => void
}): Restore {
  const [key] = useState(() => crypto.randomUUID())
  const [shown, setShown] = useState(() => view?.base.updatedAt ?? null)
  const [phase, setPhase] = useState<Restore['phase']>('asking')
  const [failed, setFailed] = useState<Restore['failed']>(null)
  const stop = (why: NonNullable<Restore['failed']>): void => {
    setFailed(why)
    setPhase('asking')
    onFailed()
  }

  async function restore(decidedFor: string | null): Promise<void> {
    setPhase('restoring')
    try {
      const answer = await galley.call('versions.restore', {
        ref,
        versionId,
        asDraft,
        key,
        shown: decidedFor,
      })
      if (answer.outcome === 'done') onDone(answer.message)
      else stop(answer)
    } catch (error) {
      stop({ outcome: 'broken', error })
    }
  }

  async function sendFirst({ draft }: DocumentView): Promise<void> {
    setPhase('sending')
    try {
      if (draft !== null && draft.changes.length > 0)
        await galley.call('drafts.commit', {
          ref,
          changes: draft.changes,
          locale,
          mode: drafts ? 'draft' : 'save',
        })
    } catch (error) {
      stop({ outcome: 'broken', error })
    }
  }

  const isStuck = view?.entries.some(({ state, problem }) => state === 'parked' || problem !== null) === true
  const unsent = view === null ? 0 : unsentEdits(view)
  const revision = view?.base.updatedAt ?? null
  useEffect(() => {
    if (phase !== 'sending') return
    if (isStuck) stop({ outcome: 'stuck' })
    else if (unsent === 0) void restore(revision)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- it goes on as the queue of the document does
  }, [phase, isStuck, unsent, revision])

  return {
    failed,
    phase,
    confirm: () => {
      setFailed(null)
      if (view !== null && unsent > 0) return void sendFirst(view)
      // Who asks again after it was said that it moved has seen what it is now.
      const decidedFor = failed?.outcome === 'moved' ? revision : shown
      setShown(decidedFor)
      void restore(decidedFor)
    },
  }
}
