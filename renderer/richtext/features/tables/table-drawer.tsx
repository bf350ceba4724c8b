import { useId, useState } from 'react'
import { useT } from '../../../i18n/use-t.ts'
import { Button } from '../../../ui/button/button.tsx'
import { Drawer } from '../../../ui/drawer/drawer.tsx'
import { describedBy, FieldFrame } from '../../../ui/field-frame/field-frame.tsx'
import { NumberInput } from '../../../ui/number-input/number-input.tsx'
import { useRichTextIfAny } from '../../editor-context.tsx'
import { MOST_COLUMNS, MOST_ROWS, tableSize } from './insert-table.ts'
import styles from './table-drawer.module.css'

type Props = { onInsert: (rows: number, columns: number) => void; onClose: () => void }

/** Asks how many rows and columns a new table is to have (S4.26). */
export function TableDrawer({ onInsert, onClose }: Props) {
  const { t, label } = useT()
  const fields = useRichTextIfAny()?.config.tableFields ?? []
  const form = useId()
  const [rows, setRows] = useState<number | null>(5)
  const [columns, setColumns] = useState<number | null>(5)
  const [isAsked, setIsAsked] = useState(false)
  const rowCount = tableSize(rows, MOST_ROWS)
  const columnCount = tableSize(columns, MOST_COLUMNS)
  function problem(value: number | null, most: number): string | null {
    if (!isAsked || tableSize(value, most) !== null) return null
    return value === null ? t('validation:required') : t('galley:richTextTables.size', { most })
  }
  // The site's label of a field; null if it has none.
  function labelOf(name: string): string | null {
    const field = fields.find((one) => one.type === 'number' && one.name === name)
    const text = field !== undefined && 'label' in field ? label(field.label) : ''
    return text === '' ? null : text
  }
  const rowsProblem = problem(rows, MOST_ROWS)
  const columnsProblem = problem(columns, MOST_COLUMNS)
  return (
    <Drawer
      isNarrow
      title={t('galley:richTextTables.create')}
      onClose={onClose}
      foot={
        <>
          <Button onPress={onClose}>{t('general:cancel')}</Button>
          <Button variant="primary" type="submit" form={form}>
            {t('galley:richTextTables.insert')}
          </Button>
        </>
      }
    >
      <form
        id={form}
        className={styles['form']}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          // React events bubble through portals, so this would submit the outer form, too.
          event.stopPropagation()
          setIsAsked(true)
          if (rowCount !== null && columnCount !== null) onInsert(rowCount, columnCount)
        }}
      >
        <Size
          label={labelOf('rows') ?? t('galley:richTextTables.rows')}
          value={rows}
          onChange={setRows}
          max={MOST_ROWS}
          error={rowsProblem}
        />
        <Size
          label={labelOf('columns') ?? t('galley:richTextTables.columns')}
          value={columns}
          onChange={setColumns}
          max={MOST_COLUMNS}
          error={columnsProblem}
        />
      </form>
    </Drawer>
  )
}

function Size(props: {
  label: string
  value: number | null
  onChange: (value: number | null) => void
  max: number
  error: string | null
}) {
  const id = useId()
  const { label, value, onChange, max, error } = props
  return (
    <FieldFrame label={label} htmlFor={id} required error={error}>
      <NumberInput
        id={id}
        value={value}
        onChange={onChange}
        min={1}
        max={max}
        required
        invalid={error !== null}
        aria-describedby={describedBy(id, { error })}
      />
    </FieldFrame>
  )
}
