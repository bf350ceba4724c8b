import { useId, type ReactNode } from 'react'
import type { ServerProblem } from '../../shared/ipc.ts'
import { useT } from '../i18n/use-t.ts'
import { Button } from '../ui/button/button.tsx'
import { Note } from '../ui/note/note.tsx'
import { ServerProblemText } from './server-problem-text.tsx'
import styles from './login-form.module.css'

type StepFormProps = {
  url: string
  title: string
  /** Text on the purpose of the form and the next step. */
  intro: string
  /** The server's refusal in its words; null if there is none or a field shows it. */
  refused: string | null
  problem: ServerProblem | null
  submit: string
  busy: boolean
  onSubmit: () => void
  onBack?: () => void
  children: ReactNode
}

/** A form next to the log-in, with one button that continues and one that goes back. */
export function StepForm(props: StepFormProps) {
  const { t } = useT()
  const id = useId()
  return (
    <form
      noValidate
      aria-labelledby={id}
      className={styles['form']}
      onSubmit={(event) => {
        event.preventDefault()
        props.onSubmit()
      }}
    >
      <div>
        <h2 id={id} className={styles['title']}>
          {props.title}
        </h2>
        <p className={styles['intro']}>{props.intro}</p>
      </div>
      {props.children}
      {props.refused !== null && (
        <Note tone="bad" role="alert">
          {props.refused}
        </Note>
      )}
      {props.problem !== null && (
        <ServerProblemText problem={props.problem} url={props.url} onAgain={props.onSubmit} />
      )}
      <div className={styles['row']}>
        {props.onBack ? (
          <Button variant="quiet" onPress={props.onBack}>
            {t('authentication:backToLogin')}
          </Button>
        ) : (
          <span />
        )}
        <Button
          type="submit"
          variant="primary"
          size="large"
          busyLabel={props.busy ? t('general:loading') : null}
        >
          {props.submit}
        </Button>
      </div>
    </form>
  )
}
