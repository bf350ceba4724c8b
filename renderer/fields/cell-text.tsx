import type { FieldWithValue } from '../../shared/fields/field-type.ts'
import { cx } from '../ui/class-names.ts'
import styles from './cell-text.module.css'
import type { ValueContext } from './field-module.ts'

type CellTextProps = {
  /** '' for an empty value; then the cell names its field (A.4). */
  text: string
  field: FieldWithValue
  context: Pick<ValueContext, 't' | 'label'>
  /** True for numbers. */
  figures?: boolean
}

/** The text of a list cell. */
export function CellText({ text, field, context: { t, label }, figures = false }: CellTextProps) {
  const missing = text.trim() === ''
  return (
    <span
      dir="auto"
      className={cx(styles['value'], missing && styles['missing'], figures && styles['figures'])}
    >
      {missing ? t('general:noLabel', { label: label(field.label) || field.name }) : text}
    </span>
  )
}
