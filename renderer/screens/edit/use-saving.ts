import { useEffect, useState } from 'react'
import { storeTrouble } from '../../data/store-errors.ts'
import { callReason } from '../../data/call-reason.ts'
import type { DocumentSession } from '../../form/document-session.ts'
import { useForm, useInvalidPlaces, useSecondForm } from '../../form/form-context.tsx'
import { useNewPassword } from './credentials/new-password.tsx'
import { useT } from '../../i18n/use-t.ts'
import { useToast } from '../../ui/toast/toast-queue.ts'
import { useEditorPlace } from './editor-place.ts'
import { useOnScreen } from './use-on-screen.ts'

export type SaveMode = 'save' | 'draft' | 'publish' | 'publish-locale' | 'unpublish' | 'unpublish-locale'

/** Saves, and says what cannot be seen in the state line: that fields are not valid, or that this computer could not. */
export function useSaving(session: DocumentSession): {
  busy: SaveMode | null
  /** Resolves with the key of the entry that was queued, or null. Never rejects. */
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

  // What was said about this document is over with the next try, when its fields are mended, and with leaving it.
  const cause = `save ${session.key}`
  useEffect(() => () => toast.over(cause), [toast, cause])
  const isMended = useInvalidPlaces().length === 0
  useEffect(() => {
    if (isMended) toast.over(cause)
  }, [isMended, toast, cause])

  async function run(mode: SaveMode): Promise<string | null> {
    toast.over(cause)
    setBusy(mode)
    try {
      if (mode === 'unpublish' || mode === 'unpublish-locale') {
        await session.unpublish(locale, mode)
        return null
      }
      if (newPassword !== null) {
        // All that is wrong is said at once, and nothing is handed over before it is right.
        const { saved: isValid } = session.check(mode, locale, second?.locale ?? null)
        if (!newPassword.check()) return null
        if (isValid && !(await newPassword.handOver())) return null
      }
      const outcome = await session.save(mode, locale, second?.locale ?? null)
      if (outcome.saved) {
        place.saved?.()
        return outcome.key
      }
      onScreen(outcome.locale)
      toast.error(t('error:correctInvalidFields'), { cause })
      return null
    } catch (error) {
      // Said already, for as long as it lasts, by the strip over the sheet.
      if (storeTrouble() === null)
        toast.error(t('galley:edit.notQueued'), { cause, detail: callReason(error, t) })
      return null
    } finally {
      setBusy(null)
    }
  }

  return { busy, run }
}
