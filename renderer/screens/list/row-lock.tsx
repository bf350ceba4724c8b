import { LockKeyhole } from 'lucide-react'
import { useT } from '../../i18n/use-t.ts'
import { Icon } from '../../ui/icon/icon.tsx'
import styles from '../../ui/table/table.module.css'

/** Somebody else edits the document of this row; the web admin has a lock there too. */
export function RowLock({ name }: { name: string }) {
  const { t } = useT()
  const words = t('galley:lock.mark', { name })
  return (
    <span role="img" aria-label={words} title={words} className={styles['lock']}>
      <Icon icon={LockKeyhole} size="small" />
    </span>
  )
}
