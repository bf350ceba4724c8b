import { useEffect, useState, type ReactNode } from 'react'
import type { RefreshResult } from '../../shared/ipc.ts'
import { useT } from '../i18n/use-t.ts'
import { Button } from '../ui/button/button.tsx'
import { Message } from '../ui/message/message.tsx'
import { Skeleton } from '../ui/skeleton/skeleton.tsx'
import { galley } from '../data/bridge.ts'
import { useLoginInPlace } from '../data/login-in-place-context.ts'
import { useConnection, useSessionQuery } from '../data/queries.ts'
import { useSchemaOrNull } from '../data/schema-context.tsx'
import styles from './schema-gate.module.css'

/** Asks for the schema when the window opens and whenever the server can be reached again. */
function useSchemaRefresh(): { result: RefreshResult | null; again: () => void } {
  const status = useConnection()?.status
  const [requestId, setRequestId] = useState(0)
  const [result, setResult] = useState<RefreshResult | null>(null)
  useEffect(() => {
    let wanted = true
    const show = (answer: RefreshResult) => {
      if (wanted) setResult(answer)
    }
    galley.call('schema.refresh', undefined).then(show, (error: unknown) => {
      console.error('Schema not refreshed', error)
      show({ outcome: 'failed', message: '' })
    })
    return () => {
      wanted = false
    }
  }, [requestId, status])
  return {
    result,
    again: () => {
      setResult(null)
      galley.call('connection.check', undefined).catch(console.error)
      setRequestId(requestId + 1)
    },
  }
}

/** Screens need schema and permissions; without them it says why there are none and what to do. */
export function SchemaGate({ children }: { children: ReactNode }) {
  const { t } = useT()
  const schema = useSchemaOrNull()
  const session = useSessionQuery()
  const login = useLoginInPlace()
  const status = useConnection()?.status
  const { result, again } = useSchemaRefresh()
  if (schema !== null && session.data != null) return children
  const retry = (
    <Button variant="primary" onPress={again}>
      {t('galley:app.schema.again')}
    </Button>
  )
  if (status === 'signed-out' || result?.outcome === 'signed-out') {
    return (
      <Message
        page
        kind="offline"
        title={t('galley:app.schema.signedOutTitle')}
        actions={
          <Button variant="primary" onPress={login.open}>
            {t('authentication:login')}
          </Button>
        }
      />
    )
  }
  if (status === 'offline' || result?.outcome === 'offline') {
    return (
      <Message
        page
        kind="offline"
        title={t('galley:app.schema.offlineTitle')}
        body={<p>{t('galley:app.schema.offlineBody')}</p>}
        actions={retry}
      />
    )
  }
  if (result?.outcome === 'failed' || result?.outcome === 'denied' || result?.outcome === 'gone') {
    return (
      <Message
        page
        kind="error"
        title={t('galley:app.schema.failedTitle')}
        body={<p>{result.message || t(`galley:sync.refused.${result.outcome}`)}</p>}
        actions={retry}
      />
    )
  }
  return (
    <div className={styles['loading']}>
      <Skeleton lines={6} />
    </div>
  )
}
