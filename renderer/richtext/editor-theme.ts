import type { EditorThemeClasses } from 'lexical'
import styles from './rich-text.module.css'

/** One that nothing is said about yet keeps its plain name: an empty one is none that an element can have. */
const name = (key: string): string => styles[key] ?? key

/** Classes of what an editor draws; the same ones that a static text has, so that nothing moves when it is approached. */
export const editorTheme: EditorThemeClasses = {
  paragraph: name('paragraph'),
  quote: name('quote'),
  heading: {
    h1: name('h1'),
    h2: name('h2'),
    h3: name('h3'),
    h4: name('h4'),
    h5: name('h5'),
    h6: name('h6'),
  },
  hr: name('rule'),
  hrSelected: name('selected'),
  indent: name('indent'),
  link: name('link'),
  list: {
    ul: name('list'),
    ol: name('list'),
    checklist: name('checks'),
    listitem: name('item'),
    listitemChecked: name('checked'),
    listitemUnchecked: name('unchecked'),
    nested: { listitem: name('nests') },
  },
  table: name('table'),
  tableScrollableWrapper: name('table-scroll'),
  tableRow: name('table-row'),
  tableCell: name('cell'),
  tableCellHeader: name('cell-header'),
  tableCellSelected: name('cell-selected'),
  tableSelected: name('selected'),
  tableSelection: name('table-selection'),
  text: {
    bold: name('bold'),
    italic: name('italic'),
    underline: name('underline'),
    strikethrough: name('strikethrough'),
    underlineStrikethrough: name('underline-strikethrough'),
    subscript: name('subscript'),
    superscript: name('superscript'),
    code: name('code'),
    highlight: name('highlight'),
  },
}
