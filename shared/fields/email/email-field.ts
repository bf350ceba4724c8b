import type { InputHints, NamedBase } from '../../cms/field-base.ts'

export type EmailField = NamedBase & InputHints & { type: 'email' }
