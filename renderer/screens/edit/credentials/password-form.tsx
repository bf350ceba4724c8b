import { useId, useState } from 'react'
import type { DocRef } from '../../../../shared/cms/doc-ref.ts'
import { checkPassword } from '../../../../shared/document/validation/check-password.ts'
import type { FieldError } from '../../../../shared/document/validation/field-error.ts'
import { useT } from '../../../i18n/use-t.ts'
import { Button } from '../../../ui/button/button.tsx'
import { CredentialField } from '../../../ui/credential-field/credential-field.tsx'
import styles from './credentials-panel.module.css'
import { useCredentialChange } from './use-credential-change.ts'

/** A new password and the same once more. They are in this form and nowhere else, and go when it is left. */
export function PasswordForm({ docRef, onClose }: { docRef: DocRef; onClose: () => void }) {
  const { t } = useT()
  const id = useId()
  const { change, busy, needsServer } = useCredentialChange(docRef)
  const [password, setPassword] = useState('')
  const [confirmation, setConfirmation] = useState('')
  const [checked, setChecked] = useState(false)
  const errors = checkPassword(password, confirmation)

  const submit = async () => {
    setChecked(true)
    if (errors.password !== null || errors.confirmation !== null || needsServer !== null || busy) return
    const became = await change({ kind: 'password', password }, t('galley:inputs.credentials.changed'))
    if (became === 'done') onClose()
  }
  const words = (error: FieldError | null) => (checked && error !== null ? t(error.key, error.vars) : null)
  return (
    <form
      noValidate
      className={styles['form']}
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <div className={styles['pair']}>
        <CredentialField
          id={`${id}-password`}
          label={t('authentication:newPassword')}
          value={password}
          onChange={setPassword}
          error={words(errors.password)}
          autoFocus
        />
        <CredentialField
          id={`${id}-confirmation`}
          label={t('authentication:confirmPassword')}
          value={confirmation}
          onChange={setConfirmation}
          error={words(errors.confirmation)}
        />
      </div>
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
