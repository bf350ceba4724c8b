import type { BlocksField } from '../../../shared/cms/schema-model.ts'
import { useT } from '../../i18n/use-t.ts'
import type { FieldInputProps } from '../field-module.ts'
import { RowsFieldInput } from '../rows/rows-field.tsx'
import { BlockPicker } from './block-picker.tsx'
import { UnknownBlock } from './unknown-block.tsx'

const unknown = (path: string) => <UnknownBlock path={path} />

/** Rows that each are of a block, which has fields of its own (S3.02). */
export function BlocksInput({ field, path }: FieldInputProps<BlocksField>) {
  const { t } = useT()
  const [first, ...others] = field.blocks
  return (
    <RowsFieldInput
      field={field}
      path={path}
      word={t('fields:block')}
      only={first !== undefined && others.length === 0 && field.offered === null ? first.slug : undefined}
      Picker={BlockPicker}
      unknown={unknown}
    />
  )
}
