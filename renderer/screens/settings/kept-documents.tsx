import { useState } from 'react'
import { callReason } from '../../data/failure-reasons.ts'
import { useForgetKept, useKeptDocuments } from '../../data/prefetch.ts'
import { formatFilesize } from '../../../shared/fields/file/file-facts.ts'
import { useT } from '../../i18n/use-t.ts'
import { Button } from '../../ui/button/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog/confirm-dialog.tsx'
import { useToast } from '../../ui/toast/toast-queue.ts'
import styles from './settings-screen.module.css'

/** The documents that were prefetched or opened, and the button that removes them. */
export function KeptDocuments() {
  const { t } = useT()
  const toast = useToast()
  const kept = useKeptDocuments()
  const forget = useForgetKept()
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  if (kept === null || kept.documents === 0) return null
  const count = kept.documents

  async function remove(): Promise<void> {
    setBusy(true)
    try {
      await forget()
    } catch (error) {
      toast.error(t('galley:local.remove.failed', { reason: callReason(error, t) }))
    }
    setBusy(false)
    setAsking(false)
  }

  return (
    <div className={styles['kept']}>
      <p>{t('galley:app.keep.kept', { count, size: formatFilesize(kept.bytes) })}</p>
      <Button size="header" onPress={() => setAsking(true)}>
        {t('galley:app.keep.forget')}
      </Button>
      {asking && (
        <ConfirmDialog
          danger
          title={t('galley:app.keep.forgetTitle', { count })}
          body={t('galley:app.keep.forgetBody')}
          confirmLabel={t('galley:local.remove.confirm')}
          busyLabel={busy ? t('galley:local.remove.busy') : null}
          onConfirm={() => void remove()}
          onCancel={() => setAsking(false)}
        />
      )}
    </div>
  )
}
