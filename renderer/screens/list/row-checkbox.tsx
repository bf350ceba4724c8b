import { refId } from '../../../shared/cms/doc-ref.ts'
import type { ListRow } from '../../../shared/ipc.ts'
import { useT } from '../../i18n/use-t.ts'
import { Checkbox } from '../../ui/checkbox/checkbox.tsx'

/** The rows of a list that are chosen, by id, over all of its pages. */
export type RowSelection = {
  ids: ReadonlySet<string>
  /** `upTo`: all rows from the one that was chosen last. */
  onSelect: (id: string, selected: boolean, upTo: boolean) => void
  onSelectPage: (selected: boolean) => void
  titleOf: (row: ListRow) => string
}

/** Chooses all rows of the page, or none. */
export function PageCheckbox({ rows, selection }: { rows: ListRow[]; selection: RowSelection | null }) {
  const { t } = useT()
  if (selection === null) return null
  const chosen = rows.filter((row) => selection.ids.has(refId(row.ref))).length
  return (
    <Checkbox
      label={t('galley:actions.many.selectPage')}
      hideLabel
      checked={chosen === 0 ? false : chosen === rows.length ? true : 'mixed'}
      onChange={() => selection.onSelectPage(chosen < rows.length)}
    />
  )
}

type RowCheckboxProps = {
  id: string
  /** Of the document. */
  title: string
  selected: boolean
  onSelect: RowSelection['onSelect']
}

/** Chooses one row. The keyboard does so from the row itself, by the space bar: a row is one stop of the Tab key. */
export function RowCheckbox({ id, title, selected, onSelect }: RowCheckboxProps) {
  const { t } = useT()
  return (
    <Checkbox
      label={t('galley:actions.many.select', { title })}
      hideLabel
      checked={selected}
      onChange={(next) => onSelect(id, next, false)}
      tabIndex={-1}
    />
  )
}
