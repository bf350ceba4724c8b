import { useEffect, useMemo } from 'react'
import { docRef, refKey, type DocRef } from '../../shared/cms/doc-ref.ts'
import { useAccount } from './account-context.tsx'
import { galley } from './bridge.ts'
import { changeLocalList, localLists, useLocalList, type LocalLists } from './local-preference.ts'
import { personKey, type Person } from './preferences.ts'
import {
  editedDocument,
  withEdited,
  withEditedRef,
  type EditedDocument,
  withNewest,
  withNewId,
  withToggled,
} from './ref-lists.ts'

/** Lists of documents by person, kept on this computer without titles, so that the current titles are shown. */
const favourites = localLists('favourites', docRef)
const recent = localLists('recent', docRef)
const edited = localLists('edited', editedDocument)

const useKept = <Item>(kept: LocalLists<Item>) => useLocalList(kept, personKey(useAccount()))

export type Favourites = {
  refs: readonly DocRef[]
  has: (ref: DocRef) => boolean
  toggle: (ref: DocRef) => void
}

/** Returns the documents that this person marked, in the order of marking. */
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

/** Adds an opened document to the recent ones once `isReady`; a new document without edits is not ready. */
export function useNoteOpened(ref: DocRef, isReady: boolean): void {
  const [, change] = useKept(recent)
  const key = refKey(ref)
  useEffect(() => {
    if (isReady) change((before) => withNewest(before, ref))
    // oxlint-disable-next-line react/exhaustive-deps -- the key stands for the ref
  }, [key, isReady, change])
}

/** The documents that this person edited last, the newest first, each with the field of its last edit. */
export function useEdited(): readonly EditedDocument[] {
  return useKept(edited)[0]
}

/** Stores that a person edited a document now. No hook: only components that show the list are rerendered. */
export function noteEdited(person: Person, ref: DocRef, field: EditedDocument['field']): void {
  const one = { ref, at: new Date().toISOString(), field }
  changeLocalList(edited, personKey(person), (before) => withEdited(before, one))
}

/** Replaces temporary ids with server ids in the lists (SY8). */
export function useFollowedIds(): void {
  const [, changeFavourites] = useKept(favourites)
  const [, changeRecent] = useKept(recent)
  const [, changeEdited] = useKept(edited)
  useEffect(
    () =>
      galley.on('documents.idAssigned', ({ slug, tempId, id }) => {
        const from: DocRef = { kind: 'collection', slug, id: tempId }
        const to: DocRef = { kind: 'collection', slug, id }
        for (const change of [changeFavourites, changeRecent]) change((refs) => withNewId(refs, from, to))
        changeEdited((list) => withEditedRef(list, from, to))
      }),
    [changeFavourites, changeRecent, changeEdited],
  )
}
