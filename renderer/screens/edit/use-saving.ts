import { useState } from 'react'
import type { DocumentSession } from '../../form/document-session.ts'
import { useT } from '../../i18n/use-t.ts'
import { useToast } from '../../ui/toast/toast-queue.ts'

export type SaveMode = 'save' | 'draft' | 'publish' | 'unpublish'

/** Saves, and says what cannot be seen in the state line: that fields are not valid, or that this computer could not. */
export function useSaving(session: DocumentSession): {
  busy: SaveMode | null
  run: (mode: SaveMode) => void
} {
  const { t } = useT()
  const toast = useToast()
  const [busy, setBusy] = useState<SaveMode | null>(null)

  async function run(mode: SaveMode): Promise<void> {
    setBusy(mode)
    try {
      if (mode === 'unpublish') await session.unpublish()
      else if (!(await session.save(mode))) toast.error(t('error:correctInvalidFields'))
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      toast.error(t('galley:edit.notQueued'), { detail: reason })
    } finally {
      setBusy(null)
    }
  }

  return { busy, run: (mode) => void run(mode) }
}
