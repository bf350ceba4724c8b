import { type ReactNode, useState } from 'react'
import { Navigate, Route, Routes, useLocation, useParams } from 'react-router-dom'
import { routePatterns, adminRoutes } from '../../shared/cms/routes.ts'
import { useSchemaOrNull, useCollection, useSchema, useVisible } from '../data/schema-context.tsx'
import { ApiScreen } from '../screens/api/api-screen.tsx'
import { CompareScreen } from '../screens/compare/compare-screen.tsx'
import { DashboardScreen } from '../screens/dashboard/dashboard-screen.tsx'
import { DiagnosticsScreen } from '../screens/diagnostics/diagnostics-screen.tsx'
import { DeletedScreen } from '../screens/edit/deleted/deleted-screen.tsx'
import { EditScreen } from '../screens/edit/edit-screen.tsx'
import { CollectionFoldersScreen, FoldersScreen } from '../screens/folders/folders-screen.tsx'
import { NotFoundScreen } from '../ui/not-found/not-found-screen.tsx'
import { OutboxScreen } from '../screens/outbox/outbox-screen.tsx'
import { SettingsScreen } from '../screens/settings/settings-screen.tsx'
import { TrashScreen } from '../screens/trash/trash-screen.tsx'
import { VersionsScreen } from '../screens/versions/versions-screen.tsx'
import { LoggedInPage, LogOutPage, SitePage, UnauthorizedPage } from './account-pages.tsx'
import { useQuery } from '@tanstack/react-query'
import { listPreferenceOptions } from '../data/list-preference.ts'
import { useFolderCollection } from '../fields/folder/use-folders.ts'
import { ListScreen } from '../screens/list/list-screen.tsx'
import type { EntityKind } from '../../shared/cms/permissions.ts'
import { isComingBack } from '../data/page-state.ts'
import { useSessionQuery } from '../data/queries.ts'

/** The addresses of the app (S2.03-S2.09); its admin route is `/`. */
export function AppRoutes() {
  const collection = (screen: ReactNode) => <VisibleEntity kind="collection">{screen}</VisibleEntity>
  const folders = useSchemaOrNull()?.folders ?? undefined
  const global = (screen: ReactNode) => <VisibleEntity kind="global">{screen}</VisibleEntity>
  return (
    <Routes>
      <Route path={routePatterns.dashboard} element={<DashboardScreen />} />
      <Route path={routePatterns.list} element={collection(<ListOrFolders />)} />
      {folders !== undefined &&
        ['', '/:id'].map((folder) => (
          <Route
            key={folder}
            path={`/collections/:slug/${encodeURIComponent(folders.slug)}${folder}`}
            element={collection(<CollectionFoldersScreen />)}
          />
        ))}
      <Route path={routePatterns.create} element={collection(<EditScreen kind="collection" />)} />
      <Route path={routePatterns.trash} element={collection(<TrashScreen />)} />
      <Route path={routePatterns.deleted} element={collection(<DeletedScreen />)} />
      <Route path={routePatterns.document} element={collection(<EditScreen kind="collection" />)} />
      <Route path={routePatterns.versions} element={collection(<VersionsScreen kind="collection" />)} />
      <Route path={routePatterns.version} element={collection(<CompareScreen kind="collection" />)} />
      <Route path={routePatterns.api} element={collection(<ApiScreen kind="collection" />)} />
      <Route path={routePatterns.global} element={global(<EditScreen kind="global" />)} />
      <Route path={routePatterns.globalVersions} element={global(<VersionsScreen kind="global" />)} />
      <Route path={routePatterns.globalVersion} element={global(<CompareScreen kind="global" />)} />
      <Route path={routePatterns.globalApi} element={global(<ApiScreen kind="global" />)} />
      <Route path={routePatterns.folders} element={<FoldersScreen />} />
      <Route path={routePatterns.folder} element={<FoldersScreen />} />
      <Route path={routePatterns.outbox} element={<OutboxScreen />} />
      <Route path={routePatterns.account} element={<SettingsScreen />} />
      <Route path={routePatterns.diagnostics} element={<DiagnosticsScreen />} />
      {[routePatterns.login, routePatterns.inactivity, routePatterns.firstUser].map((path) => (
        // A signed-in user does not see the log-in pages.
        <Route key={path} path={path} element={<Navigate to={routePatterns.dashboard} replace />} />
      ))}
      <Route path={routePatterns.logout} element={<LogOutPage />} />
      {[routePatterns.forgot, routePatterns.reset].map((path) => (
        <Route key={path} path={path} element={<LoggedInPage />} />
      ))}
      {[routePatterns.verify, routePatterns.verifyUser].map((path) => (
        <Route key={path} path={path} element={<SitePage />} />
      ))}
      <Route path={routePatterns.unauthorized} element={<UnauthorizedPage />} />
      <Route path="*" element={<NotFoundScreen />} />
    </Routes>
  )
}

/**
 * The screen of a collection's address: documents by folder if the user chose that, otherwise the list. An address
 * with list state always shows the list.
 */
export function ListOrFolders() {
  const { slug = '' } = useParams()
  const { search } = useLocation()
  const folders = useFolderCollection()
  const collection = useCollection(slug)
  const hasFolders = folders !== null && collection !== null && collection.folderField !== null
  const { data: kept, isError } = useQuery({ ...listPreferenceOptions(slug), enabled: hasFolders })
  const isOfList = [...new URLSearchParams(search).keys()].some((name) => name !== 'locale')
  // Clearing the last filter of a list keeps the list.
  const [listed, setListed] = useState<string | null>(null)
  const next = isOfList || listed === slug ? slug : null
  if (next !== listed) setListed(next)
  if (!hasFolders || next !== null || isError) return <ListScreen />
  // The preference comes from this computer at once, so the list is not drawn first.
  if (kept === undefined) return null
  return kept.listViewType === 'folders' ? <CollectionFoldersScreen /> : <ListScreen />
}

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
