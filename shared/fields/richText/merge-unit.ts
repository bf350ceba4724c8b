import { isPlainJson, own, sameJson } from '../../json.ts'
import type { Json, JsonObject } from '../../json.ts'
import { typeOf } from './nodes.ts'

export type Side = 'mine' | 'theirs'

/** The three sides of a merge. */
export type Three<T = Json> = { base: T; mine: T; theirs: T }

/**
 * A node that is one thing, as a paragraph is, and that both sides changed: with all that only one of them changed, and
 * of what both did as `side` has it. The two are the same where nobody has to be asked.
 */
export function mergeUnit(three: Three, side: Side): Json {
  // Whether an item is ticked has nothing to do with its words.
  if (typeOf(three.base) === 'listitem') return mergeProperties(three, null, (_key, sides) => sides[side])
  return three[side]
}

/** The side that changed, where the other did not or did the same; null: both changed. */
function yielding<T extends Json | undefined>({ base, mine, theirs }: Three<T>): { value: T } | null {
  if (sameJson(base, mine) || sameJson(mine, theirs)) return { value: theirs }
  return sameJson(base, theirs) ? { value: mine } : null
}

/** The properties of three objects, each as it is on the side that changed it; `decide` where both did. */
export function mergeProperties(
  three: Three,
  without: string | null,
  decide: (key: string, sides: Three) => Json,
): JsonObject {
  const at = (side: Json, key: string): Json | undefined => (isPlainJson(side) ? own(side, key) : undefined)
  const { base, mine, theirs } = three
  const keys = [theirs, mine].flatMap((side) => (isPlainJson(side) ? Object.keys(side) : []))
  return Object.fromEntries(
    [...new Set(keys)].flatMap((key): [string, Json][] => {
      if (key === without) return []
      const [was, is, other] = [at(base, key), at(mine, key), at(theirs, key)]
      const one = yielding({ base: was, mine: is, theirs: other })
      const value =
        one === null ? decide(key, { base: was ?? null, mine: is ?? null, theirs: other ?? null }) : one.value
      return value === undefined ? [] : [[key, value]]
    }),
  )
}
