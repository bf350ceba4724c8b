import { Eye, EyeOff } from 'lucide-react'
import { useEffect, useId, useRef, useState, type SubmitEvent } from 'react'
import type { AuthCollection, LoginResult, ServerProblem } from '../../shared/ipc.ts'
import { galley } from '../data/bridge.ts'
import { useT } from '../i18n/use-t.ts'
import { Button } from '../ui/button/button.tsx'
import { Checkbox } from '../ui/checkbox/checkbox.tsx'
import { FieldFrame } from '../ui/field-frame/field-frame.tsx'
import { IconButton } from '../ui/icon-button/icon-button.tsx'
import { TextInput } from '../ui/text-input/text-input.tsx'
import { CollectionChoice, IDENTIFIER_KEYS } from './collection-choice.tsx'
import { ServerProblemText } from './server-problem-text.tsx'
import { loginErrors, type LoginErrors } from './login-errors.ts'
import styles from './login-form.module.css'

export type LoginFormProps = {
  url: string
  /** At least one collection. */
  auth: AuthCollection[]
  identifier?: string
  password?: string
  hint?: string | null
  /** True to stay signed in after the program ends; ignored with `inPlace`. */
  keep?: boolean
  onKeep?: (keep: boolean) => void
  /** True if the open account stays and the dialog has the buttons. */
  inPlace?: boolean
  id?: string
  onBusy?: (busy: boolean) => void
  /** Called if somebody else's log-in was typed; nothing has changed then. */
  onOtherUser?: (label: string | null) => void
  onDone?: () => void
}

/** The log-in form. Refusals of the server are shown at the field, in its words. */
export function LoginForm(props: LoginFormProps) {
  const { t } = useT()
  const { auth, inPlace = false, keep = true } = props
  const formId = useId()
  const [slug, setSlug] = useState(auth[0]?.slug ?? '')
  const [identifier, setIdentifier] = useState(props.identifier ?? '')
  const [password, setPassword] = useState(props.password ?? '')
  const [visible, setVisible] = useState(false)
  const [busy, setBusyState] = useState(false)
  const [errors, setErrors] = useState<LoginErrors>({ identifier: null, password: null })
  const [problem, setProblem] = useState<ServerProblem | null>(null)
  const identifierInput = useRef<HTMLInputElement>(null)
  const passwordInput = useRef<HTMLInputElement>(null)
  const collection = auth.find((one) => one.slug === slug) ?? auth[0]
  const kind = collection?.identifier ?? 'either'

  const setBusy = (next: boolean) => {
    setBusyState(next)
    props.onBusy?.(next)
  }
  const refuse = (next: LoginErrors) => {
    setErrors(next)
    if (next.identifier !== null) identifierInput.current?.focus()
    else passwordInput.current?.focus()
  }
  const settle = (result: LoginResult) => {
    if (result.outcome === 'ok') props.onDone?.()
    else if (result.outcome === 'refused') refuse(loginErrors(result))
    else if (result.outcome === 'problem') setProblem(result.problem)
    else props.onOtherUser?.(result.label)
  }
  /** The session may begin and the form unmount before the answer; it must not close what was opened since. */
  const isShown = useRef(true)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  const logIn = async () => {
    setProblem(null)
    props.onOtherUser?.(null)
    const missing: LoginErrors = {
      identifier: identifier.trim() === '' ? t('galley:app.login.identifierMissing') : null,
      password: password === '' ? t('galley:app.login.passwordMissing') : null,
    }
    if (missing.identifier !== null || missing.password !== null) return refuse(missing)
    setErrors({ identifier: null, password: null })
    setBusy(true)
    try {
      const result = await galley.call('session.login', {
        url: props.url,
        collection: collection?.slug ?? '',
        identifier: identifier.trim(),
        password,
        keep,
        inPlace,
      })
      if (isShown.current) settle(result)
    } catch (error) {
      console.error('Login failed', error)
      refuse({ identifier: null, password: t('error:unknown') })
    } finally {
      setBusy(false)
    }
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (!busy) void logIn()
  }
  const ids = { identifier: `${formId}-identifier`, password: `${formId}-password` }
  return (
    <form id={props.id} onSubmit={submit} noValidate className={styles['form']}>
      <CollectionChoice id={`${formId}-as`} auth={auth} slug={slug} onChange={setSlug} />
      <FieldFrame
        label={t(IDENTIFIER_KEYS[kind])}
        htmlFor={ids.identifier}
        required
        error={errors.identifier}
        description={props.hint ?? null}
        bar={false}
      >
        <TextInput
          ref={identifierInput}
          id={ids.identifier}
          // Not type=email: the server decides what is valid, and its message is shown.
          type="text"
          name="username"
          autoComplete="username"
          value={identifier}
          onChange={setIdentifier}
          required
          invalid={errors.identifier !== null}
          spellCheck={false}
          dir="ltr"
          autoFocus={!identifier}
          aria-describedby={
            errors.identifier !== null
              ? `${ids.identifier}-error`
              : props.hint
                ? `${ids.identifier}-description`
                : undefined
          }
        />
      </FieldFrame>
      <FieldFrame
        label={t('general:password')}
        htmlFor={ids.password}
        required
        error={errors.password}
        bar={false}
      >
        <TextInput
          ref={passwordInput}
          id={ids.password}
          type={visible ? 'text' : 'password'}
          name="password"
          autoComplete="current-password"
          value={password}
          onChange={setPassword}
          required
          invalid={errors.password !== null}
          spellCheck={false}
          dir="ltr"
          autoFocus={Boolean(identifier)}
          aria-describedby={errors.password !== null ? `${ids.password}-error` : undefined}
          end={
            <IconButton
              size="row"
              icon={visible ? EyeOff : Eye}
              label={t(visible ? 'galley:app.login.hide' : 'galley:app.login.show')}
              pressed={visible}
              onPress={() => setVisible(!visible)}
            />
          }
        />
      </FieldFrame>
      {problem !== null && (
        <ServerProblemText problem={problem} url={props.url} onAgain={() => void logIn()} />
      )}
      <div className={styles['row']}>
        {props.onKeep && (
          <Checkbox label={t('galley:app.login.keep')} checked={keep} onChange={props.onKeep} />
        )}
        {!inPlace && (
          <Button
            type="submit"
            variant="primary"
            size="large"
            busyLabel={busy ? t('galley:app.login.busy') : null}
          >
            {t('authentication:login')}
          </Button>
        )}
      </div>
    </form>
  )
}
