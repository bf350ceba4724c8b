import { useState } from 'react'
import type { CallInput } from '../../../shared/ipc.ts'
import { galley } from '../../data/bridge.ts'
import { callReason } from '../../data/call-reason.ts'
import { leftOutWords } from '../../fields/edit-many/left-out-words.ts'
import { useOpenDocuments } from '../../form/open-documents-context.ts'
import { useT } from '../../i18n/use-t.ts'
import { useToast } from '../../ui/toast/toast-queue.ts'

type Many = Pick<CallInput<'documents.editMany'>, 'ids' | 'shown' | 'mode' | 'values'>

/** Queues the same for many documents, and says of how many, and which were left out and why. */
export function useEditMany(
  slug: string,
  locale: string | null,
): { busy: boolean; run: (input: Many) => Promise<boolean> } {
  const words = useT()
  const { t } = words
  const toast = useToast()
  const documents = useOpenDocuments()
  const [busy, setBusy] = useState(false)
  return {
    busy,
    async run(input) {
      setBusy(true)
      try {
        // What is typed in a form that was just left is known to be unsaved only once it is written.
        await documents.flush()
        const result = await galley.call('documents.editMany', { slug, locale, ...input })
        const said = leftOutWords(result, words)
        const count = result.queued.length
        if (count === 0) toast.error(t('galley:actions.many.nothingQueued'), said)
        else if (result.leftOut.length > 0) toast.error(t('galley:actions.many.queued', { count }), said)
        else toast.success(t('galley:actions.many.queued', { count }))
        return true
      } catch (error) {
        toast.error(t('galley:sync.notDone', { reason: callReason(error, t) }))
        return false
      } finally {
        setBusy(false)
      }
    },
  }
}
