import { isPlainJson, sameJson } from '../../../shared/json.ts'
import type { Json } from '../../../shared/json.ts'

/** Removes objects and lists without values, which the server treats as absent. */
export function pruned(value: Json | undefined): Json | undefined {
  if (Array.isArray(value)) return value.length === 0 ? undefined : value.map((item) => pruned(item) ?? null)
  if (!isPlainJson(value)) return value ?? undefined
  const entries = Object.entries(value).flatMap(([key, item]): [string, Json][] => {
    const kept = pruned(item)
    return kept === undefined ? [] : [[key, kept]]
  })
  return entries.length === 0 ? undefined : Object.fromEntries(entries)
}

export type Difference = { at: string; one: Json | undefined; other: Json | undefined }

/** Returns the first difference of two values, which is shorter than both. */
export function firstDifference(one: Json | undefined, other: Json | undefined, at = ''): Difference | null {
  if (sameJson(one, other)) return null
  const isList = Array.isArray(one) && Array.isArray(other) && one.length === other.length
  if (isList || (isPlainJson(one) && isPlainJson(other))) {
    const [a, b] = [new Map(Object.entries(one)), new Map(Object.entries(other))]
    for (const key of new Set([...a.keys(), ...b.keys()])) {
      const inside = firstDifference(a.get(key), b.get(key), `${at}/${key}`)
      if (inside !== null) return inside
    }
  }
  return { at, one, other }
}
