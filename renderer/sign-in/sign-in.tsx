import { useState } from 'react'
import type { AuthCollection, FirstUser } from '../../shared/ipc.ts'
import { useT } from '../i18n/use-t.ts'
import { Button } from '../ui/button/button.tsx'
import { useToast } from '../ui/toast/toast-queue.ts'
import { BrowserLogin } from './browser-login.tsx'
import { FirstUserForm } from './first-user-form.tsx'
import { ForgotForm } from './forgot-form.tsx'
import { LoginForm } from './login-form.tsx'
import { MailLinkForm } from './mail-link-form.tsx'
import { SetPasswordForm } from './set-password-form.tsx'
import styles from './login-form.module.css'

type SignInProps = {
  url: string
  /** Collections with passwords. */
  auth: AuthCollection[]
  /** True if the site offers a log-in through the system's browser. */
  browserLogin: boolean
  firstUser: FirstUser | null
  identifier: string
  password: string
  hint: string | null
}

type Step = { name: 'login' | 'forgot' | 'link' } | { name: 'password'; token: string }

/** The ways into a site: the log-in, a forgotten password, the links of its e-mails, and its first user. */
export function SignIn({ url, auth, browserLogin, firstUser, ...login }: SignInProps) {
  const { t } = useT()
  const toast = useToast()
  const [step, setStep] = useState<Step>({ name: 'login' })
  const [keep, setKeep] = useState(true)
  /** True once the person has left the form of the first user, since other collections may have users. */
  const [isElsewhere, setIsElsewhere] = useState(false)
  const back = () => setStep({ name: 'login' })
  const first = isElsewhere ? undefined : auth.find(({ slug }) => slug === firstUser?.slug)
  const browser = browserLogin && <BrowserLogin url={url} keep={keep} isOnly={auth.length === 0} />
  if (auth.length === 0) return browser
  if (first && firstUser)
    return (
      <>
        <FirstUserForm
          url={url}
          collection={first}
          adminUrl={firstUser.adminUrl}
          keep={keep}
          onKeep={setKeep}
          onBack={() => setIsElsewhere(true)}
        />
        {browser}
      </>
    )
  if (step.name === 'forgot')
    return (
      <ForgotForm
        url={url}
        auth={auth}
        identifier={login.identifier}
        onBack={back}
        onLink={() => setStep({ name: 'link' })}
      />
    )
  if (step.name === 'link')
    return (
      <MailLinkForm
        url={url}
        onBack={back}
        onReset={(token) => setStep({ name: 'password', token })}
        onVerified={() => {
          toast.success(t('authentication:emailVerified'))
          back()
        }}
      />
    )
  if (step.name === 'password')
    return (
      <SetPasswordForm url={url} auth={auth} token={step.token} keep={keep} onKeep={setKeep} onBack={back} />
    )
  return (
    <>
      <LoginForm url={url} auth={auth} keep={keep} onKeep={setKeep} {...login} />
      <div className={styles['ways']}>
        <Button variant="quiet" size="row" onPress={() => setStep({ name: 'forgot' })}>
          {t('authentication:forgotPasswordQuestion')}
        </Button>
        <Button variant="quiet" size="row" onPress={() => setStep({ name: 'link' })}>
          {t('galley:app.signIn.haveLink')}
        </Button>
      </div>
      {browser}
    </>
  )
}
