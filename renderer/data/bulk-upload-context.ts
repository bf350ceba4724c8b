import { createContext, useContext } from 'react'
import type { DocRef } from '../../shared/cms/doc-ref.ts'
import type { Json, JsonObject } from '../../shared/json.ts'

export type BulkOptions = {
  /** What it begins with. */
  files?: readonly File[]
  /** What the document of each holds from the start, by the paths of its fields. */
  initial?: Readonly<Record<string, Json>>
  /** A file was queued, as a document of its own: its name may be a temporary id. */
  onMade?: (ref: DocRef) => void
  /** How many files it takes; as many as there are by default. */
  room?: number
  /** What the field takes, as a filter of its documents: files of a type that cannot fit are refused. */
  filter?: JsonObject | null
  /** What the files are for, as a field or a folder: unfinished ones come back there and nowhere else. */
  place?: string
}

/** Brings several files into an upload collection, in a drawer over the screen: each as a document of its own. */
export type OpenBulkUpload = (slug: string, options?: BulkOptions) => void

const BulkUploadContext = createContext<OpenBulkUpload>(() => undefined)

export const BulkUploadProvider = BulkUploadContext.Provider

export function useBulkUpload(): OpenBulkUpload {
  return useContext(BulkUploadContext)
}
