import { useQueryClient } from '@tanstack/react-query'
import type { LocalAccount, LocalFile, LocalTarget } from '../../shared/ipc.ts'
import { galley } from '../data/bridge.ts'
import { callReason } from '../data/failure-reasons.ts'
import { useExportRefusal } from '../data/policy.ts'
import { queryKeys } from '../data/queries.ts'
import { useT } from '../i18n/use-t.ts'
import { useToast } from '../ui/toast/toast-queue.ts'

export type LocalActions = {
  /** Asks for each file where to save its unsent edits, and reports the result. */
  exportFiles: (account: LocalAccount, files: readonly LocalFile[]) => Promise<void>
  /** Reason that the edits cannot be saved to a file, as text; null if they can. */
  whyNotExport: string | null
  /** Removes data for good. Returns false after a failure, which is reported. */
  remove: (target: LocalTarget) => Promise<boolean>
}

export function useLocalActions(): LocalActions {
  const { t } = useT()
  const toast = useToast()
  const client = useQueryClient()
  const whyNotExport = useExportRefusal()
  const failed = (reason: string) =>
    toast.error(t('galley:local.export.failed', { reason }), { cause: 'export' })
  return {
    whyNotExport,
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
          if (result.outcome === 'saved')
            toast.success(t('galley:local.export.saved', { path: result.path }), { cause: 'export' })
          else failed(result.message)
        } catch (error) {
          failed(callReason(error, t))
        }
      }
    },
    async remove(target) {
      try {
        await galley.call('localData.remove', target)
        toast.over('local-remove')
        return true
      } catch (error) {
        toast.error(t('galley:local.remove.failed', { reason: callReason(error, t) }), {
          cause: 'local-remove',
        })
        return false
      } finally {
        void client.invalidateQueries({ queryKey: queryKeys.localData })
        void client.invalidateQueries({ queryKey: queryKeys.bootstrap })
      }
    },
  }
}
