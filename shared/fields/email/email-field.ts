import type { NamedBase } from '../../cms/field-base.ts'

export type EmailField = NamedBase & { type: 'email' }
