import { CircleAlert } from 'lucide-react'
import { useT } from '../../i18n/use-t.ts'
import { cx } from '../../ui/class-names.ts'
import { Icon } from '../../ui/icon/icon.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden/visually-hidden.tsx'
import styles from './sidebar.module.css'

type UnsentCountsProps = { attention: number; waiting: number; both?: boolean }

/**
 * The number that needs the person in amber, the waiting one in blue. Without `both`, amber replaces blue.
 */
export function UnsentCounts({ attention, waiting, both = false }: UnsentCountsProps) {
  const { t } = useT()
  return (
    <>
      {attention > 0 && (
        <span className={cx(styles['count'], styles['attention'])}>
          <Icon icon={CircleAlert} size="small" />
          <span aria-hidden="true">{attention}</span>
          <VisuallyHidden>, {t('galley:app.nav.attention', { count: attention })}</VisuallyHidden>
        </span>
      )}
      {waiting > 0 && (attention === 0 || both) && (
        <span className={cx(styles['count'], styles['waiting'])}>
          <span aria-hidden="true">{waiting}</span>
          <VisuallyHidden>, {t('galley:app.nav.waiting', { count: waiting })}</VisuallyHidden>
        </span>
      )}
    </>
  )
}
