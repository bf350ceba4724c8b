import type { NamedBase } from '../../cms/field-base.ts'

/** Documents that point at this one; the server computes them, they are not written. */
export type JoinField = NamedBase & { type: 'join' }
