import type { NamedBase } from '../../cms/field-base.ts'

/** A type that this model does not know; its value is kept as one piece. */
export type UnknownField = NamedBase & {
  type: 'unknown'
  /** The type as the server names it. */
  rawType: string
}
