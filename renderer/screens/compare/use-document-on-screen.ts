import { useQuery } from '@tanstack/react-query'
import { refId, refKey, type DocRef } from '../../../shared/cms/doc-ref.ts'
import type { DocumentView } from '../../../shared/ipc.ts'
import { isTempId } from '../../../shared/sync/temp-id.ts'
import { galley } from '../../data/bridge.ts'
import { queryKeys } from '../../data/queries.ts'
import { useRefresh } from '../../data/use-refresh.ts'
import { useOpenDocuments } from '../../form/open-documents-context.ts'

/**
 * A document with all that was typed until this screen came, however often it comes. Undefined: it is read; null: it is
 * not here, and is asked for.
 */
export function useDocumentOnScreen(ref: DocRef): DocumentView | null | undefined {
  const documents = useOpenDocuments()
  const { data, isFetchedAfterMount } = useQuery({
    queryKey: queryKeys.document(ref),
    queryFn: async () => {
      // What a form journals is told to nobody (DM3).
      await documents.flush()
      return galley.call('documents.get', { ref })
    },
    refetchOnMount: 'always',
  })
  const isMissing = isFetchedAfterMount && data === null && !isTempId(refId(ref))
  // Its versions may be all that was looked at.
  useRefresh(['document', refKey(ref)], () => galley.call('documents.refresh', { ref }), { ready: isMissing })
  return isFetchedAfterMount ? data : undefined
}
