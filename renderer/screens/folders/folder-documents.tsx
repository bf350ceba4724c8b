import { Ellipsis, ExternalLink, X } from 'lucide-react'
import { useId, useMemo, useRef, type ReactNode } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { refId } from '../../../shared/cms/doc-ref.ts'
import { adminRoutes } from '../../../shared/cms/routes.ts'
import type { Collection } from '../../../shared/cms/schema-model.ts'
import type { ListQuery, ListRow } from '../../../shared/ipc.ts'
import type { JsonObject } from '../../../shared/json.ts'
import { callReason } from '../../data/failure-reasons.ts'
import { withState } from '../../data/list-address.ts'
import { localeSuffix } from '../../data/locale-of.ts'
import { useListQuery } from '../../data/queries.ts'
import { useAgainOnChange, knownTotal, useList } from '../../data/use-list.ts'
import { useTitleOf } from '../../data/use-titles.ts'
import { ItemButtons } from '../../fields/document-rows/item-buttons.tsx'
import { RowCheckbox } from '../../fields/document-rows/row-checkbox.tsx'
import { useSelectedRows } from '../../fields/document-rows/use-selected-rows.ts'
import { canHold, folderOf, type Folder } from '../../fields/folder/folder-tree.ts'
import { useFolderCollection, useFolderValue } from '../../fields/folder/use-folders.ts'
import { useMoveToFolder, type MoveTarget } from '../../fields/folder/use-move-to-folder.tsx'
import { pictured } from '../../fields/thumbnail/picture-sources.ts'
import { Thumbnail } from '../../fields/thumbnail/thumbnail.tsx'
import { useT } from '../../i18n/use-t.ts'
import { CacheNote } from '../../sync/cache-note.tsx'
import { Ago } from '../../ui/moment/moment.tsx'
import { Button } from '../../ui/button/button.tsx'
import { MenuButton } from '../../ui/menu-button/menu-button.tsx'
import { Message } from '../../ui/message/message.tsx'
import { Pill } from '../../ui/pill/pill.tsx'
import { Skeleton } from '../../ui/skeleton/skeleton.tsx'
import { StatusDot } from '../../ui/status-dot/status-dot.tsx'
import { SyncState } from '../../ui/sync-state/sync-state.tsx'
import { useDragToFolder } from './folder-drag.ts'
import styles from './folders-screen.module.css'

/** Most documents of a collection; its list has all of them. */
const SHOWN = 25
const NO_ROWS: ListRow[] = []

/** Returns the filter of a folder's content; null: documents without a folder. */
function inFolder(field: string, id: string | number | null): JsonObject {
  return { [field]: id === null ? { exists: false } : { equals: id } }
}

const UNSENT: JsonObject = { '@unsent': { equals: 'true' } }
const allOf = (...and: JsonObject[]): JsonObject => ({ or: [{ and }] })

/** Returns documents with unsent edits that moved into the folder and are missing in the server's page. */
function useUnsentHere(query: ListQuery, rule: JsonObject, listed: readonly ListRow[]): ListRow[] {
  const unsent = useMemo((): ListQuery => ({ ...query, where: allOf(rule, UNSENT) }), [query, rule])
  const { data } = useListQuery(unsent)
  return useMemo(() => {
    const known = new Set(listed.map(({ ref }) => refId(ref)))
    return (data?.rows ?? NO_ROWS).filter(({ ref }) => !known.has(refId(ref)))
  }, [data, listed])
}

type DocumentsProps = { collection: Collection; folder: string | null; locale: string | null }

/** The documents of one collection in a folder, newest first, from this computer at once. */
export function FolderDocuments(props: DocumentsProps) {
  const { collection, locale } = props
  const { t, label, formatNumber } = useT()
  const headId = useId()
  const shown = useFolderPage(props)
  const { query, list, refresh, rows, total, moves, selection, chosen } = shown
  const plural = label(collection.labels.plural) || collection.slug
  const suffix = localeSuffix(locale)
  const isKnown = knownTotal(list.data) !== null || refresh.result?.outcome === 'unchanged'

  // The screen says once that the folder is empty, not per collection.
  const isNothing = list.data !== undefined && rows.length === 0 && isKnown
  return (
    <>
      {!isNothing && (
        <section aria-labelledby={headId}>
          <div className={styles['head']}>
            <h2 id={headId}>
              {plural} {total > 0 && <Pill>{formatNumber(total)}</Pill>}
            </h2>
            {chosen.length > 0 && (
              <div role="group" aria-label={t('galley:actions.many.bar')} className={styles['bar']}>
                <span role="status">{t('galley:actions.many.selected', { count: chosen.length })}</span>
                <ItemButtons
                  items={[
                    ...moves.itemsFor({ documents: chosen, onDone: selection.clear }),
                    {
                      id: 'clear',
                      label: t('galley:actions.many.clear'),
                      icon: X,
                      onAction: selection.clear,
                    },
                  ]}
                />
              </div>
            )}
          </div>
          {list.isError && list.data === undefined ? (
            <Message
              kind="error"
              title={t('galley:list.unreadable', { label: plural })}
              body={callReason(list.error, t)}
              actions={<Button onPress={() => void list.refetch()}>{t('galley:sync.tryAgain')}</Button>}
            />
          ) : list.data === undefined || (rows.length === 0 && refresh.asking) ? (
            <Skeleton lines={3} />
          ) : rows.length === 0 ? (
            <CacheNote fetchedAt={null} refresh={refresh} />
          ) : (
            <ul className={styles['documents']}>
              {rows.map((row) => (
                <DocumentRow key={refId(row.ref)} {...props} row={row} page={shown} />
              ))}
            </ul>
          )}
          {total > rows.length && (
            <Link
              to={`${adminRoutes.list(collection.slug)}?${withState(new URLSearchParams(suffix), { where: query.where }).toString()}`}
              className={styles['all']}
            >
              {t('galley:list.folders.all', { count: total, label: plural })}
            </Link>
          )}
        </section>
      )}
      {/* At one position with and without rows, so that it stays mounted when the last row leaves. */}
      {moves.dialog}
    </>
  )
}

type FolderPage = ReturnType<typeof useFolderPage>

/** Returns the newest documents of a collection in the folder, the selected ones, and how they are moved. */
function useFolderPage({ collection, folder, locale }: DocumentsProps) {
  const valueOf = useFolderValue()
  const { slug } = collection
  const rule = useMemo(
    () => inFolder(collection.folderField ?? 'folder', valueOf(folder)),
    [valueOf, collection, folder],
  )
  const query = useMemo(
    (): ListQuery => ({
      slug,
      page: 1,
      limit: SHOWN,
      sort: '-updatedAt',
      search: '',
      where: allOf(rule),
      locale,
    }),
    [rule, slug, locale],
  )
  const { list, refresh } = useList(query)
  // Deleting a folder moves its documents out on the server.
  useAgainOnChange(useFolderCollection()?.slug ?? '', refresh.asking, refresh.again)
  const listed = list.data?.rows ?? NO_ROWS
  const unsent = useUnsentHere(query, rule, listed)
  const moves = useMoveToFolder(collection, locale)
  // A page stays as the server sent it, so documents moved since are filtered here.
  const isHere = (row: ListRow): boolean => folderOf(collection, row) === folder
  const rows = [...unsent, ...listed].filter(isHere)
  const selection = useSelectedRows(rows, JSON.stringify([slug, folder]))
  // Documents that left the folder are not selected any more.
  const chosen = rows.filter(({ ref }) => selection.ids.has(refId(ref)))
  const total = (list.data?.totalDocs ?? 0) + rows.length - listed.length
  return { query, list, refresh, rows, total, moves, selection, chosen }
}

type RowProps = DocumentsProps & { row: ListRow; page: FolderPage }

/** One document: its checkbox, title, state and menu; it can be dragged onto a folder. */
function DocumentRow({ collection, folder, locale, row, page }: RowProps) {
  const { moves, selection, chosen } = page
  const { t } = useT()
  const navigate = useNavigate()
  const titleOf = useTitleOf()
  const id = refId(row.ref)
  const title = titleOf(collection, row, locale)
  const to = adminRoutes.document(row.ref) + localeSuffix(locale)
  const isChosen = selection.ids.has(id)
  /** Returns the documents of the action: all selected ones if this is one of them. */
  const target = (): MoveTarget =>
    isChosen && chosen.length > 1
      ? { documents: chosen, onDone: selection.clear }
      : { documents: [row], one: { title, from: folder } }
  const whyNot = moves.whyNot(target().documents)
  return (
    <DocumentItem
      slug={collection.slug}
      onMove={whyNot === null ? (at) => moves.ask({ ...target(), to: at }) : null}
    >
      <RowCheckbox id={id} title={title} selected={isChosen} onSelect={selection.rows.onSelect} inTabOrder />
      {collection.upload && <Thumbnail of={pictured(row)} size="row" />}
      <Link to={to} className={styles['name']} draggable={false}>
        <bdi>{title}</bdi>
      </Link>
      <span className={styles['state']}>
        {row.state.kind === 'saved' ? (
          row.status !== null && <StatusDot status={row.status} />
        ) : (
          <SyncState state={row.state} compact />
        )}
      </span>
      <span className={styles['time']}>{row.updatedAt !== null && <Ago iso={row.updatedAt} />}</span>
      <MenuButton
        size="row"
        icon={Ellipsis}
        label={t('galley:list.rowMenu', { title })}
        items={[
          {
            id: 'open',
            label: t('general:open'),
            icon: ExternalLink,
            onAction: () => void navigate(to),
          },
          ...moves.itemsFor(target()),
        ]}
      />
    </DocumentItem>
  )
}

type ItemProps = {
  slug: string
  /** Moves it to the folder that it is dropped on; null: it cannot be moved. */
  onMove: ((to: Folder) => void) | null
  children: ReactNode
}

/** A document that can be dragged onto a folder. */
function DocumentItem({ slug, onMove, children }: ItemProps) {
  const item = useRef<HTMLLIElement>(null)
  useDragToFolder(item, (folder) => canHold(folder, slug), onMove)
  return (
    <li ref={item} className={styles['document']}>
      {children}
    </li>
  )
}
