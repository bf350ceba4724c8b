import { useId, useState, type ReactNode } from 'react'
import { checkPassword } from '../../shared/document/validation/check-password.ts'
import type { FieldError } from '../../shared/document/validation/field-error.ts'
import { useT } from '../i18n/use-t.ts'
import { CredentialField } from '../ui/credential-field/credential-field.tsx'

type PasswordPair = {
  password: string
  /** Whether both inputs are as they must be; what is wrong is said from then on. */
  check: () => boolean
  inputs: ReactNode
}

/** A new password and the same once more. `refused`: what the server said of the one that it was given. */
export function usePasswordPair(label: string, refused: string | null, autoFocus: boolean): PasswordPair {
  const { t } = useT()
  const id = useId()
  const [password, setPassword] = useState('')
  const [confirmation, setConfirmation] = useState('')
  const [isChecked, setIsChecked] = useState(false)
  const errors = checkPassword(password, confirmation)
  const words = (error: FieldError | null) => (isChecked && error !== null ? t(error.key, error.vars) : null)
  return {
    password,
    check() {
      setIsChecked(true)
      return errors.password === null && errors.confirmation === null
    },
    inputs: (
      <>
        <CredentialField
          id={`${id}-password`}
          label={label}
          value={password}
          onChange={setPassword}
          error={words(errors.password) ?? refused}
          autoFocus={autoFocus}
        />
        <CredentialField
          id={`${id}-confirmation`}
          label={t('authentication:confirmPassword')}
          value={confirmation}
          onChange={setConfirmation}
          error={words(errors.confirmation)}
        />
      </>
    ),
  }
}
