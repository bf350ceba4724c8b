import { LockKeyhole } from 'lucide-react'
import { useT } from '../../i18n/use-t.ts'
import { Icon } from '../icon/icon.tsx'
import styles from './lock-mark.module.css'

/** The mark of a document that another user is editing: a lock, as in the web admin. */
export function LockMark({ name }: { name: string }) {
  const { t } = useT()
  const words = t('galley:lock.mark', { name })
  return (
    <span role="img" aria-label={words} title={words} className={styles['mark']}>
      <Icon icon={LockKeyhole} size="small" />
    </span>
  )
}
