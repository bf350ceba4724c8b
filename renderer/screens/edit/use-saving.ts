import { useEffect, useState } from 'react'
import { storeTrouble } from '../../data/store-errors.ts'
import { callReason } from '../../data/failure-reasons.ts'
import type { DocumentSession } from '../../form/document-session.ts'
import { useForm, useInvalidPlaces, useSecondForm } from '../../form/form-context.tsx'
import { useNewPassword } from './credentials/new-password.tsx'
import { useT } from '../../i18n/use-t.ts'
import { useToast } from '../../ui/toast/toast-queue.ts'
import { useEditorPlace, useOnScreen } from './editor-place.ts'

export type SaveMode = 'save' | 'draft' | 'publish' | 'publish-locale' | 'unpublish' | 'unpublish-locale'

/**
 * Returns a function that saves, and reports what the state line does not show: invalid fields, or a failure
 * of this computer.
 */
export function useSaving(session: DocumentSession): {
  busy: SaveMode | null
  /**
   * Resolves to the key of the queued entry; null for an unpublish, and if nothing was queued. Never rejects.
   */
  run: (mode: SaveMode) => Promise<string | null>
} {
  const { t } = useT()
  const form = useForm()
  const { locale } = form
  const newPassword = useNewPassword()
  const second = useSecondForm()
  const onScreen = useOnScreen()
  const place = useEditorPlace()
  const toast = useToast()
  const [busy, setBusy] = useState<SaveMode | null>(null)

  // Messages about this document end with the next try, with corrected fields, and on leaving it.
  const cause = `save ${session.key}`
  useEffect(() => () => toast.over(cause), [toast, cause])
  const isMended = useInvalidPlaces().length === 0
  useEffect(() => {
    if (isMended) toast.over(cause)
  }, [isMended, toast, cause])

  /** Reports a save that waited for a file in vain; nothing is told to somebody who discarded the edits. */
  function tellHeld(held: 'failed' | 'cancelled'): null {
    if (held === 'failed') toast.error(t('galley:edit.notSavedWithoutFile'), { cause })
    return null
  }

  async function run(mode: SaveMode): Promise<string | null> {
    toast.over(cause)
    setBusy(mode)
    try {
      if (mode === 'unpublish' || mode === 'unpublish-locale') {
        await session.unpublish(locale, mode)
        return null
      }
      if (newPassword !== null) {
        const held = await session.saveable()
        if (held !== 'ready') return tellHeld(held)
        // All errors are shown at once, before anything is sent.
        const { saved: isValid } = session.check(mode, locale, second?.locale ?? null)
        if (!newPassword.check()) return null
        if (isValid && !(await newPassword.handOver())) return null
      }
      const outcome = await session.save(mode, locale, second?.locale ?? null)
      if (outcome.saved) {
        place.saved?.()
        return outcome.key
      }
      if ('held' in outcome) return tellHeld(outcome.held)
      onScreen(outcome.locale)
      toast.error(t('error:correctInvalidFields'), { cause })
      return null
    } catch (error) {
      // The strip over the sheet shows this trouble while it lasts.
      if (storeTrouble() === null)
        toast.error(t('galley:edit.notQueued'), { cause, detail: callReason(error, t) })
      return null
    } finally {
      setBusy(null)
    }
  }

  return { busy, run }
}
