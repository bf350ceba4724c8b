import type { OutboxEntry } from '../../shared/sync/entry.ts'
import { galley } from '../data/bridge.ts'
import { callReason } from '../data/failure-reasons.ts'
import { useT } from '../i18n/use-t.ts'
import { useToast } from '../ui/toast/toast-queue.ts'

/** Makes a queued publish a draft again, and says so where it has left already. */
export function useTakeBackPublish(): (entry: OutboxEntry) => void {
  const { t } = useT()
  const toast = useToast()
  async function takeBack({ key }: OutboxEntry): Promise<void> {
    try {
      const { takenBack } = await galley.call('outbox.takeBackPublish', { key })
      if (takenBack) toast.success(t('galley:edit.publishTakenBack'))
      else toast.error(t('galley:edit.publishHasLeft'))
    } catch (error) {
      toast.error(t('galley:sync.notDone', { reason: callReason(error, t) }))
    }
  }
  return (entry) => void takeBack(entry)
}
