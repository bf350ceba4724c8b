import type { DataNode } from '../cms/fields.ts'
import { isPlainJson, own, sameJson } from '../json.ts'
import type { Json } from '../json.ts'
import { mergeIds } from './merge-ids.ts'

export { mergeIds } from './merge-ids.ts'

export type Merged = { ok: true; value: Json } | { ok: false }

/** Three-way merge of one field's value (SY6): the side that changed wins; hasMany fields merge as ordered sets. */
export function mergeValue(field: DataNode | null, base: Json, mine: Json, theirs: Json): Merged {
  if (sameJson(mine, theirs) || sameJson(base, mine)) return { ok: true, value: theirs }
  if (sameJson(base, theirs)) return { ok: true, value: mine }
  if (field !== null && 'hasMany' in field && field.hasMany) return mergeSets(base, mine, theirs)
  return { ok: false }
}

function mergeSets(base: Json, mine: Json, theirs: Json): Merged {
  const sides = [itemsOf(base), itemsOf(mine), itemsOf(theirs)]
  const [was, my, their] = sides
  if (!was || !my || !their) return { ok: false }
  const merged = mergeIds([...was.keys()], [...my.keys()], [...their.keys()])
  return { ok: true, value: merged.map((key) => their.get(key) ?? my.get(key) ?? null) }
}

/** Items by what makes them the same one; null for what is not a set: no list, or one with an item twice. */
function itemsOf(value: Json): Map<string, Json> | null {
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
