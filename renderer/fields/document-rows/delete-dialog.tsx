import { useQuery } from '@tanstack/react-query'
import type { DocRef } from '../../../shared/cms/doc-ref.ts'
import { galley } from '../../data/bridge.ts'
import { queryKeys, useConnection } from '../../data/queries.ts'
import { useT } from '../../i18n/use-t.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog/confirm-dialog.tsx'

type DeleteProps = {
  docRef: DocRef
  title: string
  /** It goes to the trash, from where it can come back. */
  trash: boolean
  busy: boolean
  onConfirm: () => void
  onCancel: () => void
}

/** The question before a document is deleted, with what is lost by it and how many others here point at it. */
export function DeleteDialog({ docRef, title, trash, busy, onConfirm, onCancel }: DeleteProps) {
  const { t } = useT()
  const online = useConnection()?.status === 'online'
  const { documents, unsent = false } =
    useQuery({
      queryKey: queryKeys.referrers(docRef),
      queryFn: () => galley.call('documents.referrers', { ref: docRef }),
      // Counted for each question anew.
      staleTime: 0,
      gcTime: 0,
    }).data ?? {}
  const pointing = documents?.length ?? 0
  const verb = t(trash ? 'galley:actions.trashConfirm' : 'general:delete')
  const body = trash ? 'galley:actions.trashBody' : 'galley:edit.menu.deleteBody'
  return (
    <ConfirmDialog
      danger
      title={t(trash ? 'galley:actions.trashTitle' : 'galley:edit.menu.deleteTitle', { title })}
      body={
        <>
          <span>{t(body)}</span>
          {!online && <span>{t('galley:actions.many.queueBody')}</span>}
          {unsent && <span role="status">{t('galley:actions.losesUnsent')}</span>}
          {pointing > 0 && <span role="status">{t('galley:actions.pointing', { count: pointing })}</span>}
        </>
      }
      confirmLabel={verb}
      busyLabel={busy ? `${verb}...` : null}
      onConfirm={onConfirm}
      onCancel={onCancel}
    />
  )
}
