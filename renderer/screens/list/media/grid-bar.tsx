import { ArrowDown, ArrowDownUp, ArrowUp } from 'lucide-react'
import type { ListRow } from '../../../../shared/ipc.ts'
import { CARD_WIDTHS, cardWidthPreference } from '../../../data/preferences.ts'
import { useLocalPreference } from '../../../data/local-preference.ts'
import { nextSort, sortDirection } from '../../../data/list-sort.ts'
import { isTime, type Column } from '../../../fields/document-columns/columns.ts'
import { PageCheckbox } from '../../../fields/document-rows/row-checkbox.tsx'
import type { RowSelection } from '../../../fields/document-rows/use-selected-rows.ts'
import { useT } from '../../../i18n/use-t.ts'
import { MenuButton } from '../../../ui/menu-button/menu-button.tsx'
import styles from './grid-bar.module.css'

type GridBarProps = {
  rows: readonly ListRow[]
  selection: RowSelection | null
  columns: readonly Column[]
  columnLabel: (column: Column) => string
  sort: string
  onSort: (sort: string) => void
}

/** The head of a grid, with the functions of a table's head: select all, sort; and the size of the cards. */
export function GridBar({ rows, selection, columns, columnLabel, sort, onSort }: GridBarProps) {
  const { t } = useT()
  const [width, setWidth] = useLocalPreference(cardWidthPreference)
  const sorted = columns.find(({ path }) => sortDirection(sort, path) !== null)
  const direction = sorted === undefined ? null : sortDirection(sort, sorted.path)
  const sortedBy = sorted === undefined ? t('galley:media.sort') : columnLabel(sorted)
  return (
    <div className={styles['bar']}>
      {selection !== null && <PageCheckbox rows={rows} selection={selection} />}
      <MenuButton
        label={
          direction === null
            ? sortedBy
            : t('general:sortByLabelDirection', {
                label: sortedBy,
                direction: t(direction === 'ascending' ? 'general:ascending' : 'general:descending'),
              })
        }
        icon={direction === null ? ArrowDownUp : direction === 'ascending' ? ArrowUp : ArrowDown}
        placement="bottom start"
        items={columns
          .filter(({ sortable }) => sortable)
          .map((column) => ({
            id: column.path,
            label: columnLabel(column),
            current: column === sorted,
            onAction: () => onSort(nextSort(sort, column.path, isTime(column))),
          }))}
      >
        {sortedBy}
      </MenuButton>
      <label className={styles['size']}>
        <span>{t('galley:media.size')}</span>
        <input
          type="range"
          min={CARD_WIDTHS.least}
          max={CARD_WIDTHS.most}
          step={CARD_WIDTHS.step}
          value={width}
          onChange={(event) => setWidth(event.currentTarget.valueAsNumber)}
        />
      </label>
    </div>
  )
}
