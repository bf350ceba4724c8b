import { CloudOff, Copy, Maximize, Minimize, Check, TriangleAlert } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useParams, useSearchParams } from 'react-router-dom'
import { makeRef, refId, refKey, type DocRef, isTempId } from '../../../shared/cms/doc-ref.ts'
import { apiQuery } from '../../../shared/cms/api-view.ts'
import type { EntityKind } from '../../../shared/cms/permissions.ts'
import { adminRoutes } from '../../../shared/cms/routes.ts'
import type { Collection, Global } from '../../../shared/cms/schema-model.ts'
import { projectLocale } from '../../../shared/document/project.ts'
import { useAccount } from '../../data/account-context.tsx'
import { useContentLocale } from '../../data/content-locale.tsx'
import { localeSuffix } from '../../data/locale-of.ts'
import { useDocumentTabs } from '../../data/document-tabs.ts'
import { useConnection, useDocumentQuery } from '../../data/queries.ts'
import { useCan, useSchema } from '../../data/schema-context.tsx'
import { useCopyText } from '../../data/use-copy-text.ts'
import { useStoredTitle } from '../../data/use-titles.ts'
import { useT } from '../../i18n/use-t.ts'
import { Button } from '../../ui/button/button.tsx'
import { cx } from '../../ui/class-names.ts'
import { IconButton } from '../../ui/icon-button/icon-button.tsx'
import { Message } from '../../ui/message/message.tsx'
import { NotFoundScreen } from '../../ui/not-found/not-found-screen.tsx'
import { Note } from '../../ui/note/note.tsx'
import { ScreenHeader } from '../../ui/screen-header/screen-header.tsx'
import { Skeleton } from '../../ui/skeleton/skeleton.tsx'
import { apiQuestionOf } from './api-params.ts'
import styles from './api-screen.module.css'
import { ApiSettings } from './api-settings.tsx'
import { JsonTree } from './tree/json-tree.ts'
import { TreePanel } from './tree-panel.tsx'
import { useApiAnswer } from './use-api-answer.ts'
import type { ApiAnswer } from '../../../shared/ipc.ts'
import { Icon } from '../../ui/icon/icon.tsx'

/** The screen with the server's JSON of a document or global (S2.50-S2.58); not found if the site hides it. */
export function ApiScreen({ kind }: { kind: EntityKind }) {
  const { slug = '', id = '' } = useParams()
  const schema = useSchema()
  const can = useCan()
  const entities: (Collection | Global)[] = kind === 'global' ? schema.globals : schema.collections
  const entity = entities.find((one) => one.slug === slug)
  const ref = useMemo(() => makeRef(kind, slug, id), [kind, slug, id])
  if (entity === undefined || !entity.apiView || !can(kind, slug, 'read')) return <NotFoundScreen />
  return <ApiView key={refKey(ref)} docRef={ref} entity={entity} />
}

function ApiView({ docRef: ref, entity }: { docRef: DocRef; entity: Collection | Global }) {
  const { t, label } = useT()
  const schema = useSchema()
  const [params, setParams] = useSearchParams()
  const { locale } = useContentLocale()
  const status = useConnection()?.status
  const isNew = isTempId(refId(ref))
  const canAsk = status === 'online' && !isNew
  const hasDrafts = entity.versions?.drafts === true
  const question = apiQuestionOf(params, { locale, defaultDepth: schema.defaultDepth, hasDrafts })
  const [authenticated, setAuthenticated] = useState(true)
  const [isFull, setFull] = useState(false)
  const state = useApiAnswer({ ref, question, authenticated }, canAsk)
  const title = useStoredTitle(ref, entity)
  const tabs = useDocumentTabs(ref, entity)
  const suffix = localeSuffix(params.get('locale'))
  const change = (name: string, value: string) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before)
        next.set(name, value)
        return next
      },
      { replace: true },
    )
  const plural = 'labels' in entity ? label(entity.labels.plural) || entity.slug : null
  const answer = canAsk ? (state.shown?.answer ?? null) : null
  const isKnown = status !== undefined && status !== 'checking'
  const reason = isNew ? t('galley:actions.saveFirst') : t('galley:actions.needsServer')
  return (
    <>
      <ScreenHeader
        crumbs={[
          ...(plural === null ? [] : [{ label: plural, to: adminRoutes.list(entity.slug) + suffix }]),
          { label: title, to: adminRoutes.document(ref) + suffix },
        ]}
        title="API"
        tabs={tabs}
      />
      <div className={cx(styles['body'], isFull && styles['full'])}>
        {!isFull && (
          <div className={styles['side']}>
            <ApiSettings
              question={question}
              authenticated={authenticated}
              hasDrafts={hasDrafts}
              disabledReason={canAsk || !isKnown ? null : reason}
              onDraft={(draft) => change('draft', String(draft))}
              onDepth={(depth) => change('depth', String(depth))}
              onAuthenticated={setAuthenticated}
            />
            {answer?.outcome === 'answered' && <ApiFacts answer={answer} />}
          </div>
        )}
        <section aria-label={t('galley:api.answer')} className={styles['main']}>
          <div className={styles['head']}>
            <ApiUrl docRef={ref} query={apiQuery(question)} />
            <IconButton
              icon={isFull ? Minimize : Maximize}
              label={t('galley:api.fullscreen')}
              pressed={isFull}
              onPress={() => setFull(!isFull)}
            />
          </div>
          {canAsk || !isKnown ? (
            <ServerAnswer state={state} />
          ) : (
            <StoredDocument docRef={ref} entity={entity} isSignedOut={status === 'signed-out'} />
          )}
        </section>
      </div>
    </>
  )
}

/** The address of the question, with buttons to open and copy it (S2.50). */
function ApiUrl({ docRef, query }: { docRef: DocRef; query: string }) {
  const { t } = useT()
  const { server } = useAccount()
  const { routes } = useSchema()
  const { slug } = docRef
  const path =
    docRef.kind === 'global'
      ? `/globals/${encodeURIComponent(slug)}`
      : `/${encodeURIComponent(slug)}/${encodeURIComponent(docRef.id)}`
  const url = server.url + (routes.api === '/' ? '' : routes.api) + path + query
  const copy = useCopyText()
  return (
    <>
      <span className={styles['url-label']}>API URL</span>
      <a href={url} target="_blank" rel="noopener noreferrer" title={url} className={styles['url']}>
        <bdi dir="ltr">{url}</bdi>
      </a>
      <IconButton
        icon={Copy}
        label={t('galley:api.copyUrl')}
        onPress={() => void copy(url, t('general:copied'))}
      />
    </>
  )
}

function ServerAnswer({ state }: { state: ReturnType<typeof useApiAnswer> }) {
  const { t } = useT()
  const { shown, isAsking, isWhole, isBroken, again } = state
  const taken = shown?.taken ?? null
  if (taken !== null)
    return <TreePanel tree={taken.tree} version={taken.version} isBusy={isAsking || !isWhole} />
  const answer = shown?.answer ?? null
  const isUnreadable = answer?.outcome === 'answered'
  const title = isUnreadable
    ? t('galley:api.notJson')
    : t(isBroken ? 'galley:api.brokeOff' : 'galley:api.failed')
  if (isUnreadable || (answer?.outcome === 'failed' && !isAsking)) {
    return (
      <div className={styles['place']}>
        <Message
          kind="error"
          title={title}
          body={t(isUnreadable ? 'galley:api.notJsonBody' : 'galley:api.failedBody')}
          actions={<Button onPress={again}>{t('galley:sync.tryAgain')}</Button>}
        />
      </div>
    )
  }
  return (
    <div className={styles['place']}>
      <Skeleton lines={12} lineHeight="1.375rem" />
    </div>
  )
}

/** The document as this computer has it, with a note that the server was not asked (M.08). */
function StoredDocument(props: { docRef: DocRef; entity: Collection | Global; isSignedOut: boolean }) {
  const { docRef, entity, isSignedOut } = props
  const { t, formatMoment } = useT()
  const { locale } = useContentLocale()
  const { data, isPending } = useDocumentQuery(docRef)
  const base = data?.isNew === true ? null : (data?.base ?? null)
  const tree = useMemo(
    () => (base === null ? null : JsonTree.of(projectLocale(entity.fields, base.data, locale))),
    [base, entity.fields, locale],
  )
  if (isPending) return null
  if (base === null || tree === null) {
    return (
      <div className={styles['place']}>
        <Message
          kind="offline"
          title={t('galley:api.notHere')}
          body={t(isSignedOut ? 'galley:api.notHereSignedOut' : 'galley:api.notHereBody')}
        />
      </div>
    )
  }
  return (
    <>
      <div className={styles['note']}>
        <Note
          role="status"
          icon={CloudOff}
          title={t(isSignedOut ? 'galley:api.storedSignedOut' : 'galley:api.stored')}
        >
          {t('galley:api.storedBody', { time: formatMoment(base.fetchedAt) })}
        </Note>
      </div>
      <TreePanel tree={tree} version={0} isBusy={false} />
    </>
  )
}

/** Status, duration, size and time of the server's answer. */
export function ApiFacts({ answer }: { answer: Extract<ApiAnswer, { outcome: 'answered' }> }) {
  const { t, formatNumber, formatTime } = useT()
  const isGood = answer.status < 400
  const facts: [string, string][] = [
    [t('galley:api.time'), t('galley:api.ms', { ms: formatNumber(answer.ms) })],
    [t('galley:api.size'), t('galley:api.bytes', { bytes: formatNumber(answer.bytes) })],
    [t('galley:api.asked'), formatTime(answer.at)],
  ]
  return (
    <dl className={styles['facts']}>
      <div className={styles['fact']}>
        <dt>{t('galley:api.status')}</dt>
        <dd className={isGood ? styles['good'] : styles['bad']}>
          <Icon icon={isGood ? Check : TriangleAlert} size="small" />
          {answer.status}
        </dd>
      </div>
      {facts.map(([name, value]) => (
        <div key={name} className={styles['fact']}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
