import { type FieldWithValue, valueType } from '../../shared/fields/field-type.ts'
import { cx } from '../ui/class-names.ts'
import styles from './cell-text.module.css'
import { type ValueContext, type FieldCellProps, valueModule } from './field-module.ts'

type CellTextProps = {
  /** '' for an empty value; then the cell names its field (A.4). */
  text: string
  field: FieldWithValue
  context: Pick<ValueContext, 't' | 'label'>
  /** True for numbers, whose digits are aligned. */
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

/** A value in a list of documents, as the web admin has it (A.4). */
export function FieldCell({ field, value, context }: FieldCellProps) {
  const module = valueModule(context.modules, field)
  if (module.Cell !== undefined) return <module.Cell field={field} value={value} context={context} />
  const text = valueType(context.types, field).text(field, value, context)
  // A list cell has one line, so line breaks become spaces before the text is cut.
  return (
    <CellText
      text={cutText(text.replaceAll(/\s+/g, ' ').trim())}
      field={field}
      context={context}
      figures={module.column?.figures ?? false}
    />
  )
}

/** Longest text in a list, in UTF-16 units (A.4). */
const MAX_CELL_TEXT = 100

export function cutText(text: string, length = MAX_CELL_TEXT): string {
  return text.length > length ? `${text.slice(0, length)}…` : text
}

/** The first texts of a list, and how many more there are: `A, B and 2 more` (A.4). */
export function firstItems(texts: readonly string[], most: number, { t }: Pick<ValueContext, 't'>): string {
  const items = texts.slice(0, most).join(', ')
  return texts.length <= most ? items : t('galley:list.andMore', { items, more: texts.length - most })
}
