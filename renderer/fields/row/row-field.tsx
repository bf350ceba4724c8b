import type { CSSProperties } from 'react'
import type { RowField } from '../../../shared/cms/schema-model.ts'
import { useSecondForm } from '../../form/form-context.tsx'
import { cx } from '../../ui/class-names.ts'
import { FieldSlot } from '../field-slot.tsx'
import type { FieldInputProps, ContainerFieldModule } from '../field-module.ts'
import { useShownFields } from '../field-list.tsx'
import styles from './row-field.module.css'

/**
 * Fields side by side, as wide as the site says; one under another where it is narrow, or where two locales stand side
 * by side.
 */
function RowFieldInput({ field, path }: FieldInputProps<RowField>) {
  const shown = useShownFields(field.fields, path)
  const isStacked = useSecondForm() !== null
  return (
    <div className={cx(styles['row'], isStacked && styles['stacked'])}>
      {shown.map(({ key, field: inner }) => {
        const style: CSSProperties | undefined =
          inner.width === null ? undefined : { flexBasis: widthOf(inner.width) }
        return (
          <div key={key} style={style} className={inner.width === null ? styles['even'] : styles['fixed']}>
            <FieldSlot field={inner} path={path} />
          </div>
        )
      })}
    </div>
  )
}

/** A share of the row less its part of the gap, so that 50 % and 50 % stand beside each other. */
function widthOf(width: string): string {
  return /^\d+(\.\d+)?%$/.test(width)
    ? `calc(${width} - var(--s-6) * (1 - ${parseFloat(width) / 100}))`
    : width
}

export const row: ContainerFieldModule<RowField> = { Input: RowFieldInput }
