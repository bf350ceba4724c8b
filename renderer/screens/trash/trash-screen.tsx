import { useQuery, useQueryClient } from '@tanstack/react-query'
import { RotateCcw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useParams, useSearchParams } from 'react-router-dom'
import { refId } from '../../../shared/cms/doc-ref.ts'
import { dataField } from '../../../shared/cms/fields.ts'
import { adminRoutes } from '../../../shared/cms/routes.ts'
import type { Collection } from '../../../shared/cms/schema-model.ts'
import { documentTitle } from '../../../shared/document/title.ts'
import type { TrashResult, TrashRow } from '../../../shared/ipc.ts'
import { galley } from '../../data/bridge.ts'
import { callReason } from '../../data/call-reason.ts'
import { useContentLocale } from '../../data/content-locale.ts'
import { localeSuffix } from '../../data/locale-of.ts'
import { useFieldTypes } from '../../data/field-types-context.ts'
import { notDoneReason } from '../../data/not-done.ts'
import { queryKeys, useConnection } from '../../data/queries.ts'
import { useCan, useCollection, useSchema } from '../../data/schema-context.tsx'
import type { Translate } from '../../i18n/translator.ts'
import { useT } from '../../i18n/use-t.ts'
import { Button } from '../../ui/button/button.tsx'
import { Message } from '../../ui/message/message.tsx'
import { ScreenHeader } from '../../ui/screen-header/screen-header.tsx'
import { Skeleton } from '../../ui/skeleton/skeleton.tsx'
import { useToast } from '../../ui/toast/toast-queue.ts'
import { ListFooter } from '../../ui/list-footer/list-footer.tsx'
import { positive } from '../../data/list-params.ts'
import { NotFoundScreen } from '../../ui/not-found/not-found-screen.tsx'
import { DeleteForGoodDialog, RestoreDialog } from './trash-dialogs.tsx'
import styles from './trash-screen.module.css'
import { TrashTable } from './trash-table.tsx'

const LIMIT = 50

/** What was deleted of a collection, to be restored or deleted for good; a collection without a trash is not found. */
export function TrashScreen() {
  const { slug = '' } = useParams()
  const collection = useCollection(slug)
  if (collection === null || !collection.trash) return <NotFoundScreen />
  return <Trash key={slug} collection={collection} />
}

/** The trash is on the server alone, so that nothing of it is done or shown without it (M.08). */
function Trash({ collection }: { collection: Collection }) {
  const { slug } = collection
  const { t, label } = useT()
  const can = useCan()
  const [params, setParams] = useSearchParams()
  const page = positive(params.get('page'), Number.MAX_SAFE_INTEGER) ?? 1
  const status = useConnection()?.status
  const online = status === 'online'
  const titleOf = useTrashTitle(collection)
  const trash = useQuery({
    queryKey: queryKeys.trash(slug, page, LIMIT),
    queryFn: () => galley.call('trash.list', { slug, page, limit: LIMIT }),
    enabled: online,
    staleTime: 0,
  })
  const answer = trash.data
  const rows = answer?.outcome === 'done' ? answer.rows : []
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const ids = rows.map(({ ref }) => refId(ref)).filter((id) => chosen.has(id))
  const [asking, setAsking] = useState<'restore' | 'delete' | null>(null)
  const act = useTrashActions(slug, () => {
    setAsking(null)
    setChosen(new Set())
  })
  const plural = label(collection.labels.plural) || slug
  const locale = params.get('locale')
  const suffix = localeSuffix(locale)
  const noServer = online ? null : t('galley:actions.needsServer')
  const restoreReason = can('collection', slug, 'update') ? noServer : t('galley:edit.notAllowed')
  const deleteReason = can('collection', slug, 'delete') ? noServer : t('galley:edit.notAllowed')

  return (
    <>
      <ScreenHeader
        crumbs={[{ label: plural, to: adminRoutes.list(slug) + suffix }]}
        title={t('galley:actions.trashList.open')}
      />
      {rows.length > 0 ? (
        <TrashTable
          label={t('galley:actions.trashList.title', { label: plural })}
          titleLabel={label(dataField(collection.fields, collection.useAsTitle)?.label ?? null) || 'ID'}
          rows={rows}
          chosen={chosen}
          onChosen={setChosen}
          titleOf={titleOf}
        />
      ) : (
        <div className={styles['place']}>
          {!online ? (
            <Message
              kind="offline"
              title={t('galley:actions.trashList.offlineTitle')}
              body={t(
                status === 'signed-out'
                  ? 'galley:actions.trashList.signedOutBody'
                  : 'galley:actions.trashList.offlineBody',
              )}
            />
          ) : answer === undefined && trash.error === null ? (
            <Skeleton lines={6} />
          ) : answer?.outcome === 'done' ? (
            <Message
              kind="empty"
              title={t('galley:actions.trashList.empty', { label: plural })}
              body={t('galley:actions.trashList.emptyBody')}
            />
          ) : (
            <Message
              kind="error"
              title={answer ? notDoneReason(answer, t) : callReason(trash.error, t)}
              actions={<Button onPress={() => void trash.refetch()}>{t('galley:edit.tryAgain')}</Button>}
            />
          )}
        </div>
      )}
      <ListFooter
        note={null}
        {...(ids.length > 0 && {
          bulk: (
            <div role="group" aria-label={t('galley:actions.many.bar')} className={styles['bar']}>
              <span role="status">{t('galley:actions.many.selected', { count: ids.length })}</span>
              <Button
                size="header"
                icon={RotateCcw}
                disabledReason={restoreReason}
                onPress={() => setAsking('restore')}
              >
                {t('general:restore')}
              </Button>
              <Button
                size="header"
                variant="quiet"
                icon={Trash2}
                disabledReason={deleteReason}
                className={styles['danger']}
                onPress={() => setAsking('delete')}
              >
                {t('galley:actions.trashList.delete')}
              </Button>
            </div>
          ),
        })}
        page={page}
        limit={LIMIT}
        totalDocs={answer?.outcome === 'done' ? answer.totalDocs : 0}
        limits={[LIMIT]}
        onPage={(next) =>
          setParams((before) => {
            const after = new URLSearchParams(before)
            after.set('page', String(next))
            return after
          })
        }
        onLimit={() => undefined}
      />
      {asking === 'restore' && (
        <RestoreDialog
          count={ids.length}
          drafts={collection.versions?.drafts === true}
          busy={act.busy}
          onConfirm={(publish) =>
            void act.run(
              () => galley.call('trash.restore', { slug, ids, publish }),
              (count) => t('galley:actions.trashList.restored', { count }),
            )
          }
          onCancel={() => setAsking(null)}
        />
      )}
      {asking === 'delete' && (
        <DeleteForGoodDialog
          count={ids.length}
          busy={act.busy}
          onConfirm={() =>
            void act.run(
              () => galley.call('trash.empty', { slug, ids }),
              (count) => t('galley:actions.trashList.gone', { count }),
            )
          }
          onCancel={() => setAsking(null)}
        />
      )}
    </>
  )
}

/** Does something to documents of the trash, says what came of it, and has trash and list read again. */
function useTrashActions(slug: string, onDone: () => void) {
  const { t } = useT()
  const client = useQueryClient()
  const toast = useToast()
  const [busy, setBusy] = useState(false)
  return {
    busy,
    async run(ask: () => Promise<TrashResult>, words: (count: number) => string): Promise<void> {
      setBusy(true)
      try {
        const result = await ask()
        if (result.outcome !== 'done') {
          toast.error(notDoneReason(result, t))
          return
        }
        const { done, refused } = result
        if (done.length > 0) toast.success(words(done.length))
        const [first] = refused
        if (first !== undefined)
          toast.error(t('galley:actions.trashList.refused', { count: refused.length }), {
            detail: leftBecause(first, t),
          })
        onDone()
      } catch (error) {
        toast.error(t('galley:sync.notDone', { reason: callReason(error, t) }))
      } finally {
        setBusy(false)
        await client.invalidateQueries({ queryKey: queryKeys.trashes(slug) })
      }
    },
  }
}

/** Why the first of those that it was not done to is as it was, or may not be. */
function leftBecause({ why, message }: { why: string; message: string }, t: Translate): string {
  if (why === 'restored') return t('galley:actions.trashList.restoredBefore')
  if (why === 'unknown') return t('galley:actions.failed.maybe')
  return message || t('galley:actions.failed.unknown')
}

function useTrashTitle(collection: Collection): (row: TrashRow) => string {
  const { t } = useT()
  const types = useFieldTypes()
  const schema = useSchema()
  const { locale } = useContentLocale()
  return ({ ref, title }) =>
    documentTitle(types, {
      collection,
      data: { [collection.useAsTitle]: title },
      locale,
      ref,
      untitled: `[${t('general:untitled')}]`,
      fallbackLocale: schema.localization?.defaultLocale ?? null,
    })
}
