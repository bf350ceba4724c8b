import { Archive, Eye, PanelRight } from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import { memo, useDeferredValue, useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import { isSameDay } from 'date-fns/isSameDay'
import type { DocRef } from '../../../shared/cms/doc-ref.ts'
import { adminRoutes } from '../../../shared/cms/routes.ts'
import { afterFrame } from '../../data/after-frame.ts'
import { galley } from '../../data/bridge.ts'
import { useContentLocale } from '../../data/content-locale.ts'
import { localeSuffix } from '../../data/locale-of.ts'
import { queryKeys, useConnection } from '../../data/queries.ts'
import { useCan } from '../../data/schema-context.tsx'
import type { DocumentSession } from '../../form/document-session.ts'
import { useDocument, useDocumentState } from '../../form/form-context.tsx'
import { useT } from '../../i18n/use-t.ts'
import { useNow } from '../../sync/use-now.ts'
import { useShownFor } from '../../sync/use-shown-for.ts'
import { Icon } from '../../ui/icon/icon.tsx'
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
import styles from './document-header.module.css'
import { documentStatus } from './document-status.ts'
import { INSPECTOR_ID, type InspectorState } from './inspector.tsx'
import {
  LIVE_PREVIEW_ID,
  LIVE_PREVIEW_SHORTCUT,
  type LivePreviewState,
} from './live-preview/use-live-preview.ts'
import { LocaleMenu } from './locale-menu.tsx'
import { SyncPopover } from './sync-popover.tsx'
import { useDocumentTitle } from './use-document-title.ts'

type HeaderProps = {
  session: DocumentSession
  docRef: DocRef
  inspector: InspectorState | null
  preview: LivePreviewState | null
}

/** Crumbs with the title as it is typed, status, state line, locale, actions, tabs and meta line (LOOK 7). */
export const DocumentHeader = memo(function DocumentHeader(props: HeaderProps) {
  const { session, docRef, inspector, preview } = props
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
      pill={status !== null && <StatusDot status={status} pill />}
      tabs={tabs}
      actions={
        <>
          <SyncPopover />
          <LocaleMenu />
          <DocumentActions session={session} />
          <DocumentMenu session={session} />
        </>
      }
      meta={
        <>
          <MetaLine />
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
          {inspector && (
            <IconButton
              size="row"
              icon={PanelRight}
              flip
              label={t('galley:edit.details')}
              shortcut="Mod+."
              pressed={inspector.isOpen}
              // What is not there cannot be pointed at.
              {...(inspector.isOpen && { controls: INSPECTOR_ID })}
              onPress={inspector.toggle}
            />
          )}
        </>
      }
    />
  )
})

/** The title is typed: what is around it stays as it is, and the key need not wait for the heading. */
function TitledHeader({
  docRef,
  ...parts
}: { docRef: DocRef } & Omit<ScreenHeaderProps, 'title' | 'titleDir'>) {
  const { dir } = useContentLocale()
  const title = useDeferredValue(useDocumentTitle(docRef))
  return <ScreenHeader {...parts} title={title} titleDir={dir ?? 'auto'} />
}

function useTabs(docRef: DocRef): DocumentTab[] {
  const { t } = useT()
  const { entity } = useDocument()
  const [params] = useSearchParams()
  const can = useCan()
  const isNew = useDocumentState(({ view }) => view.isNew)
  const withVersions = entity.versions !== null && !isNew && can(entity.kind, entity.slug, 'readVersions')
  // The page that the screen of versions begins with.
  const query = useMemo(() => versionsQuery(docRef, entity), [docRef, entity])
  const versions = useQuery({
    queryKey: queryKeys.versions(query),
    queryFn: () => galley.call('versions.list', query),
    enabled: withVersions,
  }).data
  // Its versions are brought here with the document and every new revision of it, so that they can be read without the
  // server, too (M.03).
  const online = useConnection()?.status === 'online'
  const revision = useDocumentState(({ view }) => view.base.updatedAt)
  useQuery({
    queryKey: queryKeys.refresh('versions', query, revision),
    queryFn: async ({ signal }) => {
      await afterFrame(signal)
      return galley.call('versions.refresh', query)
    },
    enabled: online && withVersions,
    staleTime: 0,
    gcTime: 0,
  })
  const locale = params.get('locale')
  const suffix = localeSuffix(locale)
  const edit: DocumentTab = {
    label: t('general:edit'),
    to: adminRoutes.document(docRef) + suffix,
    current: 'exact',
  }
  if (!withVersions) return [edit]
  const count = versions?.fetchedAt == null ? null : versions.totalDocs
  return [
    edit,
    { label: t('version:versions'), to: adminRoutes.versions(docRef) + suffix, current: null, count },
  ]
}

/** So long, in ms, it is said at least that something is being saved (S9.11). */
const SAVING_MS = 1000

/** That it is being saved, or how long ago it was and when (S9.11); offline, that it is the one kept here. */
export const MetaLine = memo(function MetaLine() {
  const { t, formatDate, formatDistance, formatTime } = useT()
  const online = useConnection()?.status === 'online'
  const now = useNow(30_000)
  const { entity } = useDocument()
  const isNew = useDocumentState(({ view }) => view.isNew)
  const base = useDocumentState(({ view }) => view.base)
  const drafts = entity.versions?.drafts === true
  const isSending = useDocumentState(({ state }) => state !== 'edited' && state.kind === 'sending')
  const saving = useShownFor(isSending, SAVING_MS)
  if (isNew) return <span className={styles['meta']}>{t('galley:edit.onlyHere')}</span>
  if (!online) {
    const time = isSameDay(base.fetchedAt, now)
      ? formatTime(base.fetchedAt)
      : formatDate(base.fetchedAt, { parts: 'short' })
    return (
      <span className={styles['cached']}>
        <Icon icon={Archive} size="small" />
        <span className={styles['meta']}>{t('galley:edit.fromCache', { time })}</span>
      </span>
    )
  }
  if (base.updatedAt === null) return null
  // A server whose clock is ahead of this computer's has saved just now, and not in two hours (SY11).
  const isAhead = Date.parse(base.updatedAt) > now
  const distance = formatDistance(isAhead ? new Date(now).toISOString() : base.updatedAt)
  return (
    <>
      {drafts && (
        <span className={styles['meta']}>
          {saving ? t('general:saving') : t('version:lastSavedAgo', { distance })}
        </span>
      )}
      <span className={styles['meta']}>
        {t('general:lastModified')} <time dateTime={base.updatedAt}>{formatDate(base.updatedAt)}</time>
      </span>
    </>
  )
})
