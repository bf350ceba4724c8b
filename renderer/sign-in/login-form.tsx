import { Eye, EyeOff } from 'lucide-react'
import { useEffect, useId, useRef, useState, type Ref, type SubmitEvent } from 'react'
import type { AuthCollection, CallInput, LoginResult, ServerProblem } from '../../shared/ipc.ts'
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
  /** User collections that can log in with a password; at least one. */
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
  /** Called if somebody else's log-in was typed (nothing has changed then), and with null when a try begins. */
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
  const identifierInput = useRef<HTMLInputElement>(null)
  const passwordInput = useRef<HTMLInputElement>(null)
  const collection = auth.find((one) => one.slug === slug) ?? auth[0]
  const { busy, errors, problem, logIn } = useLogin({
    ...props,
    typed: { collection: collection?.slug ?? '', identifier: identifier.trim(), password, keep, inPlace },
    onRefused(next) {
      if (next.identifier !== null) identifierInput.current?.focus()
      else passwordInput.current?.focus()
    },
  })
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (!busy) void logIn()
  }
  return (
    <form id={props.id} onSubmit={submit} noValidate className={styles['form']}>
      <CollectionChoice id={`${formId}-as`} auth={auth} slug={slug} onChange={setSlug} />
      <IdentifierField
        id={`${formId}-identifier`}
        ref={identifierInput}
        kind={collection?.identifier ?? 'either'}
        value={identifier}
        onChange={setIdentifier}
        error={errors.identifier}
        hint={props.hint ?? null}
      />
      <PasswordField
        id={`${formId}-password`}
        ref={passwordInput}
        value={password}
        onChange={setPassword}
        error={errors.password}
        autoFocus={Boolean(identifier)}
      />
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

type LoginOptions = Pick<LoginFormProps, 'url' | 'onBusy' | 'onOtherUser' | 'onDone'> & {
  typed: Omit<CallInput<'session.login'>, 'url'>
  /** Called when an input has an error. */
  onRefused: (errors: LoginErrors) => void
}

/** Returns a function that logs in with the typed identifier and password, and the errors of both. */
function useLogin({ url, typed, onBusy, onOtherUser, onDone, onRefused }: LoginOptions) {
  const { t } = useT()
  const [busy, setBusyState] = useState(false)
  const [errors, setErrors] = useState<LoginErrors>({ identifier: null, password: null })
  const [problem, setProblem] = useState<ServerProblem | null>(null)
  const setBusy = (next: boolean) => {
    setBusyState(next)
    onBusy?.(next)
  }
  const refuse = (next: LoginErrors) => {
    setErrors(next)
    onRefused(next)
  }
  const settle = (result: LoginResult) => {
    if (result.outcome === 'ok') onDone?.()
    else if (result.outcome === 'refused') refuse(loginErrors(result))
    else if (result.outcome === 'problem') setProblem(result.problem)
    else onOtherUser?.(result.label)
  }
  /** True while the form is mounted: an answer after that must not close anything opened since. */
  const isShown = useRef(true)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  const logIn = async () => {
    setProblem(null)
    onOtherUser?.(null)
    const missing: LoginErrors = {
      identifier: typed.identifier === '' ? t('galley:app.login.identifierMissing') : null,
      password: typed.password === '' ? t('galley:app.login.passwordMissing') : null,
    }
    if (missing.identifier !== null || missing.password !== null) return refuse(missing)
    setErrors({ identifier: null, password: null })
    setBusy(true)
    try {
      const result = await galley.call('session.login', { url, ...typed })
      if (isShown.current) settle(result)
    } catch (error) {
      console.error('Login failed', error)
      refuse({ identifier: null, password: t('error:unknown') })
    } finally {
      setBusy(false)
    }
  }
  return { busy, errors, problem, logIn }
}

type InputProps = {
  id: string
  ref: Ref<HTMLInputElement>
  value: string
  onChange: (value: string) => void
  error: string | null
}

type IdentifierFieldProps = InputProps & {
  kind: keyof typeof IDENTIFIER_KEYS
  hint: string | null
}

/** The input for the e-mail address or the username, as the collection has it. */
function IdentifierField({ id, ref, kind, value, onChange, error, hint }: IdentifierFieldProps) {
  const { t } = useT()
  return (
    <FieldFrame
      label={t(IDENTIFIER_KEYS[kind])}
      htmlFor={id}
      required
      error={error}
      description={hint}
      bar={false}
    >
      <TextInput
        ref={ref}
        id={id}
        // Not type=email: the server decides what is valid, and its message is shown.
        type="text"
        name="username"
        autoComplete="username"
        value={value}
        onChange={onChange}
        required
        invalid={error !== null}
        spellCheck={false}
        dir="ltr"
        autoFocus={!value}
        aria-describedby={error !== null ? `${id}-error` : hint ? `${id}-description` : undefined}
      />
    </FieldFrame>
  )
}

/** The input for the password, which can be made readable. */
function PasswordField({ id, ref, value, onChange, error, autoFocus }: InputProps & { autoFocus: boolean }) {
  const { t } = useT()
  const [visible, setVisible] = useState(false)
  return (
    <FieldFrame label={t('general:password')} htmlFor={id} required error={error} bar={false}>
      <TextInput
        ref={ref}
        id={id}
        type={visible ? 'text' : 'password'}
        name="password"
        autoComplete="current-password"
        value={value}
        onChange={onChange}
        required
        invalid={error !== null}
        spellCheck={false}
        dir="ltr"
        autoFocus={autoFocus}
        aria-describedby={error !== null ? `${id}-error` : undefined}
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
  )
}
