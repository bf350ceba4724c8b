import { useT } from '../../i18n/use-t.ts'
import styles from './files-over.module.css'

/** Says, over a screen that files are held over, where they come when they are dropped. `label`: of the collection. */
export function FilesOver({ label }: { label: string }) {
  const { t } = useT()
  return (
    <div aria-hidden="true" className={styles['over']}>
      <span>{t('galley:media.drop', { label })}</span>
    </div>
  )
}
