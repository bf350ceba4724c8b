import { read, readNumber, type Raw } from '../cms/read-value.ts'

/** Settings for the editor of a code or JSON field, from those that the site gives to its own one (Monaco). */
export type EditorOptions = {
  lineNumbers: boolean
  wrap: boolean
  insertSpaces: boolean
  tabSize: number
}

const TAB_SIZE = 4

/** The defaults are those of the web admin. */
export function readEditorOptions(raw: Raw): EditorOptions {
  const options = read(raw['admin'], 'editorOptions')
  const tabSize = readNumber(read(options, 'tabSize'))
  return {
    lineNumbers: read(options, 'lineNumbers') !== 'off',
    wrap: read(options, 'wordWrap') !== 'off',
    insertSpaces: read(options, 'insertSpaces') === true,
    tabSize: tabSize !== null && tabSize >= 1 && tabSize <= 16 ? Math.round(tabSize) : TAB_SIZE,
  }
}
