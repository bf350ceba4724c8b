import type { CSSProperties } from 'react'
import type { RowField } from '../../../shared/cms/schema-model.ts'
import { useSecondForm } from '../../form/form-context.tsx'
import { cx } from '../../ui/class-names.ts'
import { FieldSlot } from '../field-slot.tsx'
import type { FieldInputProps, ContainerFieldModule } from '../field-module.ts'
import { useShownFields } from '../field-list.tsx'
import styles from './row-field.module.css'

/**
 * Fields side by side, in the widths of the site's config; one below the other in a narrow space or with two
 * locales.
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

/** Returns the width of a field less its part of the gap, so that two of 50 % fit side by side. */
function widthOf(width: string): string {
  return /^\d+(\.\d+)?%$/.test(width)
    ? `calc(${width} - var(--s-6) * (1 - ${parseFloat(width) / 100}))`
    : width
}

export const row: ContainerFieldModule<RowField> = { Input: RowFieldInput }
