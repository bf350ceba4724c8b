import type { ArrayField } from '../../../shared/cms/schema-model.ts'
import { useT } from '../../i18n/use-t.ts'
import type { FieldInputProps } from '../field-module.ts'
import { RowsFieldInput } from '../rows/rows-field.tsx'

/** Rows that all have the same fields (S3.01). */
export function ArrayInput({ field, path }: FieldInputProps<ArrayField>) {
  const { t, label } = useT()
  return (
    <RowsFieldInput
      field={field}
      path={path}
      word={label(field.labels.singular) || t('general:row')}
      only={null}
    />
  )
}
