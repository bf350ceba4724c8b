import type { RichTextEditor } from '../../../shared/cms/schema-model.ts'
import type { Shown } from '../../../shared/fields/richText/shown.ts'
import { cx } from '../../ui/class-names.ts'
import marks from '../../ui/text-change/word-marks.module.css'
import { StaticNodes } from '../static-text.tsx'
import styles from './rich-text-diff.module.css'

type PassageProps = { shown: readonly Shown[]; config: Pick<RichTextEditor, 'textStates'> | null }

/** Some nodes of a rich text, only to be read. */
export function Passage({ shown, config }: PassageProps) {
  return (
    <div className={cx(styles['passage'], marks['marked'])}>
      <StaticNodes shown={shown} config={config} />
    </div>
  )
}
