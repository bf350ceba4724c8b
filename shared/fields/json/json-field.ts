import type { NamedBase } from '../../cms/field-base.ts'

export type JsonField = NamedBase & { type: 'json' }
