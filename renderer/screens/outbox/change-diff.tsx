import { useT } from '../../i18n/use-t.ts'
import { cx } from '../../ui/class-names.ts'
import { ChangedSide } from '../../ui/text-change/changed-side.tsx'
import marks from '../../ui/text-change/word-marks.module.css'
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
      <div className={cx(styles['box'], marks['marked'])}>
        {text.from !== null && (
          <ChangedSide sign="del" words={t('galley:sync.removed')} className={styles['side']}>
            <del dir={dir ?? 'auto'}>{text.from}</del>
          </ChangedSide>
        )}
        {text.to !== null ? (
          <ChangedSide sign="add" words={t('galley:sync.added')} className={styles['side']}>
            <ins dir={dir ?? 'auto'}>{text.to}</ins>
          </ChangedSide>
        ) : (
          <ChangedSide sign="add" className={styles['side']}>
            <span className={styles['nothing']}>{t('galley:sync.nothingThere')}</span>
          </ChangedSide>
        )}
      </div>
    </section>
  )
}
