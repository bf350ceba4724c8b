import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { makeRef, isTempId } from '../../../shared/cms/doc-ref.ts'
import type { Collection } from '../../../shared/cms/schema-model.ts'
import { idList } from '../../../shared/cms/where.ts'
import type { ListQuery } from '../../../shared/ipc.ts'
import { galley } from '../../data/bridge.ts'
import { callReason } from '../../data/failure-reasons.ts'
import { queryKeys } from '../../data/queries.ts'
import { useCan, useSchema } from '../../data/schema-context.tsx'
import { foldersBelow, type Folder } from '../../fields/folder/folder-tree.ts'
import { useT } from '../../i18n/use-t.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog/confirm-dialog.tsx'
import { useToast } from '../../ui/toast/toast-queue.ts'

type DeleteFolderProps = {
  folders: Collection
  folder: Folder
  tree: readonly Folder[]
  onClose: () => void
}

/**
 * The question before a folder is deleted. The server deletes its subfolders, too, and moves all their documents out,
 * so these are counted first.
 */
export function DeleteFolder({ folders, folder, tree, onClose }: DeleteFolderProps) {
  const { t, label, formatNumber } = useT()
  const toast = useToast()
  const [busy, setBusy] = useState(false)
  const below = foldersBelow(tree, folder.id)
  const counted = useCount([folder.id, ...below.map(({ id }) => id)])
  const ref = makeRef('collection', folders.slug, folder.id)

  async function remove(): Promise<void> {
    setBusy(true)
    try {
      const view = await galley.call('documents.get', { ref })
      const shown = view?.base.updatedAt ?? null
      await galley.call('drafts.commit', { ref, changes: [], locale: null, mode: 'delete', shown })
      onClose()
    } catch (error) {
      toast.error(t('galley:sync.notDone', { reason: callReason(error, t) }))
      setBusy(false)
    }
  }

  const isCounting = counted.isFetching
  const isAllSeen = counted.data?.isAll ?? true
  const documents = (counted.data?.counts ?? []).filter(({ count }) => count > 0)
  return (
    <ConfirmDialog
      danger
      title={t('galley:edit.menu.deleteTitle', { title: folder.name })}
      body={
        <>
          {below.length > 0 && <span>{t('galley:list.folders.deleteBelow', { count: below.length })}</span>}
          <span role="status">{said()}</span>
          {!isAllSeen && <span>{t('galley:list.folders.deleteUnseen')}</span>}
        </>
      }
      confirmLabel={t(counted.isError ? 'galley:sync.tryAgain' : 'general:delete')}
      busyLabel={busy || isCounting ? t('general:delete') : null}
      onConfirm={() => void (counted.isError ? counted.refetch() : remove())}
      onCancel={onClose}
    />
  )

  function said(): string {
    if (counted.isFetching) return t('galley:list.folders.counting')
    if (counted.isError) return t('galley:list.folders.notCounted')
    if (documents.length === 0) return t('galley:list.folders.deleteEmpty')
    const each = documents.map(
      ({ collection, count }) =>
        `${label(collection.labels.plural) || collection.slug}: ${formatNumber(count)}`,
    )
    return t('galley:list.folders.deleteDocuments', { documents: each.join(', ') })
  }
}

/** Returns the number of documents of each collection in these folders, as the server counts them now. */
function useCount(ids: readonly string[]) {
  const { collections } = useSchema()
  const can = useCan()
  return useQuery({
    queryKey: queryKeys.inFolders(ids),
    queryFn: async () => {
      const counts: { collection: Collection; count: number }[] = []
      let isAll = true
      for (const collection of collections) {
        const { slug, folderField } = collection
        if (folderField === null) continue
        if (!can('collection', slug, 'read')) {
          isAll = false
          continue
        }
        const query: ListQuery = {
          slug,
          page: 1,
          limit: 1,
          sort: 'id',
          search: '',
          // The server has no documents in a folder that it does not know.
          where: { or: [{ and: [{ [folderField]: { in: idList(ids.filter((id) => !isTempId(id))) } }] }] },
          locale: null,
          isWhole: true,
          isCount: true,
        }
        const { outcome } = await galley.call('documents.refreshList', query)
        if (outcome !== 'updated' && outcome !== 'unchanged') throw new Error(outcome)
        counts.push({ collection, count: (await galley.call('documents.list', query)).totalDocs })
      }
      return { counts, isAll }
    },
    // Counted again each time the question opens.
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
}
