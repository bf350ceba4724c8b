import { useQuery } from '@tanstack/react-query'
import { refId, refKey, type DocRef, isTempId } from '../../../shared/cms/doc-ref.ts'
import type { DocumentView } from '../../../shared/ipc.ts'
import { galley } from '../../data/bridge.ts'
import { queryKeys } from '../../data/queries.ts'
import { useRefresh } from '../../data/use-refresh.ts'
import { useOpenDocuments } from '../../form/open-documents-context.ts'

/**
 * Returns a document with the edits made until this screen opened. Undefined: being read; null: it is not here, and
 * the server is asked for it.
 */
export function useDocumentOnScreen(ref: DocRef): DocumentView | null | undefined {
  const documents = useOpenDocuments()
  const { data, isFetchedAfterMount } = useQuery({
    queryKey: queryKeys.document(ref),
    queryFn: async () => {
      // Journalled edits cause no event (DM3).
      await documents.flush()
      return galley.call('documents.get', { ref })
    },
    refetchOnMount: 'always',
  })
  const isMissing = isFetchedAfterMount && data === null && !isTempId(refId(ref))
  // Maybe only its versions were read before.
  useRefresh(['document', refKey(ref)], () => galley.call('documents.refresh', { ref }), { ready: isMissing })
  return isFetchedAfterMount ? data : undefined
}
