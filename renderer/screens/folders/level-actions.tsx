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
  /** The folder that is shown; null: none. */
  parent: Folder | null
  /** Those of which a document can be made here. */
  collections: readonly Collection[]
  /** What a folder holds that is made where anything may lie; null: anything. */
  holds: readonly string[] | null
}

/**
 * Makes a folder or a document in the folder that is shown, in a drawer: an edit like any other, without a network as
 * well. It lies there from its first save.
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
  // The server takes no folder that may hold more than the one that it lies in.
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

/** By its key, too, what is begun lies in the folder that is shown. */
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
