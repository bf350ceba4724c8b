import { useCallback } from 'react'
import { refId, type DocRef, isTempId } from '../../../shared/cms/doc-ref.ts'
import { galley } from '../../data/bridge.ts'
import { callReason, notDoneReason, notWrittenReason } from '../../data/failure-reasons.ts'
import { useExportRefusal } from '../../data/policy.ts'
import { useConnection } from '../../data/queries.ts'
import { useT } from '../../i18n/use-t.ts'
import { useToast } from '../../ui/toast/toast-queue.ts'

/** Returns a function that saves a document's file to a chosen path, and reports the path or the error. */
export function useSaveFile(): {
  save: (of: DocRef) => Promise<void>
  /** Returns the reason that the file cannot be saved now, as text; null if it can. */
  whyNot: (of: DocRef) => string | null
} {
  const { t } = useT()
  const toast = useToast()
  const refusal = useExportRefusal()
  const online = useConnection()?.status === 'online'
  const whyNot = useCallback(
    (of: DocRef) => {
      if (refusal !== null) return refusal
      if (isTempId(refId(of))) return t('galley:actions.saveFirst')
      return online ? null : t('galley:actions.needsServer')
    },
    [t, online, refusal],
  )
  const save = useCallback(
    async (of: DocRef) => {
      try {
        const result = await galley.call('files.save', { slug: of.slug, id: refId(of) })
        if (result.outcome === 'saved') toast.success(t('galley:media.downloaded', { path: result.path }))
        else if (result.outcome === 'failed') toast.error(notWrittenReason(result, t))
        else if (result.outcome === 'none') toast.error(t('galley:media.noFile'))
        else if (result.outcome !== 'cancelled') toast.error(notDoneReason(result, t))
      } catch (error) {
        toast.error(t('galley:sync.notDone', { reason: callReason(error, t) }))
      }
    },
    [t, toast],
  )
  return { save, whyNot }
}
