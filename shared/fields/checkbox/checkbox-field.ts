import type { NamedBase } from '../../cms/field-base.ts'

export type CheckboxField = NamedBase & { type: 'checkbox' }
