import type {
  EditorOptions,
  InputHints,
  LengthLimits,
  RowLimits,
  RowsLook,
  TextDirection,
} from '../cms/field-base.ts'
import { read, readNumber, readText, type Raw } from '../cms/read-value.ts'
import type { ParseContext } from './field-type.ts'

export function readLengths(raw: Raw, context: ParseContext): LengthLimits {
  return {
    minLength: readNumber(raw['minLength']),
    maxLength: readNumber(raw['maxLength']) ?? context.maxTextLength,
  }
}

export function readRowLimits(raw: Raw): RowLimits {
  return { minRows: readNumber(raw['minRows']), maxRows: readNumber(raw['maxRows']) }
}

export function readHints(raw: Raw): InputHints {
  return { autoComplete: readText(read(raw['admin'], 'autoComplete')) }
}

export function readDirection(raw: Raw): TextDirection {
  const rtl = read(raw['admin'], 'rtl')
  return { rtl: typeof rtl === 'boolean' ? rtl : null }
}

export function readRowsLook(raw: Raw): RowsLook {
  const initCollapsed = read(raw['admin'], 'initCollapsed')
  return {
    initCollapsed: typeof initCollapsed === 'boolean' ? initCollapsed : null,
    isSortable: read(raw['admin'], 'isSortable') !== false,
  }
}

const TAB_SIZE = 4

/** Reads the settings of a code editor; the defaults are those of the web admin. */
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
