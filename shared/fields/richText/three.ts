import type { Json } from '../../json.ts'

/** The three sides of a merge. */
export type Three<T = Json> = { base: T; mine: T; theirs: T }
