import { useId, useState } from 'react'
import { galley } from '../data/bridge.ts'
import { useT } from '../i18n/use-t.ts'
import { describedBy, FieldFrame } from '../ui/field-frame/field-frame.tsx'
import { TextInput } from '../ui/text-input/text-input.tsx'
import { readMailLink } from './mail-link.ts'
import { StepForm } from './step-form.tsx'
import { useStep } from './use-step.ts'

type MailLinkFormProps = {
  url: string
  onBack: () => void
  onReset: (token: string) => void
  onVerified: () => void
}

/** Takes a link from an e-mail of the site. A link to another host is refused and its token is not sent. */
export function MailLinkForm({ url, onBack, onReset, onVerified }: MailLinkFormProps) {
  const { t } = useT()
  const id = useId()
  const { busy, refused, problem, run } = useStep()
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string | null>(null)
  const description = t('galley:app.signIn.linkHint')

  const submit = () => {
    const link = readMailLink(typed)
    if (link === null) return setError(t('galley:app.signIn.linkWrong'))
    if (link.host !== null && link.host !== new URL(url).host)
      return setError(t('galley:app.signIn.linkOther', { host: link.host }))
    setError(null)
    if (link.kind === 'reset') return onReset(link.token)
    const { slug: collection, token } = link
    void run(() => galley.call('session.verifyEmail', { url, collection, token }), onVerified)
  }
  return (
    <StepForm
      url={url}
      title={t('galley:app.signIn.linkTitle')}
      intro={t('galley:app.signIn.linkIntro')}
      refused={refused?.message ?? null}
      problem={problem}
      submit={t('galley:app.signIn.continue')}
      busy={busy}
      onBack={onBack}
      onSubmit={submit}
    >
      <FieldFrame
        label={t('galley:app.signIn.link')}
        htmlFor={id}
        required
        error={error}
        description={description}
        bar={false}
      >
        <TextInput
          id={id}
          type="text"
          value={typed}
          onChange={(text) => {
            setTyped(text)
            setError(null)
          }}
          required
          invalid={error !== null}
          spellCheck={false}
          dir="ltr"
          autoFocus
          aria-describedby={describedBy(id, { error, description })}
        />
      </FieldFrame>
    </StepForm>
  )
}
