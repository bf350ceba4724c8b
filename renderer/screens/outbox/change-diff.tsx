import { useT } from '../../i18n/use-t.ts'
import { cx } from '../../ui/class-names.ts'
import { ChangedSide } from '../../ui/text-change/changed-side.tsx'
import marks from '../../ui/text-change/word-marks.module.css'
import { type ChangeText, changeText } from '../../unsent/change-text.ts'
import styles from './change-diff.module.css'
import type { DataNode } from '../../../shared/cms/fields.ts'
import type { Change } from '../../../shared/document/change.ts'
import { comparedBy } from '../../fields/diff-text.ts'
import type { SideWords } from '../../fields/words-at.ts'

/** A field's change as text: the old value struck, the new one underlined, with signs besides colours. */
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

type ChangeDetailProps = {
  change: Change
  label: string
  node: DataNode | null
  /** Locale in which rows are shown. */
  locale: string | null
  words: SideWords
}

/** A change in full: as the type of its field shows it, or as text. */
export function ChangeDetail({ change, label, node, locale, words }: ChangeDetailProps) {
  const own =
    change.kind === 'set' ? comparedBy('Diff', words.to.modules, node, change.from, change.to) : null
  if (change.kind !== 'set' || own === null)
    return <ChangeDiff label={label} text={changeText(change, node, locale, words)} />
  return (
    <section className={styles['field']}>
      <h3 className={styles['label']}>{label}</h3>
      <own.Part field={own.field} before={change.from} after={change.to} context={words.to} />
    </section>
  )
}
