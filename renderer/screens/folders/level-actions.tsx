import { FilePlus, FolderPlus, Plus } from 'lucide-react'
import type { Json } from '../../../shared/json.ts'
import { dataField } from '../../../shared/cms/fields.ts'
import type { Collection } from '../../../shared/cms/schema-model.ts'
import { useCommand } from '../../commands/use-commands.ts'
import { useDocumentDrawers } from '../../data/document-drawers-context.ts'
import { useCanCreate } from '../../data/schema-context.tsx'
import type { Folder } from '../../fields/folder/folder-tree.ts'
import { useFolderField, useFolderValue } from '../../fields/folder/use-folders.ts'
import { useT } from '../../i18n/use-t.ts'
import { Button } from '../../ui/button/button.tsx'
import { MenuButton } from '../../ui/menu-button/menu-button.tsx'

type LevelActionsProps = {
  folders: Collection
  /** The shown folder; null: none. */
  parent: Folder | null
  /** Collections in which a document can be created here. */
  collections: readonly Collection[]
  /** Types of a new folder, unless its parent limits them; null: all. */
  holds: readonly string[] | null
}

/**
 * The buttons that create a folder or a document in the shown folder, in a drawer; also offline. It is in the folder
 * from its first save.
 */
export function LevelActions({ folders, parent, collections, holds }: LevelActionsProps) {
  const { t, label } = useT()
  const valueOf = useFolderValue()
  const drawers = useDocumentDrawers()
  const canCreate = useCanCreate()
  const field = useFolderField()
  const made = collections.filter(({ slug }) => canCreate(slug))
  const inParent: { [path: string]: Json } = parent === null ? {} : { [field]: valueOf(parent.id) }
  const make = ({ slug }: Collection) => drawers.create(slug, { initial: inParent })
  // The server refuses a folder that may hold more than its parent.
  const types = parent?.holds ?? holds
  const hasTypes = types !== null && dataField(folders.fields, 'folderType') !== null
  const [only] = made
  return (
    <>
      {canCreate(folders.slug) && (
        <Button
          variant={only === undefined ? 'primary' : 'secondary'}
          size="header"
          icon={FolderPlus}
          onPress={() =>
            drawers.create(folders.slug, {
              initial: { ...inParent, ...(hasTypes && { folderType: [...types] }) },
              savesOnClose: true,
            })
          }
        >
          {t('folder:newFolder')}
        </Button>
      )}
      {only !== undefined &&
        (made.length === 1 ? (
          <>
            <Button variant="primary" size="header" icon={Plus} onPress={() => make(only)}>
              {t('general:createNew')}
            </Button>
            <NewHere run={() => make(only)} />
          </>
        ) : (
          <MenuButton
            variant="primary"
            label={t('general:createNew')}
            items={made.map((collection) => ({
              id: collection.slug,
              label: label(collection.labels.singular) || collection.slug,
              onAction: () => make(collection),
            }))}
          />
        ))}
    </>
  )
}

/** The shortcut for a new document, which is created in the shown folder. */
function NewHere({ run }: { run: () => void }) {
  useCommand({
    id: 'app.new',
    title: 'galley:menu.new',
    also: 'galley:palette.also.create',
    icon: FilePlus,
    shortcut: 'Mod+N',
    run,
  })
  return null
}
