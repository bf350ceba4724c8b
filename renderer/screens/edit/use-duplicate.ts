import { FILE_FIELD, readPendingFile } from '../../../shared/fields/file/pending-file.ts'
import { fileName, serverFileOf } from '../../../shared/fields/file/server-file.ts'
import { galley } from '../../data/bridge.ts'
import { useConnection } from '../../data/queries.ts'
import { useDocument, useDocumentState, useFieldSnapshot } from '../../form/form-context.tsx'
import type { DocumentSession } from '../../form/document-session.ts'
import { useWhyNot } from '../../form/use-permitted.ts'
import { useT } from '../../i18n/use-t.ts'
import { useToast } from '../../ui/toast/toast-queue.ts'
import { useOwnCreateAgain } from './use-own-create-again.ts'

/** Duplicates the open document; a file that the server alone has is copied here for it. */
export function useDuplicate(session: DocumentSession): {
  run: () => Promise<void>
  disabledReason: string | null
} {
  const { t, label } = useT()
  const toast = useToast()
  const document = useDocument()
  const { entity } = document
  const whyNot = useWhyNot()
  const createAgain = useOwnCreateAgain(session)
  const isOnline = useConnection()?.status === 'online'
  const pending = readPendingFile(useFieldSnapshot(FILE_FIELD).value)
  const serverName = useDocumentState(({ view }) => serverFileOf(view.base.data)?.filename ?? null)
  const isUpload = entity.kind === 'collection' && entity.upload !== false
  const isAtServer = isUpload && (pending === null || pending.id === null) && serverName !== null

  function reason(): string | null {
    if (entity.kind === 'collection' && !entity.duplicates) return t('galley:actions.noDuplicates')
    return whyNot('create') ?? (isAtServer && !isOnline ? t('galley:actions.needsServer') : null)
  }

  return {
    disabledReason: reason(),
    async run() {
      const ref = document.getRef()
      if (entity.kind !== 'collection' || ref.kind !== 'collection') return
      const copied = isAtServer ? await galley.call('files.copy', { slug: ref.slug, id: ref.id }) : null
      if (copied !== null && copied.outcome !== 'fetched') {
        const said = copied.outcome === 'failed' ? copied.message : t('galley:actions.needsServer')
        const name = fileName(document.data())
        toast.error(t('galley:upload.notCopied', { name, reason: said || t('error:unknown') }))
        return
      }
      await createAgain(copied?.id)
      toast.success(t('general:successfullyDuplicated', { label: label(entity.labels.singular) }))
    },
  }
}
