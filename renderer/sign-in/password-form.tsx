import type { DocRef } from '../../shared/cms/doc-ref.ts'
import { useT } from '../i18n/use-t.ts'
import { Button } from '../ui/button/button.tsx'
import styles from './password-form.module.css'
import { useCredentialChange } from './use-credential-change.ts'
import { usePasswordPair } from './use-password-pair.tsx'

/** The form for a user's new password and its repetition, which are kept nowhere else. */
export function PasswordForm({ docRef, onClose }: { docRef: DocRef; onClose: () => void }) {
  const { t } = useT()
  const { change, busy, needsServer } = useCredentialChange(docRef)
  const { password, check, inputs } = usePasswordPair(t('authentication:newPassword'), null, true)

  const submit = async () => {
    if (!check() || needsServer !== null || busy) return
    const became = await change({ kind: 'password', password }, t('galley:inputs.credentials.changed'))
    if (became === 'done') onClose()
  }
  return (
    <form
      noValidate
      className={styles['form']}
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <div className={styles['pair']}>{inputs}</div>
      <div className={styles['buttons']}>
        <Button
          type="submit"
          disabledReason={needsServer}
          busyLabel={busy ? t('authentication:changePassword') : null}
        >
          {t('authentication:changePassword')}
        </Button>
        <Button variant="quiet" onPress={onClose}>
          {t('general:cancel')}
        </Button>
      </div>
    </form>
  )
}
