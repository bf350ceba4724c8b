import type { NamedBase } from '../../cms/field-base.ts'

export type CodeField = NamedBase & { type: 'code' }
