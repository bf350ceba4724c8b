import { useQuery } from '@tanstack/react-query'
import { Eye, Hash } from 'lucide-react'
import { useMemo } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router-dom'
import { refId } from '../../../shared/cms/doc-ref.ts'
import { adminRoutes } from '../../../shared/cms/routes.ts'
import type { Collection } from '../../../shared/cms/schema-model.ts'
import type { ListRow, TrashRow } from '../../../shared/ipc.ts'
import { galley } from '../../data/bridge.ts'
import { callReason } from '../../data/call-reason.ts'
import { useListPreference } from '../../data/list-preference.ts'
import { useContentLocale } from '../../data/content-locale.ts'
import { localeSuffix } from '../../data/locale-of.ts'
import { notDoneReason } from '../../data/not-done.ts'
import { queryKeys, useConnection } from '../../data/queries.ts'
import { useCollection } from '../../data/schema-context.tsx'
import { shownColumns, type Column } from '../../fields/document-columns/columns.ts'
import { useCellContext } from '../../fields/document-columns/use-cell-context.ts'
import type { CellContext } from '../../fields/document-columns/cell-context.ts'
import { useExportList } from '../../fields/export/use-export-list.tsx'
import { useCopyId } from '../../fields/document-rows/use-copy-id.ts'
import { useSelectedRows } from '../../fields/document-rows/use-selected-rows.ts'
import { useFieldModules } from '../../fields/field-modules-context.ts'
import { useTitleOf } from '../../data/use-title-of.ts'
import { useT } from '../../i18n/use-t.ts'
import { Button } from '../../ui/button/button.tsx'
import type { MenuItemSpec } from '../../ui/menu-button/menu-button.tsx'
import { Message } from '../../ui/message/message.tsx'
import { ScreenHeader } from '../../ui/screen-header/screen-header.tsx'
import { Skeleton } from '../../ui/skeleton/skeleton.tsx'
import { ListFooter } from '../../ui/list-footer/list-footer.tsx'
import { positive } from '../../data/list-address.ts'
import { NotFoundScreen } from '../../ui/not-found/not-found-screen.tsx'
import styles from './trash-screen.module.css'
import { listRowOf, TrashTable } from './trash-table.tsx'
import { ItemButtons } from '../../fields/document-rows/item-buttons.tsx'
import { useTrashActions } from '../../fields/document-rows/use-trash-actions.tsx'

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
  const [params, setParams] = useSearchParams()
  const page = positive(params.get('page')) ?? 1
  const status = useConnection()?.status
  const online = status === 'online'
  const titleOf = useTrashTitle(collection)
  const columns = useColumns(collection)
  const paths = columns?.map(({ path }) => path) ?? []
  const trash = useQuery({
    queryKey: [...queryKeys.trash(slug, page, LIMIT), paths],
    queryFn: () => galley.call('trash.list', { slug, columns: paths, page, limit: LIMIT }),
    enabled: online && columns !== null,
    staleTime: 0,
  })
  const answer = trash.data
  const rows = answer?.outcome === 'done' ? answer.rows : NO_ROWS
  const listed = useMemo(() => rows.map(listRowOf), [rows])
  const context = useCells(collection, columns ?? NO_COLUMNS, listed)
  const selection = useSelectedRows(listed, String(page))
  const chosen = listed.filter(({ ref }) => selection.ids.has(refId(ref)))
  const actions = useTrashActions(collection, () => selection.clear())
  const plural = label(collection.labels.plural) || slug
  const locale = params.get('locale')
  const suffix = localeSuffix(locale)
  /** `of`: the documents that it would be done to. */
  const itemsFor = (of: readonly ListRow[], isSelection: boolean): MenuItemSpec[] =>
    actions.itemsFor(
      of.map(({ ref }) => refId(ref)),
      of,
      isSelection,
    )
  const copyId = useCopyId()
  const total = answer?.outcome === 'done' ? answer.totalDocs : 0
  const exporting = useExportList()
  const exportOf = (ids: string[] | null): MenuItemSpec =>
    exporting.itemFor(
      total === 0
        ? null
        : {
            from: 'trash',
            query: { slug, search: '', where: null, sort: '-deletedAt', locale: context.locale },
            ids,
            count: ids?.length ?? total,
            columns: (columns ?? NO_COLUMNS).map((column) => ({
              path: column.path,
              label: context.columnLabel(column),
            })),
            label: plural,
            coverage: null,
          },
    )
  const exportAll = exportOf(null)
  const navigate = useNavigate()
  /** Of one of many rows that are chosen the menu is for all of them. */
  const menuItemsOf = (row: TrashRow): MenuItemSpec[] =>
    chosen.length > 1 && selection.ids.has(refId(row.ref))
      ? itemsFor(chosen, true)
      : [
          // What an account holds besides stays with the server.
          ...(collection.auth
            ? []
            : [
                {
                  id: 'show',
                  label: t('galley:deleted.show'),
                  icon: Eye,
                  onAction: () => void navigate(adminRoutes.deleted(row.ref) + suffix),
                },
              ]),
          {
            id: 'copy-id',
            label: t('galley:actions.copyId'),
            icon: Hash,
            onAction: () => void copyId(row.ref),
          },
          ...itemsFor([listRowOf(row)], false),
        ]

  return (
    <>
      <ScreenHeader
        crumbs={[{ label: plural, to: adminRoutes.list(slug) + suffix }]}
        title={t('galley:actions.trashList.open')}
        actions={
          <Button
            variant="quiet"
            size="header"
            {...(exportAll.icon && { icon: exportAll.icon })}
            disabledReason={exportAll.disabledReason ?? null}
            onPress={exportAll.onAction}
          >
            {exportAll.label}
          </Button>
        }
      />
      {rows.length > 0 ? (
        <TrashTable
          label={t('galley:actions.trashList.title', { label: plural })}
          columns={columns ?? NO_COLUMNS}
          context={context}
          rows={rows}
          selection={selection.rows}
          titleOf={titleOf}
          itemsOf={menuItemsOf}
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
        {...(chosen.length > 0 && {
          bulk: (
            <div role="group" aria-label={t('galley:actions.many.bar')} className={styles['bar']}>
              <span role="status">{t('galley:actions.many.selected', { count: chosen.length })}</span>
              <ItemButtons items={[exportOf([...selection.ids]), ...itemsFor(chosen, true)]} />
            </div>
          ),
        })}
        page={page}
        limit={LIMIT}
        totalDocs={total}
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
      {exporting.dialog}
      {actions.dialog}
    </>
  )
}

const NO_ROWS: readonly TrashRow[] = []
const NO_COLUMNS: readonly Column[] = []

/** Those of the list of the collection; null while it is not known which these are. */
function useColumns(collection: Collection): readonly Column[] | null {
  const { kept } = useListPreference(collection.slug)
  const modules = useFieldModules()
  return useMemo(
    () => (kept === undefined ? null : shownColumns(modules, collection, kept.columns)),
    [modules, collection, kept],
  )
}

function useCells(collection: Collection, columns: readonly Column[], rows: ListRow[]): CellContext {
  const { t } = useT()
  const { locale } = useContentLocale()
  const move = useMemo(() => ({ ask: () => undefined, whyNot: () => t('galley:list.folders.inTrash') }), [t])
  return useCellContext(collection, columns, rows, locale, move)
}

function useTrashTitle(collection: Collection): (row: Pick<TrashRow, 'ref' | 'data'>) => string {
  const { locale } = useContentLocale()
  const titleOf = useTitleOf()
  return (row) => titleOf(collection, row, locale)
}
