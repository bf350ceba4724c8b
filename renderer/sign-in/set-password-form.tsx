import { useId, useState } from 'react'
import type { AuthCollection } from '../../shared/ipc.ts'
import { galley } from '../data/bridge.ts'
import { useT } from '../i18n/use-t.ts'
import { Checkbox } from '../ui/checkbox/checkbox.tsx'
import { CollectionChoice } from './collection-choice.tsx'
import { StepForm } from './step-form.tsx'
import { usePasswordPair } from './use-password-pair.tsx'
import { useStep } from './use-step.ts'

type SetPasswordFormProps = {
  url: string
  auth: AuthCollection[]
  token: string
  keep: boolean
  onKeep: (keep: boolean) => void
  onBack: () => void
}

/** The form that replaces a forgotten password and logs its owner in. */
export function SetPasswordForm({ url, auth, token, keep, onKeep, onBack }: SetPasswordFormProps) {
  const { t } = useT()
  const id = useId()
  const { busy, refused, problem, run } = useStep()
  const [slug, setSlug] = useState(auth[0]?.slug ?? '')
  const ofPassword = refused?.fields.find(({ path }) => path === 'password')?.message ?? null
  const { password, check, inputs } = usePasswordPair(t('authentication:newPassword'), ofPassword, true)
  return (
    <StepForm
      url={url}
      title={t('authentication:resetYourPassword')}
      intro={t('galley:app.signIn.resetIntro')}
      refused={refused === null || ofPassword !== null ? null : refused.message}
      problem={problem}
      submit={t('authentication:resetPassword')}
      busy={busy}
      onBack={onBack}
      onSubmit={() => {
        if (!check()) return
        void run(
          () => galley.call('session.resetPassword', { url, collection: slug, token, password, keep }),
          () => {},
        )
      }}
    >
      <CollectionChoice id={`${id}-as`} auth={auth} slug={slug} onChange={setSlug} />
      {inputs}
      <Checkbox label={t('galley:app.login.keep')} checked={keep} onChange={onKeep} />
    </StepForm>
  )
}
