import { useId, useState } from 'react'
import type { AuthCollection } from '../../shared/ipc.ts'
import { galley } from '../data/bridge.ts'
import { useT } from '../i18n/use-t.ts'
import { Button } from '../ui/button/button.tsx'
import { Checkbox } from '../ui/checkbox/checkbox.tsx'
import { describedBy, FieldFrame } from '../ui/field-frame/field-frame.tsx'
import { TextInput } from '../ui/text-input/text-input.tsx'
import { IDENTIFIER_KEYS } from './collection-choice.tsx'
import { StepForm } from './step-form.tsx'
import { usePasswordPair } from './use-password-pair.tsx'
import { useStep } from './use-step.ts'

/** The names that the first user of a collection may have. */
const NAMES = {
  email: ['email'],
  username: ['username'],
  either: ['email', 'username'],
} as const

type FirstUserFormProps = {
  url: string
  collection: AuthCollection
  /** Address of the site's own admin page for the first user. */
  adminUrl: string
  keep: boolean
  onKeep: (keep: boolean) => void
  /** Back to the log-in, for users of another collection. */
  onBack: () => void
}

/** The form for the first user of a site without users. Other required fields are filled in in its own admin. */
export function FirstUserForm(props: FirstUserFormProps) {
  const { url, collection, adminUrl, keep } = props
  const { t } = useT()
  const id = useId()
  const { busy, refused, problem, run } = useStep()
  const [values, setValues] = useState<Record<string, string>>({})
  const at = (path: string) => refused?.fields.find((field) => field.path === path)?.message ?? null
  const { password, check, inputs } = usePasswordPair(t('authentication:newPassword'), at('password'), false)
  const names = NAMES[collection.identifier]
  const known: readonly string[] = [...names, 'password']
  const asksMore = refused?.fields.some(({ path }) => !known.includes(path)) === true
  const isAtField = refused?.fields.some(({ path }) => known.includes(path)) === true
  return (
    <StepForm
      url={url}
      title={t('authentication:createFirstUser')}
      intro={t('authentication:beginCreateFirstUser')}
      refused={refused !== null && !isAtField ? refused.message : null}
      problem={problem}
      submit={t('general:create')}
      busy={busy}
      onBack={props.onBack}
      onSubmit={() => {
        if (!check()) return
        const given = Object.entries(values).filter(([, text]) => text.trim() !== '')
        void run(
          () =>
            galley.call('session.firstUser', {
              url,
              collection: collection.slug,
              values: Object.fromEntries(given),
              password,
              keep,
            }),
          () => {},
        )
      }}
    >
      {names.map((name, index) => (
        <FieldFrame
          key={name}
          label={t(IDENTIFIER_KEYS[name])}
          htmlFor={`${id}-${name}`}
          required={names.length === 1}
          error={at(name)}
          bar={false}
        >
          <TextInput
            id={`${id}-${name}`}
            type="text"
            autoComplete={name}
            value={values[name] ?? ''}
            onChange={(text) => setValues((before) => ({ ...before, [name]: text }))}
            required={names.length === 1}
            invalid={at(name) !== null}
            spellCheck={false}
            dir="ltr"
            autoFocus={index === 0}
            aria-describedby={describedBy(`${id}-${name}`, { error: at(name) })}
          />
        </FieldFrame>
      ))}
      {inputs}
      <Checkbox label={t('galley:app.login.keep')} checked={keep} onChange={props.onKeep} />
      {asksMore && (
        <div>
          <p>{t('galley:app.signIn.asksMore')}</p>
          <Button
            onPress={() => void galley.call('app.openExternal', { url: adminUrl }).catch(console.error)}
          >
            {t('galley:preview.inBrowser')}
          </Button>
        </div>
      )}
    </StepForm>
  )
}
