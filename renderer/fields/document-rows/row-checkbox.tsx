import { refId, type DocRef } from '../../../shared/cms/doc-ref.ts'
import { useT } from '../../i18n/use-t.ts'
import { Checkbox } from '../../ui/checkbox/checkbox.tsx'
import type { RowSelection } from './use-selected-rows.ts'

/** Chooses all rows of the page, or none. */
export function PageCheckbox({
  rows,
  selection,
}: {
  rows: readonly { ref: DocRef }[]
  selection: RowSelection
}) {
  const { t } = useT()
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
  /** The row is a stop of the Tab key, and nothing else in it. */
  inTabOrder?: boolean
}

/** Chooses one row. Where something else in it is a stop of the Tab key, the keyboard does so from there, by the space bar. */
export function RowCheckbox({ id, title, selected, onSelect, inTabOrder = false }: RowCheckboxProps) {
  const { t } = useT()
  return (
    <Checkbox
      label={t('galley:actions.many.select', { title })}
      hideLabel
      checked={selected}
      onChange={(next) => onSelect(id, next)}
      tabIndex={inTabOrder ? 0 : -1}
    />
  )
}
