import type { UnknownField } from '../../../shared/cms/schema-model.ts'
import { useT } from '../../i18n/use-t.ts'
import type { FieldInputProps, ValueFieldModule } from '../field-module.ts'
import { NotEditable } from '../not-editable/not-editable.tsx'
import { readableCode } from '../not-editable/readable-values.ts'
import { wholeValue } from '../diff-text.ts'

/** The stored value, with its unknown type as the reason that it cannot be edited. */
function UnknownFieldInput({ field, path }: FieldInputProps<UnknownField>) {
  const { t } = useT()
  return (
    <NotEditable field={field} path={path} reason={t('galley:inputs.unknownType', { type: field.rawType })} />
  )
}

export const unknown: ValueFieldModule<UnknownField> = {
  Input: UnknownFieldInput,
  column: { offered: 'never' },
  diffText: (_field, value) => wholeValue(value),
  readable: (_field, value) => readableCode(value),
}
