import type { CSSProperties, ReactNode } from 'react'
import type { ShownCell, ShownOf } from '../../../shared/fields/richText/shown.ts'
import { cx } from '../../ui/class-names.ts'
import { tableFromHtml } from '../features/clipboard/html-table.ts'
import { needsDarkText } from '../features/tables/cell-colours.ts'
import styles from '../features/tables/tables.module.css'
import { directionOf } from './node-view.tsx'
import type { Drawing, NodeView } from './node-view.tsx'

export const tableView: NodeView<ShownOf<'table'>> = {
  draw({ table: { frozenColumnCount, frozenRowCount, rowStriping, colWidths }, ...shown }, key, drawing) {
    const scroll = cx(
      styles['scroll'],
      frozenColumnCount > 0 && styles['frozenColumn'],
      frozenRowCount > 0 && styles['frozenRow'],
    )
    const { align, rows, direction } = shown
    const className = cx(styles['table'], rowStriping && styles['striped'], align !== null && styles[align])
    return (
      <div key={key} className={scroll} {...directionOf(direction, drawing)}>
        <table className={className}>
          {colWidths.length > 0 && (
            <colgroup>
              {colWidths.map((width, index) => (
                <col key={`${index}`} style={{ inlineSize: `${width}px` }} />
              ))}
            </colgroup>
          )}
          <tbody>
            {rows.map(({ height, cells }, index) => (
              <tr
                key={`${index}`}
                className={styles['row']}
                {...(height !== null && { style: { blockSize: `${height}px` } })}
              >
                {cells.map((cell, at) => drawCell(cell, at, drawing))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    )
  },
  readsHtml: tableFromHtml,
}

function drawCell(cell: ShownCell, key: number, { all }: Drawing): ReactNode {
  const isHeader = cell.isRowHeader || cell.isColumnHeader
  const Tag = isHeader ? 'th' : 'td'
  const style: CSSProperties = {
    ...(cell.width !== null && { inlineSize: `${cell.width}px` }),
    ...(cell.backgroundColor !== null && { backgroundColor: cell.backgroundColor }),
    ...(cell.verticalAlign !== null && { verticalAlign: cell.verticalAlign }),
  }
  const dark = cell.backgroundColor === null ? null : needsDarkText(cell.backgroundColor)
  return (
    <Tag
      key={key}
      className={cx(
        styles['cell'],
        isHeader && styles['header'],
        dark === true && styles['darkText'],
        dark === false && styles['lightText'],
      )}
      colSpan={cell.colSpan}
      rowSpan={cell.rowSpan}
      {...(Object.keys(style).length > 0 && { style })}
    >
      {all(cell.inside, false)}
    </Tag>
  )
}
