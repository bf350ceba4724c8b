import { Ellipsis, FolderIcon, PencilLine, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import type { Collection } from '../../../shared/cms/schema-model.ts'
import { useDocumentDrawers } from '../../data/document-drawers-context.ts'
import { useConnection } from '../../data/queries.ts'
import { useCan } from '../../data/schema-context.tsx'
import { canHoldFolder, type Folder } from '../../fields/folder/folder-tree.ts'
import type { MoveTarget, useMoveToFolder } from '../../fields/folder/use-move-to-folder.tsx'
import { useT } from '../../i18n/use-t.ts'
import { cx } from '../../ui/class-names.ts'
import { Icon } from '../../ui/icon/icon.tsx'
import { MenuButton } from '../../ui/menu-button/menu-button.tsx'
import { DeleteFolder } from './delete-folder.tsx'
import { useDragToFolder, useDropOnFolder } from './folder-drag.ts'
import styles from './folders-screen.module.css'

type ItemProps = {
  folders: Collection
  folder: Folder
  /** Address of the folder. */
  href: string
  tree: readonly Folder[]
  moves: ReturnType<typeof useMoveToFolder>
  /** The folder as the document to move; null: its document is not here. */
  target: MoveTarget | null
}

/** A folder: a drop target, and draggable onto other folders itself. */
export function FolderItem({ folders, folder, href, tree, moves, target }: ItemProps) {
  const { t } = useT()
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
      <Link to={href} className={styles['name']} draggable={false}>
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
