import { useCallback, useEffect, useRef } from 'react'
import { refKey, type DocRef } from '../../../shared/cms/doc-ref.ts'
import type { DocumentView } from '../../../shared/ipc.ts'
import type { Problem } from '../../../shared/sync/entry.ts'
import { galley } from '../../data/bridge.ts'

/**
 * What became of a document; `view` null: it is deleted. `problem`: a person has to decide before the server takes it.
 * Without one and not `sent` it was taken back.
 */
export type Outcome = { view: DocumentView | null; problem: Problem | null; sent: boolean }

/** `updatedAt`: as it was when something was queued. */
type Queued = { ref: DocRef; updatedAt: string | null }
type WhenSent = (documents: readonly Queued[], then: (outcomes: readonly Outcome[]) => void) => void

/**
 * Tells once of documents that something was queued for, when each of them is on the server or needs a person: nothing
 * is called done before. Not while they wait, and not once the screen is left.
 */
export function useWhenSent(): WhenSent {
  const stops = useRef(new Set<() => void>())
  useEffect(() => {
    const all = stops.current
    return () => {
      for (const stop of all) stop()
      all.clear()
    }
  }, [])
  return useCallback<WhenSent>((documents, then) => {
    const stop = whenSent(documents, (outcomes) => {
      stops.current.delete(stop)
      then(outcomes)
    })
    stops.current.add(stop)
  }, [])
}

function whenSent(documents: readonly Queued[], then: (outcomes: readonly Outcome[]) => void): () => void {
  const left = new Map(documents.map((one) => [refKey(one.ref), one]))
  const outcomes: Outcome[] = []
  const look = async ({ ref, updatedAt }: Queued): Promise<void> => {
    const view = await galley.call('documents.get', { ref })
    const problem = view?.entries.find((entry) => entry.problem !== null)?.problem ?? null
    if (view !== null && view.entries.length > 0 && problem === null) return
    if (!left.delete(refKey(ref))) return
    const isThere = view !== null && !view.isGone && view.base.updatedAt === updatedAt
    outcomes.push({ view, problem, sent: problem === null && !isThere })
    if (left.size > 0) return
    stop()
    then(outcomes)
  }
  const lookAt = (all: Iterable<Queued>): void => {
    for (const one of all) look(one).catch(console.error)
  }
  const stop = galley.on('documents.changed', ({ refs }) =>
    lookAt(refs.flatMap((ref) => left.get(refKey(ref)) ?? [])),
  )
  // They may be there before anybody listens.
  lookAt(documents)
  return () => {
    stop()
    left.clear()
  }
}
