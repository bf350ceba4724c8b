import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { CallOutput, OwnSession } from '../../../shared/ipc.ts'
import { galley } from '../../data/bridge.ts'
import { callReason } from '../../data/failure-reasons.ts'
import { queryKeys, useConnection } from '../../data/queries.ts'
import { useT } from '../../i18n/use-t.ts'
import { Button } from '../../ui/button/button.tsx'
import { useToast } from '../../ui/toast/toast-queue.ts'
import styles from './settings-screen.module.css'

/** The sessions of the account, all but this computer's with a button to end it; only the server knows them. */
export function OwnSessions() {
  const { t } = useT()
  const toast = useToast()
  const client = useQueryClient()
  const isOnline = useConnection()?.status === 'online'
  const { data: answer } = useQuery({
    queryKey: queryKeys.ownSessions(isOnline),
    queryFn: () => galley.call('ownSessions.list', undefined),
    enabled: isOnline,
    // Sessions begin and end elsewhere.
    staleTime: 0,
  })
  const [ending, setEnding] = useState<string | null>(null)
  if (!isOnline) return <p className={styles['hint']}>{t('galley:app.sessions.needsServer')}</p>
  if (answer === undefined || isUnknown(answer)) return null
  if (answer.outcome !== 'listed')
    return <p className={styles['hint']}>{t('galley:app.sessions.notListed')}</p>
  if (answer.list === null) return null
  // This computer's session first, then the newest.
  const sessions = answer.list.toSorted(
    (a, b) => Number(b.isOwn) - Number(a.isOwn) || (b.createdAt ?? '').localeCompare(a.createdAt ?? ''),
  )

  const end = async (key: string, ids: string[]) => {
    setEnding(key)
    try {
      const left = await galley.call('ownSessions.end', { ids })
      if (left.outcome === 'listed') client.setQueryData(queryKeys.ownSessions(isOnline), left)
      else
        toast.error(
          t('galley:app.sessions.notEnded'),
          left.outcome === 'refused' ? { detail: left.message } : {},
        )
    } catch (error) {
      toast.error(t('galley:app.sessions.notEnded'), { detail: callReason(error, t) })
    } finally {
      setEnding(null)
    }
  }
  return (
    <>
      <p id="own-sessions">{t('galley:app.sessions.title')}</p>
      <ul className={styles['sessions']} aria-labelledby="own-sessions">
        {sessions.map((session) => (
          <li key={session.id}>
            <SessionText session={session} />
            {!session.isOwn && (
              <Button
                size="row"
                variant="quiet"
                aria-describedby={`session-${session.id}`}
                busyLabel={ending === session.id ? t('general:loading') : null}
                onPress={() => void end(session.id, [session.id])}
              >
                {t('galley:app.sessions.end')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}

/** True if an older companion does not know sessions. */
function isUnknown(answer: CallOutput<'ownSessions.list'>): boolean {
  return answer.outcome === 'refused' && answer.message === ''
}

function SessionText({ session: { id, isOwn, createdAt, expiresAt } }: { session: OwnSession }) {
  const { t, formatMoment } = useT()
  const until = formatMoment(expiresAt)
  return (
    <span id={`session-${id}`}>
      {isOwn && <b>{t('galley:app.sessions.thisComputer')} </b>}
      {createdAt === null
        ? t('galley:app.sessions.until', { until })
        : t('galley:app.sessions.between', { since: formatMoment(createdAt), until })}
    </span>
  )
}
