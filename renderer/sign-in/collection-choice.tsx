import type { AuthCollection } from '../../shared/ipc.ts'
import { useT } from '../i18n/use-t.ts'
import { FieldFrame } from '../ui/field-frame/field-frame.tsx'
import { Select } from '../ui/select/select.tsx'

type CollectionChoiceProps = {
  id: string
  auth: AuthCollection[]
  slug: string
  onChange: (slug: string) => void
}

/** The choice of the user collection to log in to; nothing if there is only one. */
export function CollectionChoice({ id, auth, slug, onChange }: CollectionChoiceProps) {
  const { t } = useT()
  if (auth.length < 2) return null
  return (
    <FieldFrame label={t('galley:app.login.as')} htmlFor={id} group>
      <Select
        aria-labelledby={`${id}-label`}
        options={auth.map((one) => ({ value: one.slug, label: one.label }))}
        value={slug}
        onChange={(next) => onChange(next ?? slug)}
      />
    </FieldFrame>
  )
}

/** Text keys of the identifier by which a collection's users sign in. */
export const IDENTIFIER_KEYS = {
  email: 'general:email',
  username: 'authentication:username',
  either: 'authentication:emailOrUsername',
} as const
