import { Copy, Download, ExternalLink, Hash, Star, StarOff } from 'lucide-react'
import { useNavigate } from 'react-router-dom'
import type { Collection } from '../../../shared/cms/schema-model.ts'
import { adminRoutes } from '../../../shared/cms/routes.ts'
import type { ListRow } from '../../../shared/ipc.ts'
import { galley } from '../../data/bridge.ts'
import { callReason } from '../../data/failure-reasons.ts'
import { copyServerFile } from '../../data/copy-file.ts'
import { useFavourites } from '../../data/own-documents.ts'
import { useSaveFile } from '../../fields/file/use-save-file.ts'
import { useCopyId } from '../../data/use-copy-text.ts'
import { useStillHere } from '../../data/use-still-here.ts'
import { useOpenDocuments } from '../../form/open-documents-context.ts'
import { useRowPermitted, useWhyNotRows } from '../../form/use-permitted.ts'
import { useT } from '../../i18n/use-t.ts'
import type { MenuItemSpec } from '../../ui/menu-button/menu-button.tsx'
import { useToast } from '../../ui/toast/toast-queue.ts'

type Options = {
  collection: Collection
  locale: string | null
  /** Suffix of the documents' addresses. */
  suffix: string
  canAsk: boolean
  canCreate: boolean
}

/** Returns the actions on a single row, besides those on many. */
export function useRowActions(options: Options): (row: ListRow) => MenuItemSpec[] {
  const { collection, suffix, canAsk, canCreate } = options
  const { t } = useT()
  const navigate = useNavigate()
  const copyId = useCopyId()
  const serverFile = useSaveFile()
  const favourites = useFavourites()
  const duplicate = useDuplicateRow(options)
  const permitted = useRowPermitted(collection.slug)
  const whyNot = useWhyNotRows(collection.slug)

  const isUpload = collection.upload !== false
  return (row) => [
    {
      id: 'open',
      label: t('general:open'),
      icon: ExternalLink,
      onAction: () => void navigate(adminRoutes.document(row.ref) + suffix),
    },
    favourites.has(row.ref)
      ? {
          id: 'favourite',
          label: t('galley:app.nav.removeFavourite'),
          icon: StarOff,
          onAction: () => favourites.toggle(row.ref),
        }
      : {
          id: 'favourite',
          label: t('galley:app.nav.addFavourite'),
          icon: Star,
          onAction: () => favourites.toggle(row.ref),
        },
    {
      id: 'copy-id',
      label: t('galley:actions.copyId'),
      icon: Hash,
      disabledReason: row.isNew ? t('galley:actions.saveFirst') : null,
      onAction: () => void copyId(row.ref),
    },
    ...(isUpload
      ? [
          {
            id: 'download',
            label: t('galley:media.download'),
            icon: Download,
            disabledReason: serverFile.whyNot(row.ref),
            onAction: () => void serverFile.save(row.ref),
          },
        ]
      : []),
    ...(canCreate || permitted(row, 'create')
      ? [
          {
            id: 'duplicate',
            label: t('general:duplicate'),
            icon: Copy,
            disabledReason:
              (collection.duplicates ? null : t('galley:actions.noDuplicates')) ??
              whyNot([row], 'create') ??
              (canAsk || (row.complete && !isFileThere(collection, row))
                ? null
                : t('galley:list.needsServer')),
            onAction: () => void duplicate(row),
          },
        ]
      : []),
  ]
}

/** Returns a function that duplicates a row's document with its file, and opens the copy. */
function useDuplicateRow({ collection, locale, suffix }: Options): (row: ListRow) => Promise<void> {
  const { t, label } = useT()
  const navigate = useNavigate()
  const toast = useToast()
  const documents = useOpenDocuments()
  const stillHere = useStillHere()
  return async (row) => {
    const { ref, complete } = row
    const isStillHere = stillHere()
    try {
      // Edits of a form that was just closed belong in the copy, too.
      await documents.flush()
      if (!complete) await galley.call('documents.refresh', { ref })
      const copied = isFileThere(collection, row) ? await copyServerFile(ref, t) : { file: null }
      if ('problem' in copied) {
        toast.error(t('galley:sync.notDone', { reason: copied.problem }))
        return
      }
      const file = copied.file === null ? {} : { file: copied.file }
      const made = await galley.call('documents.createAgain', { ref, locale, ...file })
      toast.success(t('general:successfullyDuplicated', { label: label(collection.labels.singular) }))
      if (isStillHere()) await navigate(adminRoutes.document(made.ref) + suffix)
    } catch (error) {
      toast.error(t('galley:sync.notDone', { reason: callReason(error, t) }))
    }
  }
}

/** True if the server has the file of an upload. */
const isFileThere = ({ upload }: Collection, { isNew }: ListRow): boolean => upload !== false && !isNew
