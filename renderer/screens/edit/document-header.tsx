import { Eye, Globe, Star } from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import { memo, useDeferredValue, useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { DocRef } from '../../../shared/cms/doc-ref.ts'
import type { VersionsQuery } from '../../../shared/ipc.ts'
import { adminRoutes } from '../../../shared/cms/routes.ts'
import { afterFrame } from '../../data/frames.ts'
import { galley } from '../../data/bridge.ts'
import { useDocumentTabs, useHasVersions } from '../../data/document-tabs.ts'
import { useContentLocale } from '../../data/content-locale.tsx'
import { localeSuffix } from '../../data/locale-of.ts'
import { queryKeys, useConnection } from '../../data/queries.ts'
import type { DocumentSession } from '../../form/document-session.ts'
import { useDocument, useDocumentState } from '../../form/form-context.tsx'
import { useT } from '../../i18n/use-t.ts'
import { IconButton } from '../../ui/icon-button/icon-button.tsx'
import {
  ScreenHeader,
  type DocumentTab,
  type ScreenHeaderProps,
} from '../../ui/screen-header/screen-header.tsx'
import { StatusDot } from '../../ui/status-dot/status-dot.tsx'
import { versionsQuery } from '../../data/versions-query.ts'
import { DocumentActions } from './document-actions.tsx'
import { DocumentMenu } from './document-menu.tsx'
import { documentStatus } from './document-status.ts'
import { InspectorButton, type InspectorState } from './inspector.tsx'
import {
  LIVE_PREVIEW_ID,
  LIVE_PREVIEW_SHORTCUT,
  type LivePreviewState,
} from './live-preview/use-live-preview.ts'
import { LocaleMenu } from './locale-menu.tsx'
import { PUBLISHED_ID, PUBLISHED_SHORTCUT, type PublishedView } from './published/use-published.ts'
import { ScheduleMark } from './schedule-mark.tsx'
import { SyncPopover } from './sync-popover.tsx'
import { useDocumentTitle } from './use-document-title.ts'
import { useFavourites } from '../../data/own-documents.ts'
import styles from './document-header.module.css'

type HeaderProps = {
  session: DocumentSession
  docRef: DocRef
  inspector: InspectorState | null
  preview: LivePreviewState | null
  published: PublishedView | null
}

/** Crumbs with the title as it is typed, status, state line, tabs, locale and actions. */
export const DocumentHeader = memo(function DocumentHeader(props: HeaderProps) {
  const { session, docRef, inspector, preview, published } = props
  const { t, label } = useT()
  const { entity } = useDocument()
  const [params] = useSearchParams()
  const { locale: inLocale } = useContentLocale()
  const status = useDocumentState(({ view, dirty }) =>
    documentStatus(view, dirty, entity.versions?.drafts === true, inLocale),
  )
  const tabs = useTabs(docRef)
  const locale = params.get('locale')
  const plural = 'labels' in entity ? label(entity.labels.plural) || entity.slug : null
  const suffix = localeSuffix(locale)
  return (
    <TitledHeader
      docRef={docRef}
      {...(plural !== null && { crumbs: [{ label: plural, to: adminRoutes.list(entity.slug) + suffix }] })}
      pill={
        <>
          {status !== null && <StatusDot status={status} pill />}
          <ScheduleMark docRef={docRef} />
        </>
      }
      tabs={tabs}
      actions={
        <>
          <LocaleMenu />
          <DocumentActions session={session} />
          <DocumentMenu session={session} />
        </>
      }
      meta={
        <>
          <SyncPopover />
          <FavouriteButton docRef={docRef} />
          {published && (
            <IconButton
              size="row"
              icon={Globe}
              label={t(published.isShown ? 'galley:published.back' : 'galley:published.show')}
              shortcut={PUBLISHED_SHORTCUT}
              pressed={published.isShown}
              {...(published.isShown && { controls: PUBLISHED_ID })}
              onPress={published.toggle}
            />
          )}
          {preview && (
            <IconButton
              size="row"
              icon={Eye}
              label={t(preview.isOpen ? 'general:exitLivePreview' : 'general:livePreview')}
              shortcut={LIVE_PREVIEW_SHORTCUT}
              pressed={preview.isOpen}
              {...(preview.isOpen && { controls: LIVE_PREVIEW_ID })}
              onPress={preview.toggle}
            />
          )}
          {inspector && <InspectorButton state={inspector} />}
        </>
      }
    />
  )
})

/** The header with the title as it is typed. The title is deferred, so that no keystroke waits for it. */
function TitledHeader({
  docRef,
  ...parts
}: { docRef: DocRef } & Omit<ScreenHeaderProps, 'title' | 'titleDir'>) {
  const { dir } = useContentLocale()
  const title = useDeferredValue(useDocumentTitle(docRef))
  return <ScreenHeader {...parts} title={title} titleDir={dir ?? 'auto'} />
}

/** Reads the published version behind a newer draft, if this computer does not have it. */
async function keepPublished(query: VersionsQuery): Promise<void> {
  const { currentlyPublished, latestDraft } = await galley.call('versions.list', query)
  const isBehindDraft =
    currentlyPublished !== null &&
    latestDraft !== null &&
    latestDraft.updatedAt > currentlyPublished.updatedAt
  if (!isBehindDraft) return
  const asked = { ref: query.ref, versionId: currentlyPublished.id }
  if ((await galley.call('versions.kept', asked)) === null) await galley.call('versions.read', asked)
}

function useTabs(docRef: DocRef): DocumentTab[] {
  const { entity } = useDocument()
  const isNew = useDocumentState(({ view }) => view.isNew)
  const tabs = useDocumentTabs(docRef, entity, isNew)
  // The versions, and the published one behind a draft, are read with the document and with each new
  // revision, so that they can be shown offline (M.03).
  const hasVersions = useHasVersions(entity)
  const online = useConnection()?.status === 'online'
  const revision = useDocumentState(({ view }) => view.base.updatedAt)
  const query = useMemo(() => versionsQuery(docRef, entity), [docRef, entity])
  useQuery({
    queryKey: queryKeys.refresh('versions', query, revision),
    queryFn: async ({ signal }) => {
      await afterFrame(signal)
      const result = await galley.call('versions.refresh', query)
      await keepPublished(query)
      return result
    },
    enabled: online && hasVersions && !isNew,
    staleTime: 0,
    gcTime: 0,
  })
  return tabs
}

/** The button that adds a document to the person's favourites in the navigation, or removes it. */
export function FavouriteButton({ docRef }: { docRef: DocRef }) {
  const { t } = useT()
  const { has, toggle } = useFavourites()
  const isOne = has(docRef)
  return (
    <IconButton
      size="row"
      icon={Star}
      label={t('galley:app.nav.favourite')}
      pressed={isOne}
      className={isOne ? (styles['favourite'] ?? '') : ''}
      onPress={() => toggle(docRef)}
    />
  )
}
