import { useCallback } from 'react'
import type { DocRef } from '../../../shared/cms/doc-ref.ts'
import { galley } from '../../data/bridge.ts'
import { callReason } from '../../data/call-reason.ts'
import { useT } from '../../i18n/use-t.ts'
import { useToast } from '../../ui/toast/toast-queue.ts'

/** Puts the file that the server has of a document where a person likes, and says where that is, or why not. */
export function useSaveFile(): (ref: DocRef) => Promise<void> {
  const { t } = useT()
  const toast = useToast()
  return useCallback(
    async (ref) => {
      if (ref.kind !== 'collection') return
      const not = (reason: string) => toast.error(t('galley:sync.notDone', { reason }))
      try {
        const result = await galley.call('files.save', { slug: ref.slug, id: ref.id })
        if (result.outcome === 'saved') toast.success(t('galley:media.downloaded', { path: result.path }))
        else if (result.outcome === 'failed') not(result.message || t('error:unknown'))
        else if (result.outcome === 'none') not(t('galley:media.noFile'))
        else if (result.outcome === 'there-already') not(t('galley:media.thereAlready'))
        else if (result.outcome !== 'cancelled') not(t('galley:actions.needsServer'))
      } catch (error) {
        not(callReason(error, t))
      }
    },
    [t, toast],
  )
}
