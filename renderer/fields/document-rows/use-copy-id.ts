import { refId, type DocRef } from '../../../shared/cms/doc-ref.ts'
import { callReason } from '../../data/call-reason.ts'
import { useT } from '../../i18n/use-t.ts'
import { useToast } from '../../ui/toast/toast-queue.ts'

/** Puts the id of a document on the clipboard. */
export function useCopyId(): (ref: DocRef) => Promise<void> {
  const { t } = useT()
  const toast = useToast()
  return async (ref) => {
    const id = refId(ref)
    try {
      await navigator.clipboard.writeText(id)
      toast.success(t('galley:actions.idCopied', { id }))
    } catch (error) {
      toast.error(t('galley:sync.copyFailed', { reason: callReason(error, t) }))
    }
  }
}
