import type { Json } from '../../../../shared/json.ts'
import { isContainer } from '../../../../shared/json-pieces.ts'
import type { Key } from './json-tree.ts'
import type { Path } from './tree-keys.ts'

/** Most matches that are found. */
export const MOST_FOUND = 10_000
/** Number of values read between two yields of null. */
const AT_ONCE = 200

/**
 * Yields the paths whose key or primitive value contains the text, in the order of the lines; case is
 * ignored. Yields null now and then, so that the caller can do something else or stop.
 */
export function* findInTree(root: Json | undefined, text: string): Generator<Path | null> {
  const wanted = text.toLowerCase()
  if (root === undefined || wanted === '') return
  let looked = 0
  let found = 0
  const path: Key[] = []
  function* look(value: Json): Generator<Path | null> {
    looked += 1
    if (looked % AT_ONCE === 0) yield null
    const key = path.at(-1)
    const isInKey = typeof key === 'string' && key.toLowerCase().includes(wanted)
    if (isInKey || (!isContainer(value) && String(value).toLowerCase().includes(wanted))) {
      found += 1
      yield [...path]
    }
    if (!isContainer(value)) return
    const members = Array.isArray(value) ? value.entries() : Object.entries(value)
    for (const [name, member] of members) {
      if (found >= MOST_FOUND) return
      path.push(name)
      yield* look(member)
      path.pop()
    }
  }
  yield* look(root)
}
