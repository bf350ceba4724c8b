import { mergeIds } from '../document/merge-ids.ts'
import { isPlainJson, own } from '../json.ts'
import type { Json } from '../json.ts'
import type { Merged } from './field-type.ts'

/** Merges the values of a hasMany field as ordered sets (SY6); not ok if one of them is no set. */
export function mergeSets(base: Json, mine: Json, theirs: Json): Merged {
  const [was, my, their] = [itemsByKey(base), itemsByKey(mine), itemsByKey(theirs)]
  if (!was || !my || !their) return { ok: false }
  const merged = mergeIds([...was.keys()], [...my.keys()], [...their.keys()])
  return { ok: true, value: merged.map((key) => their.get(key) ?? my.get(key) ?? null) }
}

/** Joins two hasMany values: theirs, then the items that only mine has. Null if one of them is empty. */
export function bothOfMany(mine: Json, theirs: Json): { value: Json } | null {
  if (!Array.isArray(mine) || !Array.isArray(theirs) || mine.length === 0 || theirs.length === 0) return null
  const known = new Set(theirs.map(itemKey))
  return { value: [...theirs, ...mine.filter((item) => !known.has(itemKey(item)))] }
}

/** The items by identity; null if the value is no set: no list, or one with duplicates. */
function itemsByKey(value: Json): Map<string, Json> | null {
  if (value === null) return new Map()
  if (!Array.isArray(value)) return null
  const items = new Map(value.map((item) => [itemKey(item), item]))
  return items.size === value.length ? items : null
}

function itemKey(item: Json): string {
  if (isPlainJson(item) && own(item, 'relationTo') !== undefined) {
    return JSON.stringify([own(item, 'relationTo') ?? null, own(item, 'value') ?? null])
  }
  return JSON.stringify(item)
}
