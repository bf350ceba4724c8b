import type { RichTextEditor } from '../../../shared/cms/schema-model.ts'
import type { Shown } from '../../../shared/fields/richText/show.ts'
import { StaticNodes } from '../static-text.tsx'
import styles from './rich-text-diff.module.css'

type PassageProps = { shown: readonly Shown[]; config: Pick<RichTextEditor, 'textStates'> | null }

/** Some nodes of a rich text, only to be read. */
export function Passage({ shown, config }: PassageProps) {
  return (
    <div className={styles['passage']}>
      <StaticNodes shown={shown} config={config} />
    </div>
  )
}
