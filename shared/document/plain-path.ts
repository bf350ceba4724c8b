import { rowId } from '../cms/fields.ts'
import { isPlainJson, own } from '../json.ts'
import type { Json, JsonObject } from '../json.ts'

/**
 * Reading and writing by path in data of one locale, without a schema: keys of objects, ids of rows. For content of
 * new rows, and for fields that the schema does not know (SY13).
 */

/** The value at a path, or undefined. */
export function getPlain(data: Json | undefined, segments: readonly string[]): Json | undefined {
  let value = data
  for (const segment of segments) value = childOf(value, segment)
  return value
}

function childOf(value: Json | undefined, segment: string): Json | undefined {
  if (Array.isArray(value)) return value.find((row) => rowId(row) === segment)
  return isPlainJson(value) ? own(value, segment) : undefined
}

/**
 * Sets the value at a path. Missing objects on the way are created; a missing row or a scalar on the way
 * changes nothing.
 */
export function setPlain(data: Json | undefined, segments: readonly string[], value: Json): Json | undefined {
  const [segment, ...rest] = segments
  if (segment === undefined) return value
  if (Array.isArray(data)) {
    return data.map((row) => (rowId(row) === segment ? (setPlain(row, rest, value) ?? row) : row))
  }
  if (data !== undefined && data !== null && !isPlainJson(data)) return data
  const object = data ?? {}
  return withKey(object, segment, setPlain(own(object, segment), rest, value))
}

/** A copy with one key set, in its place; undefined removes it. */
export function withKey(object: JsonObject, key: string, value: Json | undefined): JsonObject {
  if (value === undefined) {
    return Object.hasOwn(object, key)
      ? Object.fromEntries(Object.entries(object).filter(([name]) => name !== key))
      : object
  }
  return { ...object, [key]: value }
}
