import { createContext, useContext } from 'react'
import type { DocRef } from '../../shared/cms/doc-ref.ts'
import type { Json, JsonObject } from '../../shared/json.ts'

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
