import { useEffect, useMemo } from 'react'
import { docRef, refKey, type DocRef } from '../../shared/cms/doc-ref.ts'
import { useAccount } from './account-context.tsx'
import { galley } from './bridge.ts'
import { localLists, useLocalList } from './local-preference.ts'
import { personKey } from './preferences.ts'
import { withNewest, withNewId, withToggled } from './ref-list.ts'

/** Documents by person, kept on this computer: by their ids alone, so that titles are those of now. */
const favourites = localLists('favourites', docRef)
const recent = localLists('recent', docRef)

const useKept = (kept: typeof favourites) => useLocalList(kept, personKey(useAccount()))

export type Favourites = {
  refs: readonly DocRef[]
  has: (ref: DocRef) => boolean
  toggle: (ref: DocRef) => void
}

/** The documents that this person marked, in the order in which they did. */
export function useFavourites(): Favourites {
  const [refs, change] = useKept(favourites)
  return useMemo(() => {
    const keys = new Set(refs.map(refKey))
    return {
      refs,
      has: (ref) => keys.has(refKey(ref)),
      toggle: (ref) => change((before) => withToggled(before, ref)),
    }
  }, [refs, change])
}

/** The documents that this person opened last, the newest first. */
export function useRecent(): readonly DocRef[] {
  return useKept(recent)[0]
}

/** Notes that a document is opened. `isReady` false: there is nothing yet to come back to. */
export function useNoteOpened(ref: DocRef, isReady: boolean): void {
  const [, change] = useKept(recent)
  const key = refKey(ref)
  useEffect(() => {
    if (isReady) change((before) => withNewest(before, ref))
    // oxlint-disable-next-line react/exhaustive-deps -- the key stands for the ref
  }, [key, isReady, change])
}

/** Follows documents that get another id (SY8). */
export function useFollowedIds(): void {
  const [, changeFavourites] = useKept(favourites)
  const [, changeRecent] = useKept(recent)
  useEffect(
    () =>
      galley.on('documents.idAssigned', ({ slug, tempId, id }) => {
        const from: DocRef = { kind: 'collection', slug, id: tempId }
        for (const change of [changeFavourites, changeRecent])
          change((refs) => withNewId(refs, from, { kind: 'collection', slug, id }))
      }),
    [changeFavourites, changeRecent],
  )
}
