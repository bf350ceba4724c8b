import type { InputHints, LengthLimits, RowLimits, RowsLook, TextDirection } from '../cms/field-base.ts'
import { read, readNumber, readText } from '../cms/read-value.ts'
import type { Raw } from '../cms/read-value.ts'
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
