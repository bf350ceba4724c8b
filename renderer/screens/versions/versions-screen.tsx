import { useParams, useSearchParams } from 'react-router-dom'
import { makeRef, refKey, type DocRef } from '../../../shared/cms/doc-ref.ts'
import type { Collection, Global } from '../../../shared/cms/schema-model.ts'
import { pageCount } from '../../../shared/document/range-label.ts'
import type { EntityKind } from '../../../shared/cms/permissions.ts'
import { adminRoutes } from '../../../shared/cms/routes.ts'
import { galley } from '../../data/bridge.ts'
import { callReason } from '../../data/failure-reasons.ts'
import { useDocumentTabs } from '../../data/document-tabs.ts'
import { useContentLocale } from '../../data/content-locale.tsx'
import { localeSuffix } from '../../data/locale-of.ts'
import { useVersionsQuery } from '../../data/queries.ts'
import { useCan, useSchema } from '../../data/schema-context.tsx'
import { useT } from '../../i18n/use-t.ts'
import { CacheNote } from '../../sync/cache-note.tsx'
import { useRefresh } from '../../data/use-refresh.ts'
import { Button } from '../../ui/button/button.tsx'
import { Message } from '../../ui/message/message.tsx'
import { ScreenHeader } from '../../ui/screen-header/screen-header.tsx'
import { ListFooter } from '../../ui/list-footer/list-footer.tsx'
import { withState } from '../../data/list-address.ts'
import { type ListState, LIMITS, limitChoices } from '../../../shared/lists/list-state.ts'
import { NotFoundScreen } from '../../ui/not-found/not-found-screen.tsx'
import { useStoredTitle } from '../../data/use-titles.ts'
import { useVersionNames } from '../../data/version-names.ts'
import { versionsQuery } from '../../data/versions-query.ts'
import { VersionsRows } from '../../versions/versions-rows.tsx'
import styles from '../../versions/versions.module.css'

/** The versions of a document or global (S2.06); without versions or the right to read them it is not found. */
export function VersionsScreen({ kind }: { kind: EntityKind }) {
  const { slug = '', id } = useParams()
  const schema = useSchema()
  const can = useCan()
  const entities: (Collection | Global)[] = kind === 'global' ? schema.globals : schema.collections
  const entity = entities.find((one) => one.slug === slug)
  if (entity === undefined || entity.versions === null || (kind === 'collection' && id === undefined))
    return <NotFoundScreen />
  if (!can(kind, slug, 'readVersions')) return <NotFoundScreen />
  const ref = makeRef(kind, slug, id ?? '')
  return <Versions key={refKey(ref)} docRef={ref} entity={entity} />
}

function Versions({ docRef: ref, entity }: { docRef: DocRef; entity: Collection | Global }) {
  const { t, label } = useT()
  const schema = useSchema()
  const { locale, dir } = useContentLocale()
  const [params, setParams] = useSearchParams()
  const collection = entity.kind === 'collection' ? entity : null
  const query = versionsQuery(ref, entity, params)
  const versions = useVersionsQuery(query)
  const page = versions.data
  const refresh = useRefresh(['versions', query], () => galley.call('versions.refresh', query))
  const names = useVersionNames(ref)
  const tabs = useDocumentTabs(ref, entity)

  const change = (changes: Partial<ListState>) => setParams((before) => withState(before, changes))
  const localeParam = params.get('locale')
  const suffix = localeSuffix(localeParam)
  const plural = label('labels' in entity ? entity.labels.plural : entity.label) || entity.slug
  const title = useStoredTitle(ref, entity)
  const lastPage = page === undefined ? 1 : pageCount({ limit: query.limit, totalDocs: page.totalDocs })

  return (
    <>
      <ScreenHeader
        {...(collection !== null && { crumbs: [{ label: plural, to: adminRoutes.list(ref.slug) + suffix }] })}
        title={title}
        {...(dir !== undefined && { titleDir: dir })}
        tabs={tabs}
      />
      {versions.isError && page === undefined ? (
        <div className={styles['place']}>
          <Message
            kind="error"
            title={t('galley:sync.versionsUnreadable')}
            body={callReason(versions.error, t)}
            actions={<Button onPress={() => void versions.refetch()}>{t('galley:sync.tryAgain')}</Button>}
          />
        </div>
      ) : (
        <VersionsRows
          page={page ?? null}
          names={names}
          canName
          refresh={refresh}
          localization={schema.localization}
          locale={locale}
          withStatus={entity.versions?.drafts === true}
          leadsTo={{ to: ({ id }) => adminRoutes.version(ref, id) + suffix }}
          sort={query.sort}
          onSort={(sort) => change({ sort })}
        />
      )}
      <ListFooter
        note={<CacheNote fetchedAt={page?.fetchedAt ?? null} refresh={refresh} />}
        page={Math.min(query.page, lastPage)}
        limit={query.limit}
        totalDocs={page?.totalDocs ?? 0}
        limits={collection === null ? [...LIMITS] : limitChoices(collection.limits)}
        onPage={(next) => change({ page: next })}
        onLimit={(limit) => change({ limit })}
      />
    </>
  )
}
