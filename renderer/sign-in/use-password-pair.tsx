import { useId, useState, type ReactNode } from 'react'
import { checkPassword } from '../../shared/fields/text-rules.ts'
import type { FieldError } from '../../shared/document/validation/field-error.ts'
import { useT } from '../i18n/use-t.ts'
import { CredentialField } from '../ui/credential-field/credential-field.tsx'

type PasswordPair = {
  password: string
  /** Returns true if both inputs are valid; from then on errors are shown. */
  check: () => boolean
  inputs: ReactNode
}

/**
 * Returns the inputs for a new password and its repetition. `refused`: the server's error about the last sent
 * one.
 */
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
