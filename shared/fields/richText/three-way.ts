import type { Json } from '../../json.ts'
import { typeOf } from './nodes.ts'

/** The three sides of a merge. */
export type Three<T = Json> = { base: T; mine: T; theirs: T }

/** True if the node is of that type on all sides. */
export function areAll(type: string, { base, mine, theirs }: Three): boolean {
  return [base, mine, theirs].every((node) => typeOf(node) === type)
}

/** The result of `read` for each side; null if one of them has none. */
export function inEach<T>({ base, mine, theirs }: Three, read: (node: Json) => T | null): Three<T> | null {
  const [was, is, other] = [read(base), read(mine), read(theirs)]
  return was === null || is === null || other === null ? null : { base: was, mine: is, theirs: other }
}
