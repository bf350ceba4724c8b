import { Check, TriangleAlert } from 'lucide-react'
import type { ApiAnswer } from '../../../shared/ipc.ts'
import { useT } from '../../i18n/use-t.ts'
import { Icon } from '../../ui/icon/icon.tsx'
import styles from './api-screen.module.css'

/** How the server answered, and when. */
export function ApiFacts({ answer }: { answer: Extract<ApiAnswer, { outcome: 'answered' }> }) {
  const { t, formatNumber, formatTime } = useT()
  const isGood = answer.status < 400
  const facts: [string, string][] = [
    [t('galley:api.time'), t('galley:api.ms', { ms: formatNumber(answer.ms) })],
    [t('galley:api.size'), t('galley:api.bytes', { bytes: formatNumber(answer.bytes) })],
    [t('galley:api.asked'), formatTime(answer.at)],
  ]
  return (
    <dl className={styles['facts']}>
      <div className={styles['fact']}>
        <dt>{t('galley:api.status')}</dt>
        <dd className={isGood ? styles['good'] : styles['bad']}>
          <Icon icon={isGood ? Check : TriangleAlert} size="small" />
          {answer.status}
        </dd>
      </div>
      {facts.map(([name, value]) => (
        <div key={name} className={styles['fact']}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
