import { useMemo, useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { judgeField } from '../../../shared/cms/document-permissions.ts'
import type { DocRef } from '../../../shared/cms/doc-ref.ts'
import { adminRoutes } from '../../../shared/cms/routes.ts'
import type { Collection, Global } from '../../../shared/cms/schema-model.ts'
import { compareDocuments } from '../../../shared/document/compare/compare-documents.ts'
import { onlyModified } from '../../../shared/document/compare/compared.ts'
import type { JsonObject } from '../../../shared/json.ts'
import { galley } from '../../data/bridge.ts'
import { useContentLocale } from '../../data/content-locale.ts'
import { useDocumentTabs } from '../../data/document-tabs.ts'
import { localeSuffix } from '../../data/locale-of.ts'
import { useVersionsQuery } from '../../data/queries.ts'
import { useRefresh } from '../../data/use-refresh.ts'
import { versionsQuery } from '../../data/versions-query.ts'
import { useJudged } from '../../form/use-permitted.ts'
import { useT } from '../../i18n/use-t.ts'
import { Button } from '../../ui/button/button.tsx'
import { Message } from '../../ui/message/message.tsx'
import { Note } from '../../ui/note/note.tsx'
import { ScreenHeader } from '../../ui/screen-header/screen-header.tsx'
import { Skeleton } from '../../ui/skeleton/skeleton.tsx'
import { useStoredTitle } from '../../data/stored-title.ts'
import { changeEntries } from './change-entries.ts'
import { ChangeList } from './change-list.tsx'
import { CompareBar } from './compare-bar.tsx'
import { CompareProvider } from './compare-context.tsx'
import { readCompareParams, withCompareParams, type CompareParams } from './compare-params.ts'
import styles from './compare.module.css'
import { ComparedParts } from './compared-parts.tsx'
import { MissingVersion } from './missing-version.tsx'
import { RestoreButton } from './restore/restore-button.tsx'
import { useComparedVersions } from './use-compared-versions.ts'
import { VersionSides } from './version-sides.tsx'
import { VersionsDrawer } from './versions-drawer.tsx'

const NOTHING: JsonObject = {}

type VersionComparisonProps = { docRef: DocRef; entity: Collection | Global; versionId: string }

/** A version of a document beside another one (S2.25): which two, what of them is shown, and all that differs. */
export function VersionComparison({ docRef: ref, entity, versionId }: VersionComparisonProps) {
  const { t, label, formatDate } = useT()
  const { locale, locales } = useContentLocale()
  const [params, setParams] = useSearchParams()
  const codes = useMemo(() => locales.map(({ code }) => code), [locales])
  const { versionFrom, localeCodes, modifiedOnly } = readCompareParams(params, codes)
  const change = (changed: Partial<CompareParams>) =>
    setParams((before) => withCompareParams(before, changed))

  const query = versionsQuery(ref, entity)
  const page = useVersionsQuery(query).data
  useRefresh(['versions', query], () => galley.call('versions.refresh', query))
  const { viewed, comparedWith, choices } = useComparedVersions(ref, versionId, versionFrom, page)
  const [isChoosing, setChoosing] = useState(false)

  const suffix = localeSuffix(params.get('locale'))
  const title = useStoredTitle(ref, entity, viewed.state === 'here' ? viewed.content.data : null)
  const tabs = useDocumentTabs(ref, entity)
  const version = viewed.state === 'here' ? viewed.content.version : null
  const isCollection = entity.kind === 'collection'
  const crumbs = [
    ...(isCollection
      ? [{ label: label(entity.labels.plural) || entity.slug, to: adminRoutes.list(ref.slug) + suffix }]
      : []),
    { label: title, to: adminRoutes.document(ref) + suffix },
    { label: t('version:versions'), to: adminRoutes.versions(ref) + suffix },
  ]

  const after = viewed.state === 'here' ? viewed.content.data : null
  const before =
    comparedWith.state === 'here'
      ? comparedWith.content.data
      : comparedWith.state === 'none' && comparedWith.source === 'server'
        ? NOTHING
        : null
  const judged = useJudged(entity, false)
  const shown = localeCodes.join(' ')
  const all = useMemo(() => {
    if (before === null || after === null) return null
    const chosen = shown === '' ? [] : shown.split(' ')
    const mayRead = (names: string) => judgeField(judged, names, 'read')
    return compareDocuments(
      { fields: entity.fields, locales: { all: codes, shown: chosen }, mayRead },
      before,
      after,
    )
  }, [entity, codes, shown, judged, before, after])
  const modified = useMemo(() => (all === null ? null : onlyModified(all)), [all])
  const entries = useMemo(() => (modified === null ? [] : changeEntries(modified)), [modified])
  const parts = modifiedOnly ? modified : all
  const scroll = useRef<HTMLDivElement>(null)

  return (
    <>
      <ScreenHeader
        crumbs={crumbs}
        title={version === null ? t('version:version') : formatDate(version.updatedAt)}
        tabs={tabs}
        actions={
          viewed.state === 'here' ? (
            <RestoreButton key={versionId} docRef={ref} entity={entity} content={viewed.content} />
          ) : undefined
        }
      />
      <CompareProvider
        entity={entity}
        before={before ?? NOTHING}
        after={after ?? NOTHING}
        parts={parts}
        locale={locale}
      >
        <div className={styles['body']}>
          <div ref={scroll} className={styles['scroll']}>
            <div className={styles['sheet']}>
              <CompareBar
                modifiedOnly={modifiedOnly}
                onModifiedOnly={(next) => change({ modifiedOnly: next })}
                locales={locales}
                shown={localeCodes}
                onLocales={(next) => change({ localeCodes: next })}
              />
              {viewed.state === 'not-here' || viewed.state === 'failed' ? (
                <MissingVersion of={viewed} isViewed />
              ) : viewed.state !== 'here' ? (
                <Skeleton lines={8} />
              ) : (
                <>
                  <VersionSides
                    viewed={viewed.content.version}
                    comparedWith={comparedWith}
                    choices={choices}
                    page={page ?? null}
                    onCompareWith={(id) => change({ versionFrom: id })}
                    onMore={() => setChoosing(true)}
                  />
                  {comparedWith.state === 'asking' && <Skeleton lines={8} />}
                  {(comparedWith.state === 'not-here' || comparedWith.state === 'failed') && (
                    <MissingVersion of={comparedWith} />
                  )}
                  {comparedWith.state === 'none' && (
                    <Note>
                      {t(
                        comparedWith.source === 'server'
                          ? 'galley:compare.oldest'
                          : 'galley:compare.oldestHere',
                      )}
                    </Note>
                  )}
                  {parts?.length === 0 && (
                    <Message
                      kind="empty"
                      title={t(modifiedOnly ? 'galley:compare.same' : 'galley:compare.nothing')}
                      body={modifiedOnly ? t('galley:compare.sameBody') : undefined}
                      actions={
                        modifiedOnly && all !== null && all.length > 0 ? (
                          <Button onPress={() => change({ modifiedOnly: false })}>
                            {t('galley:compare.showAll')}
                          </Button>
                        ) : undefined
                      }
                    />
                  )}
                  {parts !== null && parts.length > 0 && <ComparedParts parts={parts} />}
                </>
              )}
            </div>
          </div>
          {entries.length > 0 && <ChangeList entries={entries} scroll={scroll} />}
        </div>
      </CompareProvider>
      {isChoosing && (
        <VersionsDrawer
          docRef={ref}
          entity={entity}
          comparedWith={comparedWith.state === 'here' ? comparedWith.content.version.id : null}
          onChoose={(id) => {
            setChoosing(false)
            change({ versionFrom: id })
          }}
          onClose={() => setChoosing(false)}
        />
      )}
    </>
  )
}
