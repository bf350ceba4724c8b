import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { adminRoutes } from '../../../shared/cms/routes.ts'
import { useT } from '../../i18n/use-t.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog/confirm-dialog.tsx'
import { useToast } from '../../ui/toast/toast-queue.ts'
import { useAccount } from '../../data/account-context.tsx'
import { galley } from '../../data/bridge.ts'
import { useConnection } from '../../data/queries.ts'
import { useStoreTrouble } from '../../data/store-errors.ts'
import { useWaitingEdits } from '../../data/outbox.ts'

/** Asks before signing out and says how many edits stay on this computer (SY2). */
export function SignOutDialog({ onClose }: { onClose: () => void }) {
  const { t } = useT()
  const toast = useToast()
  const navigate = useNavigate()
  const { label } = useAccount()
  const waiting = useWaitingEdits()
  const trouble = useStoreTrouble()
  const connection = useConnection()
  const offline = connection?.status === 'offline'
  const isOtherSite = offline && connection.problem?.code === 'other-site'
  const [busy, setBusy] = useState(false)
  const words = (): string => {
    if (trouble !== null) return t('galley:app.signOut.bodyUnwritten')
    // Logging in to the other CMS begins a new database (U41).
    if (isOtherSite)
      return waiting === 0
        ? t('galley:app.signOut.bodyOtherSiteNone')
        : t('galley:app.signOut.bodyOtherSite', { count: waiting })
    return waiting === 0
      ? t('galley:app.signOut.bodyNone')
      : t('galley:app.signOut.bodyWaiting', { count: waiting, name: label })
  }
  const signOut = async () => {
    setBusy(true)
    try {
      await galley.call('session.logout', undefined)
      await navigate(adminRoutes.dashboard(), { replace: true })
    } catch {
      toast.error(t('error:logoutFailed'))
      onClose()
    }
  }
  return (
    <ConfirmDialog
      title={t('galley:app.signOut.title')}
      body={
        <>
          <p>{words()}</p>
          {offline && !isOtherSite && <p>{t('galley:local.signOutOffline')}</p>}
        </>
      }
      danger={trouble !== null || offline}
      confirmLabel={t('authentication:logOut')}
      busyLabel={busy ? t('authentication:loggingOut') : null}
      onConfirm={() => void signOut()}
      onCancel={onClose}
    />
  )
}
