import type { DataNode } from '../../../shared/cms/fields.ts'
import type { Change } from '../../../shared/document/change.ts'
import { RichTextDiff } from '../../richtext/diff/rich-text-diff.tsx'
import { richTextFieldOf } from '../../richtext/diff/rich-text-sides.ts'
import type { SideWords } from '../../fields/words-at.ts'
import { changeText } from '../../unsent/change-text.ts'
import styles from './change-diff.module.css'
import { ChangeDiff } from './change-diff.tsx'

type ChangeDetailProps = {
  change: Change
  label: string
  node: DataNode | null
  /** That of the entry; rows are shown as it has them. */
  locale: string | null
  words: SideWords
}

/** One change in full: a rich text passage by passage, anything else as text. */
export function ChangeDetail({ change, label, node, locale, words }: ChangeDetailProps) {
  const field = change.kind === 'set' ? richTextFieldOf(node, change.from, change.to) : null
  if (change.kind !== 'set' || field === null)
    return <ChangeDiff label={label} text={changeText(change, node, locale, words)} />
  return (
    <section className={styles['field']}>
      <h3 className={styles['label']}>{label}</h3>
      <RichTextDiff before={change.from} after={change.to} config={field.editor} context={words.to} />
    </section>
  )
}
