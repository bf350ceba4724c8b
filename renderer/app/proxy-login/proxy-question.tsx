import { CircleAlert } from 'lucide-react'
import { useEffect, useId, useRef, useState, type SubmitEvent } from 'react'
import type { ProxyQuestion as Question } from '../../../shared/ipc.ts'
import { galley } from '../../data/bridge.ts'
import { useBootstrap } from '../../data/queries.ts'
import { useT } from '../../i18n/use-t.ts'
import { Button } from '../../ui/button/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { FieldFrame } from '../../ui/field-frame/field-frame.tsx'
import { Icon } from '../../ui/icon/icon.tsx'
import { TextInput } from '../../ui/text-input/text-input.tsx'
import styles from './proxy-question.module.css'

type Credentials = { name: string; password: string }

/** Asks for the log-in of a proxy, one proxy at a time. */
export function ProxyQuestion() {
  const { proxyQuestions } = useBootstrap()
  const [asked, setAsked] = useState<Question[]>([])
  useEffect(() => {
    const hear = (question: Question) =>
      setAsked((before) => [...before.filter(({ id }) => id !== question.id), question])
    proxyQuestions.forEach(hear)
    return galley.on('proxies.asked', hear)
  }, [proxyQuestions])
  const [lastName, setLastName] = useState('')
  const [question] = asked
  if (question === undefined) return null
  const { id } = question
  return (
    <LogIn
      key={id}
      question={question}
      name={question.isWrong ? lastName : ''}
      onAnswer={(credentials) => {
        setLastName(credentials?.name ?? '')
        setAsked((before) => before.filter((other) => other !== question))
        galley.call('proxies.answer', { id, credentials }).catch(console.error)
      }}
    />
  )
}

/** `name`: the name typed last, if that log-in was wrong; otherwise ''. */
type LogInProps = { question: Question; name: string; onAnswer: (credentials: Credentials | null) => void }

function LogIn({ question, name: nameBefore, onAnswer }: LogInProps) {
  const { t } = useT()
  const formId = useId()
  const nameInput = useRef<HTMLInputElement>(null)
  const [name, setName] = useState(nameBefore)
  const [password, setPassword] = useState('')
  const [isMissing, setMissing] = useState(false)
  const ids = { name: `${formId}-name`, password: `${formId}-password` }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (name.trim() !== '') return onAnswer({ name: name.trim(), password })
    setMissing(true)
    nameInput.current?.focus()
  }
  return (
    <Dialog
      title={t('galley:app.proxyLogin.title')}
      persistent
      onClose={() => onAnswer(null)}
      actions={
        <>
          <Button onPress={() => onAnswer(null)}>{t('general:cancel')}</Button>
          <Button type="submit" form={formId} variant="primary">
            {t('authentication:login')}
          </Button>
        </>
      }
    >
      <p>{t('galley:app.proxyLogin.body', { proxy: question.proxy })}</p>
      {question.realm !== '' && <p>{t('galley:app.proxyLogin.realm', { realm: question.realm })}</p>}
      {question.isWrong && (
        <p role="alert" className={styles['wrong']}>
          <Icon icon={CircleAlert} size="small" />
          {t('galley:app.proxyLogin.wrong')}
        </p>
      )}
      <form id={formId} onSubmit={submit} noValidate className={styles['form']}>
        <FieldFrame
          label={t('galley:app.proxyLogin.name')}
          htmlFor={ids.name}
          required
          error={isMissing ? t('galley:app.proxyLogin.nameMissing') : null}
          bar={false}
        >
          <TextInput
            ref={nameInput}
            id={ids.name}
            type="text"
            autoComplete="off"
            value={name}
            onChange={setName}
            required
            invalid={isMissing}
            spellCheck={false}
            dir="ltr"
            aria-describedby={isMissing ? `${ids.name}-error` : undefined}
          />
        </FieldFrame>
        <FieldFrame label={t('general:password')} htmlFor={ids.password} bar={false}>
          <TextInput
            id={ids.password}
            type="password"
            autoComplete="off"
            value={password}
            onChange={setPassword}
            spellCheck={false}
            dir="ltr"
          />
        </FieldFrame>
        <p className={styles['hint']}>{t('galley:app.proxyLogin.kept')}</p>
      </form>
    </Dialog>
  )
}
