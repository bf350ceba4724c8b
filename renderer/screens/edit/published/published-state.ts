import { useQuery } from '@tanstack/react-query'
import type { JsonObject } from '../../../../shared/json.ts'
import { galley } from '../../../data/bridge.ts'
import { useHasVersions } from '../../../data/document-tabs.ts'
import { queryKeys, useConnection, useVersionsQuery } from '../../../data/queries.ts'
import { useVersionContent } from '../../../data/version-content.ts'
import { versionsQuery } from '../../../data/versions-query.ts'
import { useDocument, useDocumentState } from '../../../form/form-context.tsx'

/** `at`: time of the publish, if known. */
export type PublishedState =
  | { state: 'asking' }
  | { state: 'here'; data: JsonObject; at: string | null }
  | { state: 'not-here'; reason: 'offline' | 'signed-out' }
  /** `why`: the server's message, '' if it gave none, or an error. */
  | { state: 'refused'; why: unknown }

/**
 * Returns the published version of the open document: the document itself without a newer draft, else the server's
 * answer. The local copy is returned until the server has answered, and offline.
 */
export function usePublishedState(): { published: PublishedState; again: () => void } {
  const document = useDocument()
  const { entity } = document
  const ref = document.getRef()
  const base = useDocumentState(({ view }) => view.base)
  const isOnline = useConnection()?.status === 'online'
  const isBase = base.status === 'published'

  const hasVersions = useHasVersions(entity)
  const page = useVersionsQuery(versionsQuery(ref, entity))
  const row = hasVersions ? (page.data?.currentlyPublished ?? null) : null
  const version = useVersionContent(ref, isBase ? null : (row?.id ?? null))
  const content = version.content
  const kept = content?.outcome === 'here' && !content.gone ? content : null
  const isReading = (hasVersions && page.isPending) || (row !== null && content === undefined)

  const live = useQuery({
    queryKey: queryKeys.published(ref, base.updatedAt),
    queryFn: () => galley.call('documents.published', { ref }),
    enabled: !isBase && isOnline,
    staleTime: 0,
  })
  const again = () => void live.refetch()

  if (isBase) return { published: { state: 'here', data: base.data, at: base.updatedAt }, again }
  const answer = live.data?.outcome === 'done' ? live.data.data : null
  if (answer !== null && (isOnline || kept === null)) {
    const at = answer['updatedAt']
    return { published: { state: 'here', data: answer, at: typeof at === 'string' ? at : null }, again }
  }
  // Accounts are not fetched: they have only versions.
  const isAccount = entity.kind === 'collection' && entity.auth
  if (kept !== null && (isAccount || live.data?.outcome !== 'refused'))
    return { published: { state: 'here', data: kept.data, at: kept.version.updatedAt }, again }
  if (isReading || live.isFetching) return { published: { state: 'asking' }, again }
  if (live.isError) return { published: { state: 'refused', why: live.error }, again }
  if (live.data?.outcome === 'refused')
    return { published: { state: 'refused', why: live.data.message }, again }
  const isSignedOut =
    live.data?.outcome === 'signed-out' ||
    (content?.outcome === 'not-here' && content.reason === 'signed-out')
  return { published: { state: 'not-here', reason: isSignedOut ? 'signed-out' : 'offline' }, again }
}
