import { useEffect, useRef, useState } from 'react'
import { storeTrouble } from '../../data/store-errors.ts'
import { callReason } from '../../data/call-reason.ts'
import type { DocumentSession } from '../../form/document-session.ts'
import { useForm, useSecondForm } from '../../form/form-context.tsx'
import { useNewPassword } from './credentials/new-password.tsx'
import { useT } from '../../i18n/use-t.ts'
import { useToast } from '../../ui/toast/toast-queue.ts'
import { useOnScreen } from './use-on-screen.ts'

export type SaveMode = 'save' | 'draft' | 'publish' | 'publish-locale' | 'unpublish' | 'unpublish-locale'

/** Saves, and says what cannot be seen in the state line: that fields are not valid, or that this computer could not. */
export function useSaving(session: DocumentSession): {
  busy: SaveMode | null
  run: (mode: SaveMode) => void
} {
  const { t } = useT()
  const form = useForm()
  const { locale } = form
  const newPassword = useNewPassword()
  const second = useSecondForm()
  const onScreen = useOnScreen()
  const toast = useToast()
  const [busy, setBusy] = useState<SaveMode | null>(null)

  // What was said about this document is over with the next try, and with leaving it.
  const closeLast = useRef<() => void>(() => undefined)
  useEffect(() => () => closeLast.current(), [])

  async function run(mode: SaveMode): Promise<void> {
    closeLast.current()
    setBusy(mode)
    try {
      if (mode === 'unpublish' || mode === 'unpublish-locale') return await session.unpublish(locale, mode)
      if (newPassword !== null) {
        // All that is wrong is said at once, and nothing is handed over before it is right.
        const { saved: isValid } = session.check(mode, locale, second?.locale ?? null)
        if (!newPassword.check()) return
        if (isValid && !(await newPassword.handOver())) return
      }
      const outcome = await session.save(mode, locale, second?.locale ?? null)
      if (outcome.saved) return
      onScreen(outcome.locale)
      closeLast.current = toast.error(t('error:correctInvalidFields'))
    } catch (error) {
      // Said already, for as long as it lasts, by the strip over the sheet.
      if (storeTrouble() !== null) return
      closeLast.current = toast.error(t('galley:edit.notQueued'), { detail: callReason(error, t) })
    } finally {
      setBusy(null)
    }
  }

  return { busy, run: (mode) => void run(mode) }
}
