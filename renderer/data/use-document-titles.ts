import type { RelatedRef } from '../../shared/fields/related-ref.ts'
import { useDocumentRows } from './use-document-rows.ts'
import { useCallback } from 'react'

/** Title of a document of a collection, or null where it is not on this computer. */
export type TitleOf = (slug: string, id: string) => string | null

/**
 * Titles of documents, as far as they are on this computer. Where the server can be reached it is asked for the others,
 * once per collection and set of ids; what it does not give stays an id.
 */
export function useDocumentTitles(refs: readonly RelatedRef[], locale: string | null): TitleOf {
  const { rowOf } = useDocumentRows(refs, locale)
  return useCallback((slug, id) => rowOf(slug, id)?.title || null, [rowOf])
}
