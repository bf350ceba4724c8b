import { FILE_FIELD, readPendingFile } from '../../../shared/fields/file/pending-file.ts'
import { fileName } from '../../../shared/fields/file/server-file.ts'
import { copyServerFile } from '../../data/copy-file.ts'
import { useStillHere } from '../../data/use-still-here.ts'
import { useConnection } from '../../data/queries.ts'
import { useDocument, useDocumentState, useFieldSnapshot } from '../../form/form-context.tsx'
import type { DocumentSession } from '../../form/document-session.ts'
import { useWhyNot } from '../../form/use-permitted.ts'
import { useT } from '../../i18n/use-t.ts'
import { useToast } from '../../ui/toast/toast-queue.ts'
import { useOwnCreateAgain } from './use-own-actions.ts'

/**
 * Returns the action that duplicates the open document. A file that only the server has is copied to this
 * computer first.
 */
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
  const stillHere = useStillHere()
  const isOnline = useConnection()?.status === 'online'
  const pending = readPendingFile(useFieldSnapshot(FILE_FIELD).value)
  const isNew = useDocumentState(({ view }) => view.isNew)
  const isUpload = entity.kind === 'collection' && entity.upload !== false
  const isAtServer = isUpload && !isNew && (pending === null || pending.id === null)

  function reason(): string | null {
    if (entity.kind === 'collection' && !entity.duplicates) return t('galley:actions.noDuplicates')
    return whyNot('create') ?? (isAtServer && !isOnline ? t('galley:actions.needsServer') : null)
  }

  return {
    disabledReason: reason(),
    async run() {
      if (entity.kind !== 'collection') return
      const isStillHere = stillHere()
      const copied = isAtServer ? await copyServerFile(document.getRef(), t) : { file: null }
      if ('problem' in copied) {
        const name = fileName(document.data())
        toast.error(t('galley:upload.notCopied', { name, reason: copied.problem }))
        return
      }
      await createAgain(copied.file ?? undefined, isStillHere())
      toast.success(t('general:successfullyDuplicated', { label: label(entity.labels.singular) }))
    },
  }
}
