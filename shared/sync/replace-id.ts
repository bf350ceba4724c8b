import type { Change } from '../document/change.ts'
import { isPlainJson, own, type Json, type JsonObject } from '../json.ts'
import { isTempId } from '../cms/doc-ref.ts'

/**
 * The value with every string that is exactly `from` replaced by `to` (SY8). Keys stay: rows and fields are not
 * documents. What holds no such string is returned as the same object.
 */
export function replaceId<T extends Json>(value: T, from: string, to: string | number): T
export function replaceId(value: Json, from: string, to: string | number): Json {
  if (value === from) return to
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    const items = value.map((item) => replaceId(item, from, to))
    return items.some((item, index) => item !== value[index]) ? items : value
  }
  let changed = false
  const entries = Object.entries(value).map(([key, item]): [string, Json] => {
    const next = replaceId(item, from, to)
    changed ||= next !== item
    return [key, next]
  })
  return changed ? Object.fromEntries(entries) : value
}

/** The temporary ids of documents that occur as values, each once, in order of appearance. */
export function findTempIds(value: Json): string[] {
  const found = new Set<string>()
  const visit = (item: Json): void => {
    if (typeof item === 'string') {
      if (isTempId(item)) found.add(item)
    } else if (Array.isArray(item)) item.forEach(visit)
    else if (item !== null && typeof item === 'object') Object.values(item).forEach(visit)
  }
  visit(value)
  return [...found]
}

/** The data without what points at documents that the server does not have. */
export function withoutTempIds(data: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(data).flatMap(([key, value]): [string, Json][] =>
      pointsAtNew(value) ? [] : [[key, keptOf(value)]],
    ),
  )
}

function keptOf(value: Json): Json {
  if (Array.isArray(value)) return value.filter((item) => !pointsAtNew(item)).map(keptOf)
  return isPlainJson(value) ? withoutTempIds(value) : value
}

/** True if a value is a temporary id, by itself or with the collection that it is of. */
function pointsAtNew(value: Json): boolean {
  const id = isPlainJson(value) && Object.hasOwn(value, 'relationTo') ? own(value, 'value') : value
  return typeof id === 'string' && isTempId(id)
}

/** A change with an id replaced wherever it is a value. Rows are not documents: their ids stay. */
export function replaceIdInChange(item: Change, from: string, to: string | number): Change {
  if (item.kind === 'set')
    return { ...item, from: replaceId(item.from, from, to), to: replaceId(item.to, from, to) }
  const { revived } = item
  return {
    ...item,
    added: replaceId(item.added, from, to),
    removed: replaceId(item.removed, from, to),
    ...(revived && { revived: replaceId(revived, from, to) }),
  }
}
