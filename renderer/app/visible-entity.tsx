import type { ReactNode } from 'react'
import { Navigate, useLocation, useParams } from 'react-router-dom'
import type { EntityKind } from '../../shared/cms/permissions.ts'
import { adminRoutes } from '../../shared/cms/routes.ts'
import { isComingBack } from '../data/coming-back.ts'
import { NotFoundScreen } from '../ui/not-found/not-found-screen.tsx'
import { useSessionQuery } from '../data/queries.ts'
import { useVisible } from '../data/use-visible.ts'
import { useSchema } from '../data/schema-context.tsx'

/**
 * Shows a screen only for a collection or global that exists and that the user may see (S2.03). A hidden folder
 * collection redirects to the folder screen.
 */
export function VisibleEntity({ kind, children }: { kind: EntityKind; children: ReactNode }) {
  const { slug = '', id } = useParams()
  const { state } = useLocation()
  const schema = useSchema()
  const isVisible = useVisible()
  const entities: { slug: string; hidden: boolean }[] =
    kind === 'collection' ? schema.collections : schema.globals
  const found = entities.find((entity) => entity.slug === slug)
  const { isPending } = useSessionQuery()
  if (found !== undefined && !found.hidden && isVisible(kind, slug)) return children
  // Visibility is read from this computer.
  if (isPending) return null
  if (kind === 'collection' && slug === schema.folders?.slug && schema.folders.browse)
    return <Navigate to={adminRoutes.folders(id ?? null)} replace />
  return isComingBack(state) ? <Navigate to={adminRoutes.dashboard()} replace /> : <NotFoundScreen />
}
