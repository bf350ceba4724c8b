import { useCallback, useMemo, useRef, useState, useLayoutEffect, type RefObject } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { refId, type DocRef, isTempId } from '../../../shared/cms/doc-ref.ts'
import { adminRoutes, ON_SCREEN } from '../../../shared/cms/routes.ts'
import type { Collection, Global } from '../../../shared/cms/schema-model.ts'
import type { ComparedPart } from '../../../shared/document/compare/compared.ts'
import type { TakenPart } from '../../../shared/document/compare/take-part.ts'
import type { DocumentView } from '../../../shared/ipc.ts'
import { unsentOf } from '../../../shared/sync/unsent.ts'
import { galley } from '../../data/bridge.ts'
import { useContentLocale } from '../../data/content-locale.tsx'
import { useHasVersions } from '../../data/document-tabs.ts'
import { useVersionsQuery } from '../../data/queries.ts'
import { useRefresh } from '../../data/use-refresh.ts'
import { useVersionsAhead } from '../../data/version-content.ts'
import { useVersionNames } from '../../data/version-names.ts'
import { versionsQuery } from '../../data/versions-query.ts'
import { useT } from '../../i18n/use-t.ts'
import { Button } from '../../ui/button/button.tsx'
import { cx } from '../../ui/class-names.ts'
import { Message } from '../../ui/message/message.tsx'
import { NotFoundScreen } from '../../ui/not-found/not-found-screen.tsx'
import { Note } from '../../ui/note/note.tsx'
import { Skeleton } from '../../ui/skeleton/skeleton.tsx'
import { ChangeList } from './change-list.tsx'
import { CompareBar } from './compare-bar.tsx'
import { CompareProvider } from './compare-context.tsx'
import { readCompareParams, withCompareParams, type CompareParams } from './compare-params.ts'
import styles from './compare.module.css'
import { ComparisonHeader } from './comparison-header.tsx'
import { ComparedParts } from './compared-parts.tsx'
import { MissingVersion } from './missing-version.tsx'
import { useTaking } from './take/use-taking.ts'
import { LineOfTime } from './time/line-of-time.tsx'
import { oneStepAround, useVersionsInTime } from './time/use-versions-in-time.ts'
import { useComparedVersions, type WantedVersion, useSettled } from './use-compared-versions.ts'
import { useDifferences } from './use-differences.ts'
import { VersionSides } from './version-sides.tsx'
import { VersionsDrawer } from './versions-drawer.tsx'

type VersionComparisonProps = {
  docRef: DocRef
  entity: Collection | Global
  versionId: string
  /** The document with unsaved edits; null until it is read, or if it is not here. */
  view: DocumentView | null
}

/** The comparison of two versions (S2.25): the choice of both, the filter, and all differences. */
export function VersionComparison(props: VersionComparisonProps) {
  const { docRef: ref, entity, versionId, view } = props
  const { locale } = useContentLocale()
  const comparison = useComparison(props)
  const { change, wanted, versions, comparedLocales, parts } = comparison
  const { before, after, entries } = comparison.differences
  const { comparedWith } = versions
  const [isChoosing, setChoosing] = useState(false)
  const scroll = useRef<HTMLDivElement>(null)
  const { onPressed, onTake } = useFocusInside(scroll)
  const taking = useTaking({ docRef: ref, entity, versions, view, locales: comparedLocales, onTake })

  if (wanted.viewed.state === 'not-here' && wanted.viewed.content.reason === 'gone') return <NotFoundScreen />
  return (
    <>
      <ComparisonHeader
        docRef={ref}
        entity={entity}
        versionId={versionId}
        version={comparison.version}
        versions={versions}
      />
      <CompareProvider
        entity={entity}
        before={before}
        after={after}
        parts={parts}
        locale={locale}
        taking={taking}
      >
        <div className={styles['body']}>
          <div ref={scroll} className={styles['scroll']}>
            <div className={styles['sheet']}>
              <Choices {...props} comparison={comparison} />
              <Sheet comparison={comparison} onPressed={onPressed} onMore={() => setChoosing(true)} />
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
          names={comparison.versionNames}
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

type Comparison = ReturnType<typeof useComparison>

/** Reads the two versions that the address names, and compares them in the locales of the filter. */
function useComparison({ docRef: ref, entity, versionId, view }: VersionComparisonProps) {
  const { locales } = useContentLocale()
  const [params, setParams] = useSearchParams()
  const codes = useMemo(() => locales.map(({ code }) => code), [locales])
  const { versionFrom, localeCodes, modifiedOnly } = readCompareParams(params, codes)
  const change = (changed: Partial<CompareParams>) =>
    setParams((before) => withCompareParams(before, changed))

  const query = versionsQuery(ref, entity)
  const hasVersions = useHasVersions(entity) && !isTempId(refId(ref))
  const known = useVersionsQuery(query).data
  // Stored versions are hidden from a user who may not read them any more.
  const page = hasVersions ? known : undefined
  useRefresh(['versions', query], () => galley.call('versions.refresh', query), { ready: hasVersions })
  const listed = useVersionsInTime(ref, { query, page, isAsked: hasVersions })
  const wanted = useComparedVersions(
    ref,
    entity,
    versionId,
    hasVersions ? versionFrom : null,
    { page, listed },
    view,
  )
  const versions = useSettled(versionId, wanted)
  useVersionsAhead(ref, oneStepAround(listed, versions.versionId))
  const versionNames = useVersionNames(ref, hasVersions)

  // The list has the date before the content arrives.
  const version =
    wanted.viewed.state === 'here'
      ? wanted.viewed.content.version
      : [...listed, ...(page?.rows ?? [])].find(({ id }) => id === versionId)

  const shown = localeCodes.join(' ')
  const comparedLocales = useMemo(
    () => ({ all: codes, shown: shown === '' ? [] : shown.split(' ') }),
    [codes, shown],
  )
  const differences = useDifferences(entity, versions, comparedLocales)
  const parts = modifiedOnly ? differences.modified : differences.all
  return {
    params,
    localeCodes,
    modifiedOnly,
    change,
    hasVersions,
    page: page ?? null,
    listed,
    wanted,
    versions,
    versionNames,
    version,
    comparedLocales,
    differences,
    parts,
  }
}

type ChoicesProps = VersionComparisonProps & { comparison: Comparison }

/** The filter of the differences, and the versions of the document on a time line. */
function Choices({ docRef: ref, versionId, view, comparison }: ChoicesProps) {
  const { params, localeCodes, modifiedOnly, change, versions } = comparison
  const { comparedWith } = versions
  const { locales } = useContentLocale()
  const navigate = useNavigate()
  const isEdited = view !== null && unsentOf(view) > 0
  return (
    <>
      <CompareBar
        modifiedOnly={modifiedOnly}
        onModifiedOnly={(next) => change({ modifiedOnly: next })}
        locales={locales}
        shown={localeCodes}
        onLocales={(next) => change({ localeCodes: next })}
      />
      {comparison.hasVersions && (
        <LineOfTime
          versions={comparison.listed}
          page={comparison.page}
          names={comparison.versionNames}
          viewed={versionId}
          comparedWith={comparedWith.state === 'here' ? comparedWith.content.version.id : null}
          withScreen={versionId === ON_SCREEN || isEdited}
          onView={(id) => {
            const pathname = adminRoutes.version(ref, id)
            void navigate({ pathname, search: params.toString() }, { replace: true })
          }}
        />
      )}
    </>
  )
}

type SheetProps = {
  comparison: Comparison
  /** Called when a button is pressed that disappears once its work is done. */
  onPressed: () => void
  /** Opens the drawer with all versions. */
  onMore: () => void
}

/** The two versions side by side, or the reason that the viewed one is not shown. */
function Sheet({ comparison, onPressed, onMore }: SheetProps) {
  const { versions, modifiedOnly, parts, change } = comparison
  const { viewed, comparedWith, choices, isFormer } = versions
  const { all } = comparison.differences
  if (viewed.state === 'not-here' || viewed.state === 'failed')
    return <MissingVersion of={viewed} isViewed onAgain={onPressed} />
  if (viewed.state !== 'here') return <Skeleton lines={8} />
  return (
    <div aria-busy={isFormer} className={cx(styles['sheet-body'], isFormer && styles['former'])}>
      <VersionSides
        viewed={viewed.content}
        comparedWith={comparedWith}
        choices={choices}
        names={comparison.versionNames}
        page={comparison.page}
        onCompareWith={(id) => change({ versionFrom: id })}
        onMore={comparison.hasVersions ? onMore : null}
      />
      <WhatDiffers
        comparedWith={comparedWith}
        parts={parts}
        modifiedOnly={modifiedOnly}
        isOnScreen={versions.versionId === ON_SCREEN}
        onAgain={onPressed}
        onShowAll={
          all !== null && all.length > 0
            ? () => {
                onPressed()
                change({ modifiedOnly: false })
              }
            : null
        }
      />
    </div>
  )
}

/** Moves the focus after a pressed button is gone: to the taken part, else the first part, else the heading. */
function useFocusInside(scroll: RefObject<HTMLElement | null>) {
  const taken = useRef<string | null>(null)
  const onPressed = useFocusAfter(() => {
    const part = taken.current === null ? null : `[data-part="${CSS.escape(taken.current)}"]`
    taken.current = null
    const found = [part, '[data-part]', 'h2'].map((one) =>
      one === null ? null : scroll.current?.querySelector(one),
    )
    return found.find((one) => one != null) ?? null
  })
  const onTake = useCallback(
    ({ key }: TakenPart) => {
      taken.current = key
      onPressed()
    },
    [onPressed],
  )
  return { onPressed, onTake }
}

type WhatDiffersProps = {
  comparedWith: WantedVersion
  /** Null until both versions are here; the oldest one is compared with nothing. */
  parts: ComparedPart[] | null
  modifiedOnly: boolean
  isOnScreen: boolean
  onAgain: () => void
  /** Null: there is nothing more to show. */
  onShowAll: (() => void) | null
}

function WhatDiffers({
  comparedWith,
  parts,
  modifiedOnly,
  isOnScreen,
  onAgain,
  onShowAll,
}: WhatDiffersProps) {
  const { t } = useT()
  const same = isOnScreen ? 'galley:compare.sameOnScreen' : 'galley:compare.same'
  return (
    <>
      {comparedWith.state === 'asking' && <Skeleton lines={8} />}
      {(comparedWith.state === 'not-here' || comparedWith.state === 'failed') && (
        <MissingVersion of={comparedWith} onAgain={onAgain} />
      )}
      {comparedWith.state === 'none' && (
        <Note>
          {t(comparedWith.source === 'server' ? 'galley:compare.oldest' : 'galley:compare.oldestHere')}
        </Note>
      )}
      {parts?.length === 0 && (
        <Message
          kind="empty"
          title={t(modifiedOnly ? same : 'galley:compare.nothing')}
          body={modifiedOnly ? t('galley:compare.sameBody') : undefined}
          actions={
            modifiedOnly && onShowAll !== null ? (
              <Button onPress={onShowAll}>{t('galley:compare.showAll')}</Button>
            ) : undefined
          }
        />
      )}
      {parts !== null && parts.length > 0 && <ComparedParts parts={parts} />}
    </>
  )
}

/**
 * Returns a function to call when a button is pressed that disappears once its work is done. The focus then
 * moves to `target`, unless the person has moved it meanwhile.
 */
function useFocusAfter(target: () => Element | null): () => void {
  const pressed = useRef<Element | null>(null)
  useLayoutEffect(() => {
    if (pressed.current === null || pressed.current.isConnected) return
    pressed.current = null
    if (document.activeElement !== document.body) return
    const element = target()
    if (element instanceof HTMLElement) element.focus({ preventScroll: true })
  })
  return useCallback(() => {
    pressed.current = document.activeElement
  }, [])
}
