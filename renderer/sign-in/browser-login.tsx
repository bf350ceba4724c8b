import { Globe } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { CallOutput } from '../../shared/ipc.ts'
import { galley } from '../data/bridge.ts'
import { useT } from '../i18n/use-t.ts'
import { Button } from '../ui/button/button.tsx'
import { Note } from '../ui/note/note.tsx'
import { ServerProblemText } from './server-problem-text.tsx'
import styles from './login-form.module.css'

type BrowserLoginProps = {
  url: string
  /** True to stay signed in after the program ends; ignored with `inPlace`. */
  keep?: boolean
  /** True if the open account stays. */
  inPlace?: boolean
  /** True if the site has no other log-in. */
  isOnly: boolean
  /** Called if another user logged in (nothing has changed then), and with null when a try begins. */
  onOtherUser?: (label: string | null) => void
  onDone?: () => void
}

type Result = CallOutput<'session.browserLogin'>

/** The log-in by the system's browser, in whatever way the site offers. */
export function BrowserLogin(props: BrowserLoginProps) {
  const { url, keep = true, inPlace = false, isOnly, onOtherUser, onDone } = props
  const { t } = useT()
  /** Number of tries; answers to earlier ones are ignored. */
  const tries = useRef(0)
  const [isWaiting, setIsWaiting] = useState(false)
  const [result, setResult] = useState<Result | null>(null)
  useEffect(
    () => () => {
      // The component is gone, so the log-in is cancelled.
      if (tries.current > 0) galley.call('session.cancelBrowserLogin', undefined).catch(console.error)
      tries.current += 1
    },
    [],
  )
  const begin = async () => {
    tries.current += 1
    const mine = tries.current
    setIsWaiting(true)
    setResult(null)
    onOtherUser?.(null)
    try {
      const answer = await galley.call('session.browserLogin', { url, keep, inPlace })
      if (mine !== tries.current) return
      setResult(answer)
      if (answer.outcome === 'ok') onDone?.()
      if (answer.outcome === 'other-user') onOtherUser?.(answer.label)
    } catch (error) {
      console.error('The log-in through the browser failed', error)
      if (mine === tries.current) setResult({ outcome: 'refused', message: t('error:unknown'), fields: [] })
    } finally {
      if (mine === tries.current) setIsWaiting(false)
    }
  }
  const cancel = () => {
    tries.current += 1
    setIsWaiting(false)
    galley.call('session.cancelBrowserLogin', undefined).catch(console.error)
  }
  return (
    <div className={styles['browser']}>
      {isWaiting ? (
        <>
          <p role="status">{t('galley:app.signIn.browserWaits')}</p>
          <div className={styles['ways']}>
            <Button onPress={cancel}>{t('general:cancel')}</Button>
            <Button variant="quiet" onPress={() => void begin()}>
              {t('galley:app.signIn.browserAgain')}
            </Button>
          </div>
        </>
      ) : (
        <Button
          icon={Globe}
          variant={isOnly && !inPlace ? 'primary' : 'secondary'}
          size="large"
          autoFocus={isOnly}
          onPress={() => void begin()}
        >
          {t('galley:app.signIn.browser')}
        </Button>
      )}
      {result?.outcome === 'refused' && (
        <Note tone="bad" role="alert">
          {result.message}
        </Note>
      )}
      {result?.outcome === 'problem' && (
        <ServerProblemText problem={result.problem} url={url} onAgain={() => void begin()} />
      )}
    </div>
  )
}
