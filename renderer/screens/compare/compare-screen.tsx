import { Navigate, useParams } from 'react-router-dom'
import { makeRef, refKey, refId, type DocRef } from '../../../shared/cms/doc-ref.ts'
import { adminRoutes, ON_SCREEN } from '../../../shared/cms/routes.ts'
import type { EntityKind } from '../../../shared/cms/permissions.ts'
import type { Collection, Global } from '../../../shared/cms/schema-model.ts'
import { useCan, useSchema } from '../../data/schema-context.tsx'
import { NotFoundScreen } from '../../ui/not-found/not-found-screen.tsx'
import { VersionComparison } from './version-comparison.tsx'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { DocumentView } from '../../../shared/ipc.ts'
import { isTempId } from '../../../shared/cms/doc-ref.ts'
import { galley } from '../../data/bridge.ts'
import { afterFrame } from '../../data/frames.ts'
import { queryKeys } from '../../data/queries.ts'
import { useRefresh } from '../../data/use-refresh.ts'
import { useOpenDocuments } from '../../form/open-documents-context.ts'

/** The screen that compares two versions of a document or global (S2.07, S2.08). */
export function CompareScreen({ kind }: { kind: EntityKind }) {
  const { slug = '', id = '', versionID = '' } = useParams()
  const schema = useSchema()
  const can = useCan()
  const entities: (Collection | Global)[] = kind === 'global' ? schema.globals : schema.collections
  const entity = entities.find((one) => one.slug === slug)
  const ref = makeRef(kind, slug, id)
  const isOnScreen = versionID === ON_SCREEN
  const view = useLatestDocument(ref, isOnScreen)
  if (entity === undefined || !can(kind, slug, 'read')) return <NotFoundScreen />
  if (!isOnScreen && (entity.versions === null || !can(kind, slug, 'readVersions'))) return <NotFoundScreen />
  // A document that is not here has no edits; its form fetches it, or says why not.
  if (isOnScreen && view === null) return <Navigate to={adminRoutes.document(ref)} replace />
  return (
    <VersionComparison
      key={refKey(ref)}
      docRef={ref}
      entity={entity}
      versionId={versionID}
      view={view ?? null}
    />
  )
}

/**
 * Returns a document with its edits. Undefined: being read; null: it is not here, and the server is asked for it unless
 * its id is temporary. Without `isCompared` it is first returned as it was read last.
 */
function useLatestDocument(ref: DocRef, isCompared: boolean): DocumentView | null | undefined {
  const documents = useOpenDocuments()
  const client = useQueryClient()
  const { data, isFetchedAfterMount } = useQuery({
    queryKey: queryKeys.document(ref),
    queryFn: async () => {
      // The two versions are drawn first, with the document as it was read last.
      if (!isCompared && client.getQueryData(queryKeys.document(ref)) !== undefined) await afterFrame()
      // Journalled edits cause no event (DM3).
      await documents.flush()
      return galley.call('documents.get', { ref })
    },
    refetchOnMount: 'always',
  })
  const isMissing = isFetchedAfterMount && data === null && !isTempId(refId(ref))
  // This computer may have the versions without the document, so the server is asked for it.
  useRefresh(['document', refKey(ref)], () => galley.call('documents.refresh', { ref }), { ready: isMissing })
  return isFetchedAfterMount || !isCompared ? data : undefined
}
