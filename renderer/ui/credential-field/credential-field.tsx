import { describedBy, FieldFrame } from '../field-frame/field-frame.tsx'
import { TextInput } from '../text-input/text-input.tsx'

type CredentialFieldProps = {
  id: string
  label: string
  value: string
  onChange: (text: string) => void
  error: string | null
  autoFocus?: boolean
}

/** A password to be set: required, hidden, and not for the memory of the browser. */
export function CredentialField({
  id,
  label,
  value,
  onChange,
  error,
  autoFocus = false,
}: CredentialFieldProps) {
  return (
    <FieldFrame label={label} htmlFor={id} required error={error} bar={false}>
      <TextInput
        id={id}
        type="password"
        autoComplete="new-password"
        value={value}
        onChange={onChange}
        required
        invalid={error !== null}
        autoFocus={autoFocus}
        aria-describedby={describedBy(id, { error })}
      />
    </FieldFrame>
  )
}
