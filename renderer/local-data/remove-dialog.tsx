import { useState } from 'react'
import type { LocalAccount, LocalTarget } from '../../shared/ipc.ts'
import { useT } from '../i18n/use-t.ts'
import { ConfirmDialog } from '../ui/confirm-dialog/confirm-dialog.tsx'
import { editsAtStake, filesWithEdits } from './local-accounts.ts'
import { useLocalActions } from './use-local-actions.ts'

export type RemoveDialogProps = {
  title: string
  /** The accounts to remove, with their numbers of edits that would be lost. */
  accounts: readonly LocalAccount[]
  onRemove: () => Promise<unknown>
  onClose: () => void
}

/**
 * The question before documents of this computer are removed. It says what would be lost, and offers to export it.
 */
export function RemoveDialog({ title, accounts, onRemove, onClose }: RemoveDialogProps) {
  const { t } = useT()
  const { exportFiles, whyNotExport } = useLocalActions()
  const [busy, setBusy] = useState(false)
  const edits = accounts.reduce((sum, account) => sum + editsAtStake(account), 0)
  const exportAll = async () => {
    for (const account of accounts) await exportFiles(account, filesWithEdits(account))
  }
  return (
    <ConfirmDialog
      danger
      title={title}
      body={
        <>
          <p>{t('galley:local.remove.body')}</p>
          {edits > 0 && (
            <p>
              <strong>{t('galley:local.remove.edits', { count: edits })}</strong>
            </p>
          )}
          {accounts.some(({ isOpen }) => isOpen) && <p>{t('galley:local.remove.signsOut')}</p>}
        </>
      }
      confirmLabel={t('galley:local.remove.confirm')}
      busyLabel={busy ? t('galley:local.remove.busy') : null}
      onConfirm={() => {
        setBusy(true)
        void onRemove().finally(onClose)
      }}
      onCancel={onClose}
      {...(edits > 0 && {
        extra: {
          label: t('galley:local.export.edits'),
          onPress: () => void exportAll(),
          disabledReason: whyNotExport,
        },
      })}
    />
  )
}

/** Returns the target that stands for all local data of one user, for a removal. */
export function accountTarget(account: LocalAccount): LocalTarget {
  return { serverId: account.serverId, account: account.id, file: null }
}
