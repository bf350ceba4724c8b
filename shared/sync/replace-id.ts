import type { Json } from '../json.ts'
import { isTempId } from './temp-id.ts'

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
