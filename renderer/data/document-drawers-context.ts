import { createContext, useContext } from 'react'
import type { DocRef } from '../../shared/cms/doc-ref.ts'
import type { Json } from '../../shared/json.ts'

/** A document of a collection. */
export type CollectionRef = DocRef & { kind: 'collection' }

/** Who opened a document in a drawer is told what becomes of it there. */
export type DrawerAsker = {
  /** A copy of it was made, which the drawer shows now; its name may be a temporary id. */
  onDuplicated?: (ref: CollectionRef) => void
  /** Its deletion was queued, or it was new and given up. */
  onDeleted?: (ref: CollectionRef) => void
}

export type CreateOptions = DrawerAsker & {
  /** Values that it begins with, in the locale of the screen, by path. */
  initial?: { [path: string]: Json }
  /** It was saved for the first time, on this computer at least: its name may be a temporary id. */
  onMade?: (ref: CollectionRef) => void
  /** Closing the drawer saves what was begun: it is used at once, as a folder is, and nobody thinks of Save. */
  savesOnClose?: boolean
}

/** Opens documents in a drawer over the screen, and over other drawers; the screen stays as it is. */
export type DocumentDrawers = {
  edit: (ref: CollectionRef, asker?: DrawerAsker) => void
  create: (slug: string, options?: CreateOptions) => void
  /** Reads a document that will probably be opened next. */
  readAhead: (ref: CollectionRef) => void
}

const DocumentDrawersContext = createContext<DocumentDrawers>({
  edit: () => undefined,
  create: () => undefined,
  readAhead: () => undefined,
})

export const DocumentDrawersProvider = DocumentDrawersContext.Provider

export function useDocumentDrawers(): DocumentDrawers {
  return useContext(DocumentDrawersContext)
}
