import { createContext, useContext } from 'react'
import type { DocRef } from '../../shared/cms/doc-ref.ts'
import type { Json, JsonObject } from '../../shared/json.ts'

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
  /** True if closing the drawer saves, for a document that is used at once, such as a folder. */
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

export type BulkOptions = {
  /** Files that the upload starts with. */
  files?: readonly File[]
  /** Initial values of each new document, by field path. */
  initial?: Readonly<Record<string, Json>>
  /** Called when a file was queued as a document of its own; its id may be temporary. */
  onMade?: (ref: DocRef) => void
  /** Most files that are taken; no limit if absent. */
  room?: number
  /** The field's filter on its documents: files of a type that cannot match are refused. */
  filter?: JsonObject | null
  /** Key of the target, such as a field or a folder: unfinished files come back there and nowhere else. */
  place?: string
}

/** Opens the drawer that uploads several files into an upload collection, each as a document of its own. */
export type OpenBulkUpload = (slug: string, options?: BulkOptions) => void

const BulkUploadContext = createContext<OpenBulkUpload>(() => undefined)

export const BulkUploadProvider = BulkUploadContext.Provider

export function useBulkUpload(): OpenBulkUpload {
  return useContext(BulkUploadContext)
}
