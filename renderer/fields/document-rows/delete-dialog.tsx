import { useQuery } from '@tanstack/react-query'
import type { DocRef } from '../../../shared/cms/doc-ref.ts'
import { galley } from '../../data/bridge.ts'
import { useContentLocale } from '../../data/content-locale.tsx'
import { localeSuffix } from '../../data/locale-of.ts'
import { queryKeys, useConnection } from '../../data/queries.ts'
import { useT } from '../../i18n/use-t.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog/confirm-dialog.tsx'
import { DocumentLinks } from '../used-in/document-links.tsx'

type DeleteProps = {
  docRef: DocRef
  title: string
  /** True if the document goes to the trash, from which it can be restored. */
  trash: boolean
  busy: boolean
  onConfirm: () => void
  onCancel: () => void
}

/**
 * Asks before a document is deleted. Tells of unsent edits that are lost, and of documents on this computer
 * that refer to it (U40).
 */
export function DeleteDialog({ docRef, title, trash, busy, onConfirm, onCancel }: DeleteProps) {
  const { t } = useT()
  const online = useConnection()?.status === 'online'
  const { documents = [], unsent = false } =
    useQuery({
      queryKey: queryKeys.referrers(docRef),
      queryFn: () => galley.call('documents.referrers', { ref: docRef }),
      // The documents are counted again each time the dialog opens.
      staleTime: 0,
      gcTime: 0,
    }).data ?? {}
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
          {documents.length > 0 && <Pointing documents={documents} onFollow={onCancel} />}
        </>
      }
      confirmLabel={verb}
      busyLabel={busy ? `${verb}...` : null}
      onConfirm={onConfirm}
      onCancel={onCancel}
    />
  )
}

/** Most documents that the dialog names; the others are only counted. */
const NAMED = 5

function Pointing({ documents, onFollow }: { documents: readonly DocRef[]; onFollow: () => void }) {
  const { t } = useT()
  const { locale } = useContentLocale()
  const more = documents.length - NAMED
  return (
    <>
      <span role="status">{t('galley:actions.pointing', { count: documents.length })}</span>
      <DocumentLinks
        refs={documents.slice(0, NAMED)}
        label={t('galley:media.usedIn')}
        locale={locale}
        suffix={localeSuffix(locale)}
        onFollow={onFollow}
      />
      {more > 0 && <span>{t('galley:actions.pointingMore', { count: more })}</span>}
    </>
  )
}
