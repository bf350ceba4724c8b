import { rowId } from '../cms/fields.ts'
import { isPlainJson, own } from '../json.ts'
import type { Json, JsonObject } from '../json.ts'

/**
 * A path with row numbers, as the server names fields in its errors (`items.0.label`), as a path with row ids.
 * `view`: the document in one locale as it was sent. Segments that lead nowhere stay as they are.
 */
export function indexPathToIds(view: JsonObject, path: string): string {
  let value: Json | undefined = view
  return path
    .split('.')
    .map((segment) => {
      const [name, next] = step(value, segment)
      value = next
      return name
    })
    .join('.')
}

function step(value: Json | undefined, segment: string): [string, Json | undefined] {
  if (Array.isArray(value)) {
    const row = /^\d+$/.test(segment) ? value[Number(segment)] : undefined
    return [rowId(row) ?? segment, row]
  }
  return [segment, isPlainJson(value) ? own(value, segment) : undefined]
}
