import type { EditorThemeClasses } from 'lexical'
import styles from './tables.module.css'

const name = (key: string): string => styles[key] ?? ''

export const tableTheme: EditorThemeClasses = {
  table: name('table'),
  tableScrollableWrapper: name('scroll'),
  tableRow: name('row'),
  tableCell: name('cell'),
  tableCellHeader: name('header'),
  tableCellSelected: name('selected'),
  tableSelection: name('selecting'),
  tableRowStriping: name('striped'),
  tableFrozenColumn: name('frozenColumn'),
  tableFrozenRow: name('frozenRow'),
  tableAlignment: { center: name('center'), right: name('right') },
}

/** Classes for the text colour that is readable on a cell's own background, in every theme. */
export const darkText = name('darkText')
export const lightText = name('lightText')
