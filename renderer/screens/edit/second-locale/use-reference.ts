import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { CallOutput } from '../../../../shared/ipc.ts'
import type { JsonObject } from '../../../../shared/json.ts'
import { galley } from '../../../data/bridge.ts'
import { queryKeys, useConnection } from '../../../data/queries.ts'
import { useDocument, useDocumentState } from '../../../form/form-context.tsx'

export type Reference = {
  /** The document when all its locales were last published or saved together; null: unknown. */
  reference: JsonObject | null
  since: 'published' | 'saved'
}

/**
 * Returns the document to compare translations with: as published, or as saved without drafts. With a newer local
 * draft the server is asked, and nothing counts as older until it has answered.
 */
export function useReference(wanted: boolean): Reference {
  const document = useDocument()
  const client = useQueryClient()
  const base = useDocumentState(({ view }) => view.base)
  const isNew = useDocumentState(({ view }) => view.isNew)
  const online = useConnection()?.status === 'online'
  const drafts = document.entity.versions?.drafts === true
  const isHere = !isNew && (!drafts || base.status === 'published')
  const ref = document.getRef()
  const queryKey = queryKeys.published(ref, base.updatedAt)
  const { data } = useQuery({
    queryKey,
    queryFn: () => galley.call('documents.published', { ref }),
    enabled: wanted && !isNew && !isHere && online && base.hasPublished !== false,
    staleTime: ({ state }) => (state.data?.outcome === 'done' ? Infinity : 0),
    // The previous revision's answer stays, so that marks do not flicker with each saved draft.
    placeholderData: (last, query) => (online && query?.queryKey[1] === queryKey[1] ? last : undefined),
  })
  useEffect(() => {
    if (!drafts || !isHere) return
    const answer: CallOutput<'documents.published'> = { outcome: 'done', data: base.data }
    client.setQueryData(queryKeys.published(document.getRef(), base.updatedAt), answer)
  }, [client, document, drafts, isHere, base])
  const published = data?.outcome === 'done' ? data.data : null
  return {
    reference: isNew ? null : isHere ? base.data : published,
    since: drafts ? 'published' : 'saved',
  }
}
