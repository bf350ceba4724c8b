import { rowFields } from '../../../shared/cms/fields.ts'
import type { BlocksField } from '../../../shared/cms/schema-model.ts'
import { blockLabel } from '../../../shared/fields/blocks/blocks.ts'
import type { ValueFieldModule, FieldCellProps, FieldInputProps } from '../field-module.ts'
import { readableRows } from '../not-editable/readable-values.ts'
import { rowLines, rowsDiffText } from '../diff-text.ts'
import { rowsOf } from '../../../shared/fields/value-rules.ts'
import { CellText, firstItems } from '../cell-text.tsx'
import { rowsLabels, rowCountText } from '../rows/row-labels.ts'
import { useStoredWithin } from '../../form/form-context.tsx'
import { useT } from '../../i18n/use-t.ts'
import styles from './blocks-input.module.css'
import { RowsFieldInput } from '../rows/rows-field.tsx'
import { BlockPicker } from './block-picker.tsx'

const unknown = (path: string) => <UnknownBlock path={path} />

/** The input of blocks: rows that each have the fields of their own block (S3.02). */
function BlocksInput({ field, path }: FieldInputProps<BlocksField>) {
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

const MOST_BLOCKS = 5

function BlocksCell({ field, value, context }: FieldCellProps<BlocksField>) {
  const names = rowsOf(value).map((row) => blockLabel(field, row, context))
  const count = rowCountText(names.length, rowsLabels(field, context.t), context)
  const text = names.length === 0 ? '' : `${count} - ${firstItems(names, MOST_BLOCKS, context)}`
  return <CellText text={text} field={field} context={context} />
}

export const blocks: ValueFieldModule<BlocksField> = {
  Input: BlocksInput,
  Cell: BlocksCell,
  diffText: (field, value, context) =>
    rowsDiffText(value, (row) => [
      blockLabel(field, row, context),
      ...rowLines(rowFields(field, row), row, context),
    ]),
  readable: (field, value, context) =>
    readableRows(field, value, context, (row) => ({
      type: blockLabel(field, row, context),
      fields: rowFields(field, row),
    })),
}

/** A row whose block is not in the schema; its stored data can be unfolded and stays unchanged. */
function UnknownBlock({ path }: { path: string }) {
  const { t } = useT()
  const json = useStoredWithin(path, (stored) => JSON.stringify(stored, null, 2))
  return (
    <div className={styles['unknown']}>
      <p>{t('galley:edit.rows.unknownKept')}</p>
      <details>
        <summary>{t('galley:edit.rows.unknownData')}</summary>
        {/* It scrolls, and has to without a mouse, too. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
        <pre className={styles['json']} dir="ltr" tabIndex={0}>
          {json}
        </pre>
      </details>
    </div>
  )
}
