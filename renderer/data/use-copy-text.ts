import { useT } from '../i18n/use-t.ts'
import { useToast } from '../ui/toast/toast-queue.ts'
import { callReason } from './call-reason.ts'

/** Puts a text on the clipboard, and says `done`, or why it is not there. */
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
