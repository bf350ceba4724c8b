import { useQuery } from '@tanstack/react-query'
import type { DocRef } from '../../../shared/cms/doc-ref.ts'
import type { DocumentView } from '../../../shared/ipc.ts'
import { galley } from '../../data/bridge.ts'
import { queryKeys } from '../../data/queries.ts'
import { useOpenDocuments } from '../../form/open-documents-context.ts'

/**
 * A document with all that was typed until this screen came, however often it comes. Undefined: it is read, or not
 * asked for; null: it is not here.
 */
export function useDocumentOnScreen(ref: DocRef, isAsked: boolean): DocumentView | null | undefined {
  const documents = useOpenDocuments()
  const { data, isFetchedAfterMount } = useQuery({
    queryKey: queryKeys.document(ref),
    queryFn: async () => {
      // What a form journals is told to nobody (DM3).
      await documents.flush()
      return galley.call('documents.get', { ref })
    },
    enabled: isAsked,
    refetchOnMount: 'always',
  })
  return isAsked && isFetchedAfterMount ? data : undefined
}
