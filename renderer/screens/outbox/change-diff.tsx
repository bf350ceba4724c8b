import { useT } from '../../i18n/use-t.ts'
import { VisuallyHidden } from '../../ui/visually-hidden/visually-hidden.tsx'
import type { ChangeText } from '../../unsent/change-text.ts'
import styles from './change-diff.module.css'

/** One field's change as text: what it was, struck, and what it becomes, underlined; with signs, not by colour alone. */
export function ChangeDiff({
  label,
  text,
  dir,
}: {
  label: string
  text: ChangeText
  dir?: 'ltr' | 'rtl' | undefined
}) {
  const { t } = useT()
  return (
    <section className={styles['field']}>
      <h3 className={styles['label']}>{label}</h3>
      <div className={styles['box']}>
        {text.from !== null && (
          <div className={styles['removed']}>
            <VisuallyHidden>{t('galley:sync.removed')}: </VisuallyHidden>
            <del dir={dir ?? 'auto'}>{text.from}</del>
          </div>
        )}
        {text.to !== null ? (
          <div className={styles['added']}>
            <VisuallyHidden>{t('galley:sync.added')}: </VisuallyHidden>
            <ins dir={dir ?? 'auto'}>{text.to}</ins>
          </div>
        ) : (
          <div className={styles['added']}>
            <span className={styles['nothing']}>{t('galley:sync.nothingThere')}</span>
          </div>
        )}
      </div>
    </section>
  )
}
