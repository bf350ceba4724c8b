import type { LengthLimits, RowLimits, RowsLook } from '../cms/field-base.ts'
import { read, readNumber } from '../cms/read-value.ts'
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

export function readRowsLook(raw: Raw): RowsLook {
  const initCollapsed = read(raw['admin'], 'initCollapsed')
  return {
    initCollapsed: typeof initCollapsed === 'boolean' ? initCollapsed : null,
    isSortable: read(raw['admin'], 'isSortable') !== false,
  }
}
