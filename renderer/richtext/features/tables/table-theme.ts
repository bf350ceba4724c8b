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

/** On a cell with a background of its own: which text can be read on it, in every theme. */
export const darkText = name('darkText')
export const lightText = name('lightText')
