import type { Field } from '../../shared/cms/schema-model.ts'
import styles from './field-list.module.css'
import type { Place } from './place.ts'
import { FieldSlot } from './field-slot.tsx'
import { useShownFields } from './use-shown-fields.ts'

export type FieldListProps = {
  fields: Field[]
  /** Path of the data these fields lie in; '' for the document. */
  path: string
  /** Which of them, at the top of the document; all by default. */
  place?: Place
}

/** Fields one under another. */
export function FieldList({ fields, path, place }: FieldListProps) {
  const shown = useShownFields(fields, path, place)
  return (
    <div className={styles['list']}>
      {shown.map(({ key, field }) => (
        <FieldSlot key={key} field={field} path={path} />
      ))}
    </div>
  )
}
