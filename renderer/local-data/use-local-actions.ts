import { useQueryClient } from '@tanstack/react-query'
import type { LocalAccount, LocalFile, LocalTarget } from '../../shared/ipc.ts'
import { galley } from '../data/bridge.ts'
import { callReason } from '../data/call-reason.ts'
import { queryKeys } from '../data/queries.ts'
import { useT } from '../i18n/use-t.ts'
import { useToast } from '../ui/toast/toast-queue.ts'

export type LocalActions = {
  /** Asks for each file where its unsent edits are to be written, and says what came of it. */
  exportFiles: (account: LocalAccount, files: readonly LocalFile[]) => Promise<void>
  /** Removes for good. False: it did not work, which is said. */
  remove: (target: LocalTarget) => Promise<boolean>
}

export function useLocalActions(): LocalActions {
  const { t } = useT()
  const toast = useToast()
  const client = useQueryClient()
  return {
    async exportFiles(account, files) {
      const { serverId, id } = account
      for (const { name } of files) {
        try {
          const result = await galley.call('localData.export', {
            serverId,
            account: id,
            file: name,
            name: `galley-${serverId}-${id}.json`,
          })
          if (result.outcome === 'cancelled') return
          if (result.outcome === 'saved') toast.success(t('galley:local.export.saved', { path: result.path }))
          else toast.error(t('galley:local.export.failed', { reason: result.message }))
        } catch (error) {
          toast.error(t('galley:local.export.failed', { reason: callReason(error, t) }))
        }
      }
    },
    async remove(target) {
      try {
        await galley.call('localData.remove', target)
        return true
      } catch (error) {
        toast.error(t('galley:local.remove.failed', { reason: callReason(error, t) }))
        return false
      } finally {
        void client.invalidateQueries({ queryKey: queryKeys.localData })
        void client.invalidateQueries({ queryKey: queryKeys.bootstrap })
      }
    },
  }
}
