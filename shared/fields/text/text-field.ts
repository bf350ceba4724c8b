import type { LengthLimits, NamedBase, RowLimits } from '../../cms/field-base.ts'

export type TextField = NamedBase & LengthLimits & RowLimits & { type: 'text'; hasMany: boolean }
