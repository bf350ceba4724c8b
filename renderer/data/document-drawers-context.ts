import { createContext, useContext } from 'react'
import type { DocRef } from '../../shared/cms/doc-ref.ts'
import type { Json } from '../../shared/json.ts'

/** A document of a collection. */
export type CollectionRef = DocRef & { kind: 'collection' }

/** Callbacks for the component that opened a document in a drawer. */
export type DrawerAsker = {
  /** Called when a copy was made, which the drawer shows now; its id may be temporary. */
  onDuplicated?: (ref: CollectionRef) => void
  /** Called when the deletion was queued, or a new document was given up. */
  onDeleted?: (ref: CollectionRef) => void
}

export type CreateOptions = DrawerAsker & {
  /** Initial values in the locale of the screen, by path. */
  initial?: { [path: string]: Json }
  /** Called on the first save, on this computer at least; the id may be temporary. */
  onMade?: (ref: CollectionRef) => void
  /** Closing the drawer saves: the document, such as a folder, is used at once and nobody thinks of Save. */
  savesOnClose?: boolean
}

/** Opens documents in a drawer over the screen and over other drawers; the screen stays as it is. */
export type DocumentDrawers = {
  edit: (ref: CollectionRef, asker?: DrawerAsker) => void
  create: (slug: string, options?: CreateOptions) => void
  /** Prefetches a document that will probably be opened next. */
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
