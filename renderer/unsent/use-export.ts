import { galley } from '../data/bridge.ts'
import { callReason } from '../data/failure-reasons.ts'
import { useExportRefusal } from '../data/policy.ts'
import { useCopyText } from '../data/use-copy-text.ts'
import { useT } from '../i18n/use-t.ts'
import { useToast } from '../ui/toast/toast-queue.ts'

/** Returns functions that copy a text or save it to a JSON file, and report the result in a toast. */
export function useExport(): {
  copy: (text: () => Promise<string>) => Promise<void>
  /** `name`: proposed file name without its ending. */
  save: (name: string, text: () => Promise<string>) => Promise<void>
  /** Reason that nothing can be saved to a file, as text; null if it can. */
  whyNotSave: string | null
} {
  const { t } = useT()
  const toast = useToast()
  const copy = useCopyText()
  const whyNotSave = useExportRefusal()
  const failed = (reason: string) => toast.error(t('galley:sync.notDone', { reason }), { cause: 'export' })
  return {
    whyNotSave,
    copy: (text) => copy(text, t('galley:sync.copied')),
    async save(name, text) {
      try {
        const result = await galley.call('app.saveJson', { name, text: await text() })
        if (result.outcome === 'saved')
          toast.success(t('galley:sync.exported', { path: result.path }), { cause: 'export' })
        if (result.outcome === 'failed') failed(result.message)
      } catch (error) {
        failed(callReason(error, t))
      }
    },
  }
}
