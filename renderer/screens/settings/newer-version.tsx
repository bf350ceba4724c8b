import { useState } from 'react'
import type { CallOutput, UpdateState } from '../../../shared/ipc.ts'
import { galley } from '../../data/bridge.ts'
import { useUpdates } from '../../data/queries.ts'
import { useT } from '../../i18n/use-t.ts'
import { CodeLine } from '../../sign-in/code-line.tsx'
import { Button } from '../../ui/button/button.tsx'
import styles from './settings-screen.module.css'

type Available = Extract<UpdateState, { status: 'available' }>
type Installing = 'fetching' | CallOutput<'updates.install'>

/** The offered newer version, and the ways to install it; nothing if the policy names no feed. */
export function NewerVersion() {
  const { t } = useT()
  const updates = useUpdates()
  const [isAsking, setIsAsking] = useState(false)
  if (updates === undefined || updates.status === 'off') return null
  const check = () => {
    setIsAsking(true)
    galley
      .call('updates.check', undefined)
      .catch(console.error)
      .finally(() => setIsAsking(false))
  }
  return (
    <div className={styles['update']}>
      <div role="status">
        {updates.status === 'current' && <p>{t('galley:update.current')}</p>}
        {updates.status === 'unknown' && (
          <p>
            {t(
              updates.problem === null
                ? 'galley:update.notAsked'
                : `galley:update.problem.${updates.problem}`,
            )}
          </p>
        )}
        {updates.status === 'available' && (
          <p>
            <b>{t('galley:update.available', { version: updates.version })}</b>{' '}
            {updates.isNeeded && t('galley:update.needed')}
          </p>
        )}
      </div>
      {updates.status === 'available' && <WaysToInstall update={updates} />}
      <div className={styles['buttons']}>
        <Button busyLabel={isAsking ? t('galley:update.check') : null} onPress={check}>
          {t('galley:update.check')}
        </Button>
      </div>
    </div>
  )
}

function WaysToInstall({ update }: { update: Available }) {
  const { t } = useT()
  const [installing, setInstalling] = useState<Installing | null>(null)
  const install = () => {
    setInstalling('fetching')
    galley
      .call('updates.install', undefined)
      .then(setInstalling)
      .catch(() => setInstalling({ outcome: 'failed', why: 'not-opened' }))
  }
  return (
    <>
      {update.notes !== '' && (
        <p className={styles['notes']} dir="auto">
          {update.notes}
        </p>
      )}
      {update.command !== null && (
        <div>
          <p>{t('galley:update.how')}</p>
          <CodeLine text={update.command} label={t('galley:update.copy')} />
        </div>
      )}
      {update.hasInstaller && (
        <div className={styles['buttons']}>
          <Button
            variant="primary"
            busyLabel={installing === 'fetching' ? t('galley:update.fetching') : null}
            onPress={install}
          >
            {t('galley:update.install')}
          </Button>
        </div>
      )}
      <p role="status">
        {installing !== null &&
          installing !== 'fetching' &&
          t(
            installing.outcome === 'opened'
              ? 'galley:update.opened'
              : `galley:update.failed.${installing.why}`,
          )}
      </p>
    </>
  )
}
