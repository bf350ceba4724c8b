import type { RichTextEditor } from '../../../shared/cms/schema-model.ts'
import type { Shown } from '../../../shared/fields/richText/shown.ts'
import { cx } from '../../ui/class-names.ts'
import type { ValueContext } from '../../fields/field-module.ts'
import { changeWords } from './change-words.ts'
import type { NodeChange } from '../../../shared/fields/richText/node-types/node-type.ts'
import marks from '../../ui/text-change/word-marks.module.css'
import styles from './rich-text-diff.module.css'
import { StaticNodes } from '../static-text.tsx'

type PassageProps = { shown: readonly Shown[]; config: Pick<RichTextEditor, 'textStates'> | null }

/** Some nodes of a rich text, read-only. */
export function Passage({ shown, config }: PassageProps) {
  return (
    <div className={cx(styles['passage'], marks['marked'])}>
      <StaticNodes shown={shown} config={config} />
    </div>
  )
}

type ChangeListProps = {
  changes: readonly NodeChange[]
  config: RichTextEditor | null
  context: ValueContext
}

/** A list of the changes in a passage besides its words, such as formats and links. */
export function ChangeList({ changes, config, context }: ChangeListProps) {
  const words = changes.flatMap((change) => changeWords(change, context, config))
  return (
    words.length > 0 && (
      <ul className={styles['changes']}>
        {words.map((one, index) => (
          <li key={`${index}`} dir="auto">
            {one}
          </li>
        ))}
      </ul>
    )
  )
}
