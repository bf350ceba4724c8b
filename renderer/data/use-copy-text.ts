import { useT } from '../i18n/use-t.ts'
import { useToast } from '../ui/toast/toast-queue.ts'
import { callReason } from './failure-reasons.ts'
import { refId, type DocRef } from '../../shared/cms/doc-ref.ts'

/**
 * Returns a function that copies a text to the clipboard and shows the toast `done`, or one with the error.
 */
export function useCopyText(): (text: string | (() => Promise<string>), done: string) => Promise<void> {
  const { t } = useT()
  const toast = useToast()
  return async (text, done) => {
    try {
      await navigator.clipboard.writeText(typeof text === 'string' ? text : await text())
      toast.success(done, { cause: 'copy' })
    } catch (error) {
      toast.error(t('galley:sync.copyFailed', { reason: callReason(error, t) }), { cause: 'copy' })
    }
  }
}

/** Returns a function that copies the id of a document to the clipboard. */
export function useCopyId(): (ref: DocRef) => Promise<void> {
  const { t } = useT()
  const copy = useCopyText()
  return (ref) => copy(refId(ref), t('galley:actions.idCopied', { id: refId(ref) }))
}
