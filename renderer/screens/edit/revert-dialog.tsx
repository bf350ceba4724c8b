import { useState } from 'react'
import { callReason, notDoneReason } from '../../data/failure-reasons.ts'
import { useContentLocale } from '../../data/content-locale.tsx'
import type { DocumentSession } from '../../form/document-session.ts'
import { useT } from '../../i18n/use-t.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog/confirm-dialog.tsx'

/** The question before a document is reverted to its published content. It stays open if that fails. */
export function RevertDialog({ session, onClose }: { session: DocumentSession; onClose: () => void }) {
  const { t } = useT()
  const { locale } = useContentLocale()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  async function revert(): Promise<void> {
    setBusy(true)
    setProblem(null)
    try {
      const failed = await session.revertToPublished(locale)
      if (failed === null) onClose()
      else setProblem(notDoneReason(failed, t))
    } catch (error) {
      setProblem(callReason(error, t))
    } finally {
      setBusy(false)
    }
  }

  return (
    <ConfirmDialog
      danger
      title={t('version:confirmRevertToSaved')}
      body={
        <>
          <span>{t('version:aboutToRevertToPublished')}</span>
          <span>{t('galley:actions.revertBody')}</span>
          {problem !== null && <span role="alert">{problem}</span>}
        </>
      }
      confirmLabel={t('version:revertToPublished')}
      busyLabel={busy ? t('version:reverting') : null}
      onConfirm={() => void revert()}
      onCancel={onClose}
    />
  )
}
