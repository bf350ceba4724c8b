import { Trash2, TriangleAlert } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { Navigate, useNavigate, useParams, useSearchParams } from 'react-router-dom'
import { makeRef, refId, refKey, type DocRef } from '../../../../shared/cms/doc-ref.ts'
import { adminRoutes } from '../../../../shared/cms/routes.ts'
import type { Collection } from '../../../../shared/cms/schema-model.ts'
import { LAST_STATE } from '../../../../shared/document/versions.ts'
import { isOffScreen } from '../../../../shared/document/resolve-field.ts'
import { useCommand } from '../../../commands/use-commands.ts'
import { callReason } from '../../../data/failure-reasons.ts'
import { useContentLocale } from '../../../data/content-locale.tsx'
import { localeSuffix } from '../../../data/locale-of.ts'
import { useFieldTypes } from '../../../data/field-types-context.ts'
import { useConnection } from '../../../data/queries.ts'
import { useCan, useCollection } from '../../../data/schema-context.tsx'
import { useTitleOf } from '../../../data/use-titles.ts'
import { placeOf } from '../../../fields/place.ts'
import { createShownForm } from '../../../form/shown-form.ts'
import type { KnownRow } from '../../../form/use-permitted.ts'
import { useT } from '../../../i18n/use-t.ts'
import { Button } from '../../../ui/button/button.tsx'
import { Message } from '../../../ui/message/message.tsx'
import { NotFoundScreen } from '../../../ui/not-found/not-found-screen.tsx'
import { Note } from '../../../ui/note/note.tsx'
import { ScreenHeader } from '../../../ui/screen-header/screen-header.tsx'
import { Select } from '../../../ui/select/select.tsx'
import { Skeleton } from '../../../ui/skeleton/skeleton.tsx'
import styles from '../edit-screen.module.css'
import { ItemButtons } from '../../../fields/document-rows/item-buttons.tsx'
import { useTrashActions } from '../../../fields/document-rows/use-trash-actions.tsx'
import { InspectorButton, useInspector, type InspectorState } from '../inspector.tsx'
import { ShownForm } from '../shown-form.tsx'
import { IN_TRASH, useDeletedStates, type DeletedStates } from './use-deleted-states.ts'

/** Permissions of a document in the trash are not known. */
const NOTHING_KNOWN: KnownRow = {}

/** The screen of a deleted document: its last state and the local versions, read-only. */
export function DeletedScreen() {
  const { slug = '', id = '' } = useParams()
  const collection = useCollection(slug)
  const can = useCan()
  const ref = makeRef('collection', slug, id)
  if (collection === null || !can('collection', slug, 'read')) return <NotFoundScreen />
  return <Deleted key={refKey(ref)} docRef={ref} collection={collection} />
}

function Deleted({ docRef: ref, collection }: { docRef: DocRef; collection: Collection }) {
  const { t, label } = useT()
  const titleOf = useTitleOf()
  const { locale, dir } = useContentLocale()
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const [chosen, choose] = useState<string | null>(null)
  const suffix = localeSuffix(params.get('locale'))
  const deleted = useDeletedStates(ref, collection, chosen)
  const { shown } = deleted
  const isInTrash = deleted.states.some(({ id }) => id === IN_TRASH)
  // A restored document opens by itself, once the server says so.
  const { itemsFor, dialog } = useTrashActions(collection, (what, done) => {
    if (what === 'delete' && done.includes(refId(ref))) void navigate(adminRoutes.trash(ref.slug) + suffix)
  })
  const hasDetails = collection.fields.some(
    (field) => placeOf(field, collection) === 'sidebar' && !isOffScreen(field),
  )
  const inspector = useInspector(hasDetails, { hasSecondLocale: false, isPreviewed: false })
  useCommand({
    id: 'document.details',
    title: 'galley:edit.details',
    shortcut: 'Mod+.',
    run: inspector.toggle,
    when: () => hasDetails,
  })
  const crumbs = [
    { label: label(collection.labels.plural) || ref.slug, to: adminRoutes.list(ref.slug) + suffix },
    ...(collection.trash
      ? [{ label: t('galley:actions.trashList.open'), to: adminRoutes.trash(ref.slug) + suffix }]
      : []),
  ]
  if (deleted.isRestored) return <Navigate to={adminRoutes.document(ref) + suffix} replace />
  return (
    <>
      <ScreenHeader
        crumbs={crumbs}
        title={
          shown === null
            ? label(collection.labels.singular) || ref.slug
            : titleOf(collection, { ref, data: shown.data }, locale)
        }
        titleDir={dir ?? 'auto'}
        actions={
          <>
            {isInTrash && <ItemButtons items={itemsFor([refId(ref)], [NOTHING_KNOWN], false)} />}
            {shown !== null && hasDetails && <InspectorButton state={inspector} />}
          </>
        }
      />
      {dialog}
      {shown === null ? (
        <div className={styles['scroll']}>
          <div className={styles['form']}>
            <NothingShown deleted={deleted} />
          </div>
        </div>
      ) : (
        <State
          key={shown.id}
          docRef={ref}
          collection={collection}
          shown={shown}
          deleted={deleted}
          inspector={hasDetails ? inspector : null}
          onChoose={choose}
        />
      )}
    </>
  )
}

/** The reason that no state of the document is shown. */
function NothingShown({ deleted }: { deleted: DeletedStates }) {
  const { t } = useT()
  const isOnline = useConnection()?.status === 'online'
  if (deleted.isAsking) return <Skeleton lines={6} lineHeight="4.5rem" />
  if (deleted.failure !== null)
    return (
      <Message
        kind="error"
        title={t('galley:deleted.failed')}
        body={callReason(deleted.failure.why, t)}
        actions={<Button onPress={deleted.again}>{t('galley:sync.tryAgain')}</Button>}
      />
    )
  return (
    <Message
      kind={isOnline ? 'empty' : 'offline'}
      title={t('galley:deleted.missing')}
      body={t(isOnline ? 'galley:deleted.missingBody' : 'galley:deleted.offline')}
    />
  )
}

type StateProps = {
  docRef: DocRef
  collection: Collection
  shown: NonNullable<DeletedStates['shown']>
  deleted: DeletedStates
  /** Null: there are no details. */
  inspector: InspectorState | null
  onChoose: (id: string | null) => void
}

function State({ docRef: ref, collection, shown, deleted, inspector, onChoose }: StateProps) {
  const { t, formatMoment } = useT()
  const types = useFieldTypes()
  const { data, id } = shown
  const form = useMemo(() => {
    const base = { data, updatedAt: null, status: null, hasPublished: null, fetchedAt: '' }
    return createShownForm({ entity: collection, types, view: { ref, isGone: true, base } })
  }, [collection, types, ref, data])
  const root = useRef<HTMLDivElement>(null)
  const scroll = useRef<HTMLDivElement>(null)
  const options = deleted.states.map(({ id: value, updatedAt, status }) => ({
    value,
    label: [
      value === IN_TRASH || value === LAST_STATE ? t('galley:deleted.lastState') : null,
      updatedAt === null ? null : formatMoment(updatedAt),
      status === null || value === LAST_STATE ? null : t(`version:${status}`),
    ]
      .filter((words) => words !== null)
      .join(' · '),
  }))
  return (
    <div ref={root} className={styles['sheet']}>
      <ShownForm
        docRef={ref}
        form={form}
        reason={t('galley:deleted.readOnly')}
        root={root}
        scroll={scroll}
        inspector={inspector}
        hasDetails={inspector !== null}
        notes={
          <>
            {deleted.failure !== null && (
              <Note
                tone="bad"
                icon={TriangleAlert}
                role="status"
                title={t('galley:deleted.failed')}
                action={
                  <Button size="row" onPress={deleted.again}>
                    {t('galley:sync.tryAgain')}
                  </Button>
                }
              >
                {callReason(deleted.failure.why, t)}
              </Note>
            )}
            <Note
              icon={Trash2}
              role="status"
              title={t(id === IN_TRASH ? 'galley:deleted.inTrash' : 'galley:deleted.title')}
            >
              {t('galley:deleted.body')}
              {id !== IN_TRASH && ` ${t('galley:deleted.kept')}`}
            </Note>
            {options.length > 1 && (
              <Select label={t('galley:deleted.state')} options={options} value={id} onChange={onChoose} />
            )}
          </>
        }
      />
    </div>
  )
}
