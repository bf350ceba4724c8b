import { useCallback, useMemo, useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { judgeField } from '../../../shared/cms/document-permissions.ts'
import { refId, type DocRef } from '../../../shared/cms/doc-ref.ts'
import { adminRoutes, ON_SCREEN } from '../../../shared/cms/routes.ts'
import type { Collection, Global } from '../../../shared/cms/schema-model.ts'
import { compareDocuments } from '../../../shared/document/compare/compare-documents.ts'
import { onlyModified } from '../../../shared/document/compare/compared.ts'
import type { TakenPart } from '../../../shared/document/compare/take-part.ts'
import type { DocumentView } from '../../../shared/ipc.ts'
import type { JsonObject } from '../../../shared/json.ts'
import { isTempId } from '../../../shared/sync/temp-id.ts'
import { galley } from '../../data/bridge.ts'
import { useContentLocale } from '../../data/content-locale.ts'
import { useDocumentTabs, useHasVersions } from '../../data/document-tabs.ts'
import { localeSuffix } from '../../data/locale-of.ts'
import { useVersionsQuery } from '../../data/queries.ts'
import { useRefresh } from '../../data/use-refresh.ts'
import { useVersionNames } from '../../data/version-names.ts'
import { versionsQuery } from '../../data/versions-query.ts'
import { useJudged } from '../../form/use-permitted.ts'
import { useT } from '../../i18n/use-t.ts'
import { Button } from '../../ui/button/button.tsx'
import { Message } from '../../ui/message/message.tsx'
import { NotFoundScreen } from '../../ui/not-found/not-found-screen.tsx'
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
import { useTaking } from './take/use-taking.ts'
import { useComparedVersions } from './use-compared-versions.ts'
import { useFocusAfter } from './use-focus-after.ts'
import { VersionSides } from './version-sides.tsx'
import { VersionsDrawer } from './versions-drawer.tsx'

const NOTHING: JsonObject = {}

type VersionComparisonProps = {
  docRef: DocRef
  entity: Collection | Global
  versionId: string
  /** The document with what is unsaved; null until it is read, and where it is not here. */
  view: DocumentView | null
}

/** A version of a document beside another one (S2.25): which two, what of them is shown, and all that differs. */
export function VersionComparison({ docRef: ref, entity, versionId, view }: VersionComparisonProps) {
  const { t, label, formatMoment } = useT()
  const { locale, locales } = useContentLocale()
  const [params, setParams] = useSearchParams()
  const isOnScreen = versionId === ON_SCREEN
  const codes = useMemo(() => locales.map(({ code }) => code), [locales])
  const { versionFrom, localeCodes, modifiedOnly } = readCompareParams(params, codes)
  const change = (changed: Partial<CompareParams>) =>
    setParams((before) => withCompareParams(before, changed))

  const query = versionsQuery(ref, entity)
  const hasVersions = useHasVersions(entity) && !isTempId(refId(ref))
  const known = useVersionsQuery(query).data
  // What was kept of versions is for nobody who may not read them any more.
  const page = hasVersions ? known : undefined
  useRefresh(['versions', query], () => galley.call('versions.refresh', query), { ready: hasVersions })
  const versions = useComparedVersions(ref, entity, versionId, hasVersions ? versionFrom : null, page, view)
  const { viewed, comparedWith, choices } = versions
  const versionNames = useVersionNames(ref, hasVersions)
  const [isChoosing, setChoosing] = useState(false)

  const suffix = localeSuffix(params.get('locale'))
  const title = useStoredTitle(ref, entity, viewed.state === 'here' ? viewed.content.data : null)
  const tabs = useDocumentTabs(ref, entity)
  // Its date is known from the list before its content is.
  const version =
    viewed.state === 'here' ? viewed.content.version : page?.rows.find(({ id }) => id === versionId)
  const isCollection = entity.kind === 'collection'
  const crumbs = isCollection
    ? [{ label: label(entity.labels.plural) || entity.slug, to: adminRoutes.list(ref.slug) + suffix }]
    : []
  const trail = isOnScreen
    ? [{ label: t('galley:compare.onScreen') }]
    : [
        { label: t('version:versions'), to: adminRoutes.versions(ref) + suffix },
        { label: version === undefined ? t('version:version') : formatMoment(version.updatedAt) },
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
  const comparedLocales = useMemo(
    () => ({ all: codes, shown: shown === '' ? [] : shown.split(' ') }),
    [codes, shown],
  )
  const all = useMemo(() => {
    if (before === null || after === null) return null
    const mayRead = (names: string) => judgeField(judged, names, 'read')
    return compareDocuments({ fields: entity.fields, locales: comparedLocales, mayRead }, before, after)
  }, [entity, comparedLocales, judged, before, after])
  const modified = useMemo(() => (all === null ? null : onlyModified(all)), [all])
  const entries = useMemo(() => (modified === null ? [] : changeEntries(modified)), [modified])
  const parts = modifiedOnly ? modified : all
  const scroll = useRef<HTMLDivElement>(null)
  /** The part that was taken last. */
  const taken = useRef<string | null>(null)
  const onPressed = useFocusAfter(() => {
    const part = taken.current === null ? null : `[data-part="${CSS.escape(taken.current)}"]`
    taken.current = null
    const found = [part, '[data-part]', 'h2'].map((one) => one && scroll.current?.querySelector(one))
    return found.find((one) => one != null && one !== '') ?? null
  })
  const onTake = useCallback(
    ({ key }: TakenPart) => {
      taken.current = key
      onPressed()
    },
    [onPressed],
  )
  const taking = useTaking({
    docRef: ref,
    entity,
    versions,
    view,
    locales: comparedLocales,
    onTake,
  })

  if (viewed.state === 'not-here' && viewed.content.reason === 'gone') return <NotFoundScreen />
  return (
    <>
      <ScreenHeader
        crumbs={crumbs}
        title={title}
        titleTo={adminRoutes.document(ref) + suffix}
        titleDir="auto"
        trail={trail}
        tabs={tabs}
        actions={
          viewed.state === 'here' && !isOnScreen ? (
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
        taking={taking}
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
                <MissingVersion of={viewed} isViewed onAgain={onPressed} />
              ) : viewed.state !== 'here' ? (
                <Skeleton lines={8} />
              ) : (
                <>
                  <VersionSides
                    viewed={viewed.content}
                    comparedWith={comparedWith}
                    choices={choices}
                    names={versionNames}
                    page={page ?? null}
                    onCompareWith={(id) => change({ versionFrom: id })}
                    onMore={hasVersions ? () => setChoosing(true) : null}
                  />
                  {comparedWith.state === 'asking' && <Skeleton lines={8} />}
                  {(comparedWith.state === 'not-here' || comparedWith.state === 'failed') && (
                    <MissingVersion of={comparedWith} onAgain={onPressed} />
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
                      title={t(
                        modifiedOnly
                          ? isOnScreen
                            ? 'galley:compare.sameOnScreen'
                            : 'galley:compare.same'
                          : 'galley:compare.nothing',
                      )}
                      body={modifiedOnly ? t('galley:compare.sameBody') : undefined}
                      actions={
                        modifiedOnly && all !== null && all.length > 0 ? (
                          <Button
                            onPress={() => {
                              onPressed()
                              change({ modifiedOnly: false })
                            }}
                          >
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
          names={versionNames}
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
