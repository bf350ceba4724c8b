import { memo } from 'react'
import type { Field } from '../../shared/cms/schema-model.ts'
import styles from './field-list.module.css'
import type { Place } from './place.ts'
import { FieldSlot } from './field-slot.tsx'
import { useIsPastFirstFrame } from './first-frame.tsx'
import { useShownFields } from './use-shown-fields.ts'

export type FieldListProps = {
  fields: Field[]
  /** Path of the data these fields lie in; '' for the document. */
  path: string
  /** Which of them, at the top of the document; all by default. */
  place?: Place
}

/** So many fields of a list are in the first frame of a document. */
const FIRST = 4

/** Fields one under another. */
export const FieldList = memo(function FieldList({ fields, path, place }: FieldListProps) {
  const shown = useShownFields(fields, path, place)
  const drawn = useIsPastFirstFrame() ? shown : shown.slice(0, FIRST)
  return (
    <div className={styles['list']}>
      {drawn.map(({ key, field }) => (
        <FieldSlot key={key} field={field} path={path} />
      ))}
    </div>
  )
})
