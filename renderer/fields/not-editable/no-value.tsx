import { useT } from '../../i18n/use-t.ts'
import { cx } from '../../ui/class-names.ts'
import styles from './not-editable.module.css'

/** In place of a value that is not there and cannot be put in. */
export function NoValue() {
  const { t } = useT()
  return <p className={cx(styles['box'], styles['empty'])}>{t('galley:edit.noValue')}</p>
}
