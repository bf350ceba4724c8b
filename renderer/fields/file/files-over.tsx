import { useT } from '../../i18n/use-t.ts'
import styles from './files-over.module.css'

/**
 * Shown over a screen while files are dragged over it: names their collection. `label`: of the collection.
 */
export function FilesOver({ label }: { label: string }) {
  const { t } = useT()
  return (
    <div aria-hidden="true" className={styles['over']}>
      <span>{t('galley:media.drop', { label })}</span>
    </div>
  )
}
