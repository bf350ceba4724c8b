import type { DataNode } from '../../../shared/cms/fields.ts'
import type { Change } from '../../../shared/document/change.ts'
import { comparedBy } from '../../fields/diff-text.ts'
import type { SideWords } from '../../fields/words-at.ts'
import { changeText } from '../../unsent/change-text.ts'
import styles from './change-diff.module.css'
import { ChangeDiff } from './change-diff.tsx'

type ChangeDetailProps = {
  change: Change
  label: string
  node: DataNode | null
  /** Locale of the entry, in which rows are shown. */
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
