import { useId, useState } from 'react'
import type { AuthCollection } from '../../shared/ipc.ts'
import { galley } from '../data/bridge.ts'
import { useT } from '../i18n/use-t.ts'
import { Button } from '../ui/button/button.tsx'
import { describedBy, FieldFrame } from '../ui/field-frame/field-frame.tsx'
import { TextInput } from '../ui/text-input/text-input.tsx'
import { CollectionChoice, IDENTIFIER_KEYS } from './collection-choice.tsx'
import { StepForm } from './step-form.tsx'
import styles from './login-form.module.css'
import { useStep } from './use-step.ts'

type ForgotFormProps = {
  url: string
  auth: AuthCollection[]
  identifier: string
  onBack: () => void
  /** Called when the person has the e-mail and wants to enter its link. */
  onLink: () => void
}

/** Requests the e-mail for a new password. The site does not say if it knows the person. */
export function ForgotForm({ url, auth, onBack, onLink, ...props }: ForgotFormProps) {
  const { t } = useT()
  const id = useId()
  const { busy, refused, problem, run } = useStep()
  const [slug, setSlug] = useState(auth[0]?.slug ?? '')
  const [identifier, setIdentifier] = useState(props.identifier)
  const [isMissing, setIsMissing] = useState(false)
  const [isSent, setIsSent] = useState(false)
  const kind = auth.find((one) => one.slug === slug)?.identifier ?? 'either'
  const error = isMissing && identifier.trim() === '' ? t('galley:app.login.identifierMissing') : null

  if (isSent)
    return (
      <section className={styles['form']} aria-labelledby={`${id}-sent`}>
        <div role="status">
          <h2 id={`${id}-sent`} className={styles['title']}>
            {t('authentication:emailSent')}
          </h2>
          <p className={styles['intro']}>{t('authentication:checkYourEmailForPasswordReset')}</p>
        </div>
        <div className={styles['row']}>
          <Button variant="quiet" onPress={onBack}>
            {t('authentication:backToLogin')}
          </Button>
          <Button variant="primary" size="large" autoFocus onPress={onLink}>
            {t('galley:app.signIn.haveLink')}
          </Button>
        </div>
      </section>
    )
  return (
    <StepForm
      url={url}
      title={t('authentication:forgotPassword')}
      intro={t(
        kind === 'username'
          ? 'authentication:forgotPasswordUsernameInstructions'
          : 'authentication:forgotPasswordEmailInstructions',
      )}
      refused={refused?.message ?? null}
      problem={problem}
      submit={t('general:submit')}
      busy={busy}
      onBack={onBack}
      onSubmit={() => {
        setIsMissing(true)
        if (identifier.trim() === '') return
        void run(
          () => galley.call('session.forgotPassword', { url, collection: slug, identifier }),
          () => setIsSent(true),
        )
      }}
    >
      <CollectionChoice id={`${id}-as`} auth={auth} slug={slug} onChange={setSlug} />
      <FieldFrame
        label={t(IDENTIFIER_KEYS[kind])}
        htmlFor={`${id}-identifier`}
        required
        error={error}
        bar={false}
      >
        <TextInput
          id={`${id}-identifier`}
          type="text"
          autoComplete="username"
          value={identifier}
          onChange={setIdentifier}
          required
          invalid={error !== null}
          spellCheck={false}
          dir="ltr"
          autoFocus
          aria-describedby={describedBy(`${id}-identifier`, { error })}
        />
      </FieldFrame>
    </StepForm>
  )
}
