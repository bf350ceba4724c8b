import { LockKeyhole } from 'lucide-react'
import { useT } from '../../i18n/use-t.ts'
import { Icon } from '../icon/icon.tsx'
import styles from './lock-mark.module.css'

/** Somebody else edits the document of this line; the web admin has a lock there too. */
export function LockMark({ name }: { name: string }) {
  const { t } = useT()
  const words = t('galley:lock.mark', { name })
  return (
    <span role="img" aria-label={words} title={words} className={styles['mark']}>
      <Icon icon={LockKeyhole} size="small" />
    </span>
  )
}
