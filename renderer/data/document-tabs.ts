import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useLocation, useSearchParams } from 'react-router-dom'
import { refId, type DocRef, isTempId } from '../../shared/cms/doc-ref.ts'
import { adminRoutes } from '../../shared/cms/routes.ts'
import type { Collection, Global } from '../../shared/cms/schema-model.ts'
import { useT } from '../i18n/use-t.ts'
import type { DocumentTab } from '../ui/screen-header/screen-header.tsx'
import { galley } from './bridge.ts'
import { localeSuffix } from './locale-of.ts'
import { queryKeys } from './queries.ts'
import { useCan } from './schema-context.tsx'
import { useSiteAdmin } from './site-address.ts'
import { versionsQuery } from './versions-query.ts'

/** True if the site keeps versions of these documents and this user may read them. */
export function useHasVersions(entity: Collection | Global): boolean {
  const can = useCan()
  return entity.versions !== null && can(entity.kind, entity.slug, 'readVersions')
}

/**
 * Returns the tabs of a document, for each of its screens (S2.13-S2.16). One without a server id can only be edited.
 */
export function useDocumentTabs(
  ref: DocRef,
  entity: Collection | Global,
  isNew = isTempId(refId(ref)),
): DocumentTab[] {
  const { t, label } = useT()
  const { pathname } = useLocation()
  const [params] = useSearchParams()
  const siteAdmin = useSiteAdmin()
  const hasVersions = useHasVersions(entity) && !isNew
  const count = useVersionsCount(ref, entity, hasVersions)
  const suffix = localeSuffix(params.get('locale'))

  return entity.tabs.flatMap((tab): DocumentTab[] => {
    if (isNew && tab.view !== 'edit') return []
    switch (tab.view) {
      case 'edit': {
        const path = adminRoutes.document(ref)
        const current = currentOf(path, pathname) === 'exact' ? 'exact' : null
        return [{ label: label(tab.label) || t('general:edit'), to: path + suffix, current }]
      }
      case 'versions': {
        if (!hasVersions) return []
        const path = adminRoutes.versions(ref)
        const words = label(tab.label) || t('version:versions')
        return [{ label: words, to: path + suffix, current: currentOf(path, pathname), count }]
      }
      case 'api': {
        const path = adminRoutes.api(ref)
        return [{ label: label(tab.label) || 'API', to: path + suffix, current: currentOf(path, pathname) }]
      }
      case 'site':
        return [
          {
            label: label(tab.label),
            to: siteAdmin(adminRoutes.document(ref) + tab.path + suffix),
            current: 'elsewhere',
          },
        ]
    }
  })
}

/** Returns the number of versions known on this computer; null if unknown. */
function useVersionsCount(ref: DocRef, entity: Collection | Global, enabled: boolean): number | null {
  // The first page of the versions screen.
  const query = useMemo(() => versionsQuery(ref, entity), [ref, entity])
  const { data } = useQuery({
    queryKey: queryKeys.versions(query),
    queryFn: () => galley.call('versions.list', query),
    enabled,
  })
  return data?.fetchedAt == null ? null : data.totalDocs
}

/**
 * Tells if a path is the one of the screen, or above it (S2.15). Both are decoded first, since an address may be
 * encoded in several ways.
 */
export function currentOf(path: string, pathname: string): 'exact' | 'within' | null {
  const [own, shown] = [decoded(path), decoded(pathname)]
  if (own === shown) return 'exact'
  return shown.startsWith(`${own}/`) ? 'within' : null
}

function decoded(path: string): string {
  const whole = path.length > 1 ? path.replace(/\/$/, '') : path
  try {
    return decodeURIComponent(whole)
  } catch {
    return whole
  }
}
