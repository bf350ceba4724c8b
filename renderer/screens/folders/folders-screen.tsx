import { List, Trash2, Upload } from 'lucide-react'
import { useRef, type ReactNode } from 'react'
import { useNavigate, useParams } from 'react-router-dom'
import { adminRoutes } from '../../../shared/cms/routes.ts'
import type { Collection } from '../../../shared/cms/schema-model.ts'
import { useBulkUpload } from '../../data/document-drawers-context.ts'
import { useContentLocale } from '../../data/content-locale.tsx'
import { localeSuffix } from '../../data/locale-of.ts'
import { useChooseListView } from '../../data/list-preference.ts'
import { useConnection } from '../../data/queries.ts'
import { useCan, useCanCreate, useCollection, useSchema, useVisible } from '../../data/schema-context.tsx'
import { FilesOver } from '../../fields/file/files-over.tsx'
import { useDroppedFiles } from '../../fields/file/use-brought-files.ts'
import { canHold, folderIdIn, type Folder } from '../../fields/folder/folder-tree.ts'
import {
  useAllFolders,
  useFolderCollection,
  useFolderField,
  useFolderValue,
} from '../../fields/folder/use-folders.ts'
import { useMoveToFolder, type MoveTarget } from '../../fields/folder/use-move-to-folder.tsx'
import { ListLocale } from '../../fields/document-table/list-locale.tsx'
import { useT } from '../../i18n/use-t.ts'
import { CacheNote } from '../../sync/cache-note.tsx'
import { ButtonLink, Button } from '../../ui/button/button.tsx'
import { Message } from '../../ui/message/message.tsx'
import { NotFoundScreen } from '../../ui/not-found/not-found-screen.tsx'
import { ScreenHeader } from '../../ui/screen-header/screen-header.tsx'
import { Skeleton } from '../../ui/skeleton/skeleton.tsx'
import { FolderDocuments } from './folder-documents.tsx'
import { FolderItem } from './folder-item.tsx'
import { LevelActions } from './level-actions.tsx'
import styles from './folders-screen.module.css'

/** The screen of folders and their content, one level at a time (S2.09). Not found without permission for folders. */
export function FoldersScreen() {
  const { id = null } = useParams()
  const site = useSchema().folders
  const folders = useFolderCollection()
  if (site === null || !site.browse || folders === null) return <NotFoundScreen />
  return <FolderLevel key={id ?? ''} folders={folders} id={id} of={null} />
}

/** The documents of one collection by folder, with the folders that may hold them. */
export function CollectionFoldersScreen() {
  const { slug = '', id = null } = useParams()
  const collection = useCollection(slug)
  const folders = useFolderCollection()
  if (collection === null || collection.folderField === null || folders === null) return <NotFoundScreen />
  return <FolderLevel key={`${slug} ${id ?? ''}`} folders={folders} id={id} of={collection} />
}

type LevelProps = {
  folders: Collection
  /** The shown folder; null: documents without a folder. */
  id: string | null
  /** The collection whose documents are shown; null: all that are browsed by folder. */
  of: Collection | null
}

/** One level of the folders: those in the shown folder, and its documents. */
function FolderLevel(props: LevelProps) {
  const { folders, id, of } = props
  const { t, label } = useT()
  const { locale } = useContentLocale()
  const level = useLevel(props)
  const { tree, refresh, at, browsed, collections } = level
  const moves = useMoveToFolder(folders, locale)
  const status = useConnection()?.status
  const suffix = localeSuffix(locale)
  const hrefOf = (folder: string | null): string =>
    (of === null ? adminRoutes.folders(folder) : adminRoutes.byFolder(of.slug, folders.slug, folder)) + suffix
  const root = of === null ? t('folder:browseByFolder') : label(of.labels.plural) || of.slug
  // An unknown folder shows nothing, and nothing can be created in it.
  const isKnown = id === null || at !== null
  // With all collections, documents are created only in a folder, as in the web admin.
  const madeHere = of === null && id === null ? [] : collections
  const files = useFilesHere(isKnown ? madeHere : [], id)
  const place = useRef<HTMLDivElement>(null)
  const isOver = useDroppedFiles(place, files && ((dropped) => files.bring(dropped)))

  // The server may know a folder that this computer does not.
  const isAsked = refresh.result !== null || status === 'offline' || status === 'signed-out'
  if (tree !== null && id !== null && at === null && isAsked) return <NotFoundScreen />
  return (
    <>
      <ScreenHeader
        crumbs={crumbsOf(tree ?? [], at, root, hrefOf)}
        title={id === null ? root : (at?.name ?? `${t('general:loading')}...`)}
        titleDir="auto"
        actions={
          <LevelHeader of={of} browsed={browsed} onUpload={files && (() => files.bring())}>
            {isKnown && (
              <LevelActions
                folders={folders}
                parent={at}
                collections={madeHere}
                holds={of === null ? null : [of.slug]}
              />
            )}
          </LevelHeader>
        }
      />
      <div ref={place} className={styles['place']}>
        <div className={styles['scroll']}>
          <div className={styles['level']}>
            {tree === null || !isKnown ? (
              <section aria-busy="true">
                <Skeleton lines={4} />
              </section>
            ) : (
              level.here.length > 0 && (
                <FoldersHere folders={folders} level={level} tree={tree} moves={moves} hrefOf={hrefOf} />
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
        {isOver && files !== null && <FilesOver label={files.label} />}
      </div>
      {/* The dialog has the same position on each level, so that it stays mounted when the folder leaves. */}
      {moves.dialog}
      <footer className={styles['foot']}>
        <CacheNote fetchedAt={level.fetchedAt} refresh={refresh} />
      </footer>
    </>
  )
}

/** Reads all folders, and returns the shown one, those in it and the collections whose documents it may hold. */
function useLevel({ id, of }: LevelProps) {
  const { locale } = useContentLocale()
  const all = useAllFolders(locale)
  const { tree } = all
  const at = tree?.find((folder) => folder.id === id) ?? null
  const isShown = (folder: Folder) => folder.parent === id && (of === null || canHold(folder, of.slug))
  const browsed = useBrowsedCollections()
  const collections = (of === null ? browsed : [of]).filter(({ slug }) => at === null || canHold(at, slug))
  return { ...all, at, here: tree?.filter(isShown) ?? [], browsed, collections }
}

type LevelHeaderProps = Pick<LevelProps, 'of'> & {
  /** Collections that are browsed by folder. */
  browsed: Collection[]
  /** Opens the upload of several files; null: not possible. */
  onUpload: (() => void) | null
  children: ReactNode
}

/** The buttons of a level; `children`: those that create something. */
function LevelHeader({ of, browsed, onUpload, children }: LevelHeaderProps) {
  const { t } = useT()
  const suffix = localeSuffix(useContentLocale().locale)
  return (
    <>
      <ListLocale collections={of === null ? browsed : [of]} />
      {of !== null && <ShowList collection={of} />}
      {of?.trash === true && (
        <ButtonLink to={adminRoutes.trash(of.slug) + suffix} variant="quiet" size="header" icon={Trash2}>
          {t('galley:actions.trashList.open')}
        </ButtonLink>
      )}
      {onUpload !== null && (
        <Button variant="quiet" size="header" icon={Upload} onPress={onUpload}>
          {t('upload:bulkUpload')}
        </Button>
      )}
      {children}
    </>
  )
}

type FoldersHereProps = Pick<LevelProps, 'folders'> & {
  level: ReturnType<typeof useLevel>
  tree: Folder[]
  moves: ReturnType<typeof useMoveToFolder>
  hrefOf: (folder: string) => string
}

/** The folders in the shown one. */
function FoldersHere({ folders, level, tree, moves, hrefOf }: FoldersHereProps) {
  const { rows, here, most } = level
  const { t, formatNumber } = useT()
  const field = useFolderField()
  const moveOf = (folder: Folder): MoveTarget | null => {
    const row = rows.get(folder.id)
    if (row === undefined) return null
    return { documents: [row], one: { title: folder.name, from: folderIdIn(row.data[field]) }, folder }
  }
  return (
    <section aria-labelledby="folders-here">
      <h2 id="folders-here">{t('folder:folders')}</h2>
      <ul className={styles['folders']}>
        {here.map((folder) => (
          <FolderItem
            key={folder.id}
            folders={folders}
            folder={folder}
            href={hrefOf(folder.id)}
            tree={tree}
            moves={moves}
            target={moveOf(folder)}
          />
        ))}
      </ul>
      {most !== null && (
        <p className={styles['note']}>{t('galley:list.folders.most', { most: formatNumber(most) })}</p>
      )}
    </section>
  )
}

/**
 * Uploads dropped files into the shown folder, as documents of the one upload collection that can be created there.
 * Null: there is none, or several.
 */
function useFilesHere(
  collections: readonly Collection[],
  folder: string | null,
): { label: string; bring: (files?: readonly File[]) => void } | null {
  const { label } = useT()
  const canCreate = useCanCreate()
  const bulkUpload = useBulkUpload()
  const valueOf = useFolderValue()
  const [only, ...others] = collections.filter(
    ({ slug, upload }) => upload !== false && upload.bulkUpload && canCreate(slug),
  )
  if (only === undefined || others.length > 0) return null
  const { slug, folderField, labels } = only
  const initial = folder === null || folderField === null ? {} : { [folderField]: valueOf(folder) }
  return {
    label: label(labels.plural) || slug,
    bring: (files = []) =>
      bulkUpload(slug, { files, initial, ...(folder !== null && { place: `folder ${folder}` }) }),
  }
}

/** Shows a collection as a list instead of folders, now and whenever it is opened. */
function ShowList({ collection }: { collection: Collection }) {
  const { slug } = collection
  const { t, label } = useT()
  const { locale } = useContentLocale()
  const navigate = useNavigate()
  const chooseView = useChooseListView(slug)
  return (
    <Button
      variant="quiet"
      size="header"
      icon={List}
      onPress={() => {
        chooseView('list')
        void navigate(adminRoutes.list(slug) + localeSuffix(locale))
      }}
    >
      {`${t('general:all')} ${label(collection.labels.plural) || slug}`}
    </Button>
  )
}

/** Returns the visible collections that are browsed by folder. */
function useBrowsedCollections(): Collection[] {
  const { collections } = useSchema()
  const can = useCan()
  const isVisible = useVisible()
  return collections.filter(
    ({ slug, isInFolders, hidden }) =>
      isInFolders && !hidden && isVisible('collection', slug) && can('collection', slug, 'read'),
  )
}

function crumbsOf(
  tree: readonly Folder[],
  at: Folder | null,
  root: string,
  hrefOf: (folder: string | null) => string,
): { label: string; to: string }[] {
  if (at === null) return []
  const above: Folder[] = []
  for (let one = parentOf(at); one !== undefined; one = parentOf(one)) above.unshift(one)
  return [
    { label: root, to: hrefOf(null) },
    ...above.map(({ id, name }) => ({ label: name, to: hrefOf(id) })),
  ]

  function parentOf({ parent }: Folder): Folder | undefined {
    return parent === null ? undefined : tree.find(({ id }) => id === parent)
  }
}
