import { Ellipsis, FolderIcon, FolderPlus, PencilLine, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { Link, useParams } from 'react-router-dom'
import { adminRoutes } from '../../../shared/cms/routes.ts'
import type { Collection } from '../../../shared/cms/schema-model.ts'
import { useContentLocale } from '../../data/content-locale.ts'
import { localeSuffix } from '../../data/locale-of.ts'
import { useDocumentDrawers } from '../../data/document-drawers-context.ts'
import { useConnection } from '../../data/queries.ts'
import { useCan, useCanCreate, useSchema } from '../../data/schema-context.tsx'
import { useVisible } from '../../data/use-visible.ts'
import { canHold, canHoldFolder, folderIdIn, type Folder } from '../../fields/folder/folder-tree.ts'
import {
  useAllFolders,
  useFolderCollection,
  useFolderField,
  useFolderValue,
} from '../../fields/folder/use-folders.ts'
import { useMoveToFolder, type MoveTarget } from '../../fields/folder/use-move-to-folder.tsx'
import { useT } from '../../i18n/use-t.ts'
import { CacheNote } from '../../sync/cache-note.tsx'
import { Button } from '../../ui/button/button.tsx'
import { Icon } from '../../ui/icon/icon.tsx'
import { MenuButton } from '../../ui/menu-button/menu-button.tsx'
import { Message } from '../../ui/message/message.tsx'
import { NotFoundScreen } from '../../ui/not-found/not-found-screen.tsx'
import { ScreenHeader } from '../../ui/screen-header/screen-header.tsx'
import { Skeleton } from '../../ui/skeleton/skeleton.tsx'
import { cx } from '../../ui/class-names.ts'
import { DeleteFolder } from './delete-folder.tsx'
import { FolderDocuments } from './folder-documents.tsx'
import { useDragToFolder, useDropOnFolder } from './folder-drag.ts'
import styles from './folders-screen.module.css'

/** Folders and what lies in them, a level at a time (S2.09). Who may not read folders does not find it. */
export function FoldersScreen() {
  const { id = null } = useParams()
  const site = useSchema().folders
  const folders = useFolderCollection()
  if (site === null || !site.browse || folders === null) return <NotFoundScreen />
  return <FolderLevel key={id ?? ''} folders={folders} id={id} />
}

function FolderLevel({ folders, id }: { folders: Collection; id: string | null }) {
  const { t, formatNumber } = useT()
  const { locale } = useContentLocale()
  const { tree, rows, most, fetchedAt, refresh } = useAllFolders(locale)
  const field = useFolderField()
  const moves = useMoveToFolder(folders, locale)
  const moveOf = (folder: Folder): MoveTarget | null => {
    const row = rows.get(folder.id)
    if (row === undefined) return null
    return { documents: [row], one: { title: folder.name, from: folderIdIn(row.data[field]) }, folder }
  }
  const status = useConnection()?.status
  const at = tree?.find((folder) => folder.id === id) ?? null
  const here = tree?.filter(({ parent }) => parent === id) ?? []
  const collections = useFolderCollections(at)
  // What is not known to be a folder holds nothing, and nothing is made in it.
  const isKnown = id === null || at !== null

  // A folder that this computer does not know yet may come with the server's answer.
  const isAsked = refresh.result !== null || status === 'offline' || status === 'signed-out'
  if (tree !== null && id !== null && at === null && isAsked) return <NotFoundScreen />
  return (
    <>
      <ScreenHeader
        crumbs={crumbsOf(tree ?? [], at, t('folder:browseByFolder'), localeSuffix(locale))}
        title={id === null ? t('folder:browseByFolder') : (at?.name ?? `${t('general:loading')}...`)}
        titleDir="auto"
        actions={isKnown && <NewFolder folders={folders} parent={at} />}
      />
      <div className={styles['scroll']}>
        <div className={styles['level']}>
          {tree === null || !isKnown ? (
            <section aria-busy="true">
              <Skeleton lines={4} />
            </section>
          ) : (
            here.length > 0 && (
              <section aria-labelledby="folders-here">
                <h2 id="folders-here">{t('folder:folders')}</h2>
                <ul className={styles['folders']}>
                  {here.map((folder) => (
                    <FolderItem
                      key={folder.id}
                      folders={folders}
                      folder={folder}
                      tree={tree}
                      moves={moves}
                      target={moveOf(folder)}
                    />
                  ))}
                </ul>
                {most !== null && (
                  <p className={styles['note']}>
                    {t('galley:list.folders.most', { most: formatNumber(most) })}
                  </p>
                )}
              </section>
            )
          )}
          {isKnown &&
            collections.map((collection) => (
              <FolderDocuments key={collection.slug} collection={collection} folder={id} locale={locale} />
            ))}
          <div className={styles['empty']}>
            <Message
              kind="empty"
              title={t(id === null ? 'galley:list.folders.empty' : 'galley:list.folders.nothing')}
            />
          </div>
        </div>
      </div>
      {/* In one place on each level: it is not begun anew as the folder leaves. */}
      {moves.dialog}
      <footer className={styles['foot']}>
        <CacheNote fetchedAt={fetchedAt} refresh={refresh} />
      </footer>
    </>
  )
}

/** Collections whose documents may lie in the folder, and that this user sees. */
function useFolderCollections(folder: Folder | null): Collection[] {
  const { collections } = useSchema()
  const can = useCan()
  const isVisible = useVisible()
  return collections.filter(
    ({ slug, folderField, hidden }) =>
      folderField !== null &&
      !hidden &&
      isVisible('collection', slug) &&
      can('collection', slug, 'read') &&
      (folder === null || canHold(folder, slug)),
  )
}

function crumbsOf(
  tree: readonly Folder[],
  at: Folder | null,
  root: string,
  suffix: string,
): { label: string; to: string }[] {
  if (at === null) return []
  const above: Folder[] = []
  for (let one = parentOf(at); one !== undefined; one = parentOf(one)) above.unshift(one)
  return [
    { label: root, to: adminRoutes.folders(null) + suffix },
    ...above.map(({ id, name }) => ({ label: name, to: adminRoutes.folders(id) + suffix })),
  ]

  function parentOf({ parent }: Folder): Folder | undefined {
    return parent === null ? undefined : tree.find(({ id }) => id === parent)
  }
}

type ItemProps = {
  folders: Collection
  folder: Folder
  tree: readonly Folder[]
  moves: ReturnType<typeof useMoveToFolder>
  /** What moves it; null: its document is not here. */
  target: MoveTarget | null
}

/** A folder, which takes what is dropped on it and is moved itself by dragging it onto another one. */
function FolderItem({ folders, folder, tree, moves, target }: ItemProps) {
  const { t } = useT()
  const { locale } = useContentLocale()
  const drawers = useDocumentDrawers()
  const can = useCan()
  const online = useConnection()?.status === 'online'
  const [isDeleting, setDeleting] = useState(false)
  const item = useRef<HTMLLIElement>(null)
  const isOver = useDropOnFolder(item, folder)
  const isMovable = target !== null && moves.whyNot(target.documents) === null
  useDragToFolder(
    item,
    (to) => canHoldFolder(to, folder, tree),
    isMovable ? (to) => moves.ask({ ...target, to }) : null,
  )
  const notAllowed = (what: 'update' | 'delete') =>
    can('collection', folders.slug, what) ? null : t('galley:edit.notAllowed')
  return (
    <li ref={item} className={cx(styles['folder'], isOver && styles['over'])}>
      <Icon icon={FolderIcon} />
      <Link
        to={adminRoutes.folders(folder.id) + localeSuffix(locale)}
        className={styles['name']}
        draggable={false}
      >
        <bdi>{folder.name}</bdi>
      </Link>
      <MenuButton
        size="row"
        icon={Ellipsis}
        label={t('galley:list.rowMenu', { title: folder.name })}
        items={[
          {
            id: 'rename',
            label: t('folder:renameFolder'),
            icon: PencilLine,
            disabledReason: notAllowed('update'),
            onAction: () => drawers.edit({ kind: 'collection', slug: folders.slug, id: folder.id }),
          },
          ...(target === null ? [] : moves.itemsFor(target)),
          {
            id: 'delete',
            label: t('galley:list.folders.delete'),
            icon: Trash2,
            danger: true,
            disabledReason: notAllowed('delete') ?? (online ? null : t('galley:list.needsServer')),
            onAction: () => setDeleting(true),
          },
        ]}
      />
      {isDeleting && (
        <DeleteFolder folders={folders} folder={folder} tree={tree} onClose={() => setDeleting(false)} />
      )}
    </li>
  )
}

/** Makes a folder in the one that is shown, in a drawer: an edit like any other, without a network as well. */
function NewFolder({ folders, parent }: { folders: Collection; parent: Folder | null }) {
  const { t } = useT()
  const valueOf = useFolderValue()
  const drawers = useDocumentDrawers()
  const canCreate = useCanCreate()
  const field = useFolderField()
  if (!canCreate(folders.slug)) return null
  // The server takes no folder that may hold more than the one that it lies in.
  const initial = parent !== null && {
    [field]: valueOf(parent.id),
    ...(parent.holds !== null && { folderType: [...parent.holds] }),
  }
  return (
    <Button
      variant="primary"
      size="header"
      icon={FolderPlus}
      onPress={() => drawers.create(folders.slug, initial === false ? {} : { initial })}
    >
      {t('folder:newFolder')}
    </Button>
  )
}
