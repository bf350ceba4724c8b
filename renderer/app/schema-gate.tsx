import type { ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import { routePatterns } from '../../shared/cms/routes.ts'
import { useT } from '../i18n/use-t.ts'
import { Button } from '../ui/button/button.tsx'
import { Message } from '../ui/message/message.tsx'
import { Skeleton } from '../ui/skeleton/skeleton.tsx'
import { galley } from '../data/bridge.ts'
import { callReason } from '../data/failure-reasons.ts'
import { useLoginInPlace } from '../data/account-context.tsx'
import { useConnection, useSessionQuery } from '../data/queries.ts'
import { useSchemaOrNull } from '../data/schema-context.tsx'
import { useRefresh, type Refresh } from '../data/use-refresh.ts'
import styles from './schema-gate.module.css'

/** Renders the screens once schema and permissions are here; until then it says why not and what to do. */
export function SchemaGate({ children }: { children: ReactNode }) {
  const schema = useSchemaOrNull()
  const session = useSessionQuery()
  const { pathname } = useLocation()
  // Asked when the window opens, and again when a change of the connection invalidates the query.
  const refresh = useRefresh(['schema'], () => galley.call('schema.refresh', undefined), { offline: true })
  if (schema !== null && session.data != null) return children
  // Diagnostics need no schema, and say why there is none.
  if (pathname === routePatterns.diagnostics) return children
  return <NoSchema refresh={refresh} />
}

/** The reason that there is no schema, and the next step. */
function NoSchema({ refresh }: { refresh: Refresh }) {
  const { t, formatNumber } = useT()
  const login = useLoginInPlace()
  const status = useConnection()?.status
  const { result } = refresh
  const again = () => {
    galley.call('connection.check', undefined).catch(console.error)
    refresh.again()
  }
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
        body={
          <p>
            {result.message === ''
              ? t(`galley:sync.refused.${result.outcome}`)
              : callReason(result.message, t)}
          </p>
        }
        actions={retry}
      />
    )
  }
  if (result?.outcome === 'unreadable') {
    const { reason } = result
    const what = reason.code === 'answer' ? reason.place : formatNumber(reason.limit)
    const words = t(`galley:app.schema.unreadable.${reason.code}`, { what })
    return (
      <Message
        page
        kind="error"
        title={t('galley:app.schema.failedTitle')}
        body={<p>{t('galley:app.schema.unreadableBody', { reason: words })}</p>}
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
