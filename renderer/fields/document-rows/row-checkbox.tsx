import { refId, type DocRef } from '../../../shared/cms/doc-ref.ts'
import { useT } from '../../i18n/use-t.ts'
import { Checkbox } from '../../ui/checkbox/checkbox.tsx'
import type { RowSelection } from './use-selected-rows.ts'

/** The check box that selects all rows of the page, or none. */
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
  /** Title of the document. */
  title: string
  selected: boolean
  onSelect: RowSelection['onSelect']
  /** True if it is the row's only Tab stop. */
  inTabOrder?: boolean
}

/** The check box that selects one row. If the row has another Tab stop, the space bar selects there. */
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
