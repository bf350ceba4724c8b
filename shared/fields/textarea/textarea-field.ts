import type { LengthLimits, NamedBase } from '../../cms/field-base.ts'

export type TextareaField = NamedBase & LengthLimits & { type: 'textarea' }
