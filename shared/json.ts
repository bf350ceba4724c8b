import * as v from 'valibot'
import { LIMITS } from './limits.ts'

/** A JSON value, as in documents, changes and answers of the server. */
export type Json = string | number | boolean | null | Json[] | JsonObject
export type JsonObject = { [key: string]: Json }

/** True when the value is plain JSON data: no functions, dates, class instances or cycles (depth at most 200). */
export function isJson(value: unknown, depth = 0): value is Json {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true
  if (typeof value === 'number') return Number.isFinite(value)
  if (depth > LIMITS.depth || typeof value !== 'object') return false
  if (Array.isArray(value)) return value.every((item) => isJson(item, depth + 1))
  return isPlainObject(value) && Object.values(value).every((item) => isJson(item, depth + 1))
}

export function isJsonObject(value: unknown): value is JsonObject {
  return isPlainObject(value) && isJson(value)
}

/** True for an object that is neither an array nor a class instance. Its members are not checked. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

export const json = v.custom<Json>((value) => isJson(value), 'Expected JSON data')
export const jsonObject = v.custom<JsonObject>((value) => isJsonObject(value), 'Expected a JSON object')

/** Like v.record, but keeps `__proto__`, `constructor` and `prototype`, which may be ids of rows. */
export function recordOf<T>(schema: v.GenericSchema<unknown, T>) {
  return v.pipe(
    v.custom<Record<string, T>>(isPlainObject, 'Expected an object'),
    v.rawTransform(({ dataset, addIssue, NEVER }): Record<string, T> => {
      const entries: [string, T][] = []
      for (const [key, value] of Object.entries(dataset.value)) {
        const result = v.safeParse(schema, value)
        if (!result.success) {
          addIssue({ message: result.issues[0].message })
          return NEVER
        }
        entries.push([key, result.output])
      }
      return Object.fromEntries(entries)
    }),
  )
}

/**
 * Deep equality of JSON values. An absent value and null are the same: the server leaves out what has no value.
 * Key order of objects does not matter, order of arrays does.
 */
export function sameJson(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b) return true
  if (a === undefined || a === null) return b === undefined || b === null
  if (b === undefined || b === null || typeof a !== 'object' || typeof b !== 'object') return false
  if (Array.isArray(a) || Array.isArray(b)) {
    if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false
    return a.every((item, index) => sameJson(item, b[index]))
  }
  for (const key of Object.keys(a)) if (!sameJson(a[key], own(b, key))) return false
  return Object.keys(b).every((key) => b[key] === null || b[key] === undefined || Object.hasOwn(a, key))
}

/**
 * The newer of two values, with equal parts replaced by the older one's objects, so that unchanged parts are
 * identical and later comparisons cost nothing. Neither is mutated.
 */
export function shareJson<T extends Json>(before: Json | undefined, next: T): T
export function shareJson(before: Json | undefined, next: Json): Json {
  if (before === undefined || before === null) return next
  if (sameJson(before, next)) return before
  if (Array.isArray(next)) {
    return Array.isArray(before) ? next.map((item, index) => shareJson(before[index], item)) : next
  }
  if (!isPlainJson(next) || !isPlainJson(before)) return next
  return Object.fromEntries(
    Object.entries(next).map(([key, item]) => [key, shareJson(own(before, key), item)]),
  )
}

/** True if a JSON value is an object and no array. */
export function isPlainJson(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The value of a key of the object itself, never an inherited one: `constructor` may be a field's name. */
export function own<T>(object: { readonly [key: string]: T }, key: string): T | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined
}

/**
 * The depth of a walk that enters each object once, in key order, as data is copied into other processes and the
 * page. Electron's context bridge copies at most 1000 levels.
 */
export function nestingOf(value: unknown): number {
  const seen = new Set<object>()
  const open: { values: unknown[]; next: number }[] = []
  let deepest = 0
  const enter = (item: unknown): void => {
    if (typeof item !== 'object' || item === null || seen.has(item)) return
    seen.add(item)
    open.push({ values: Object.values(item), next: 0 })
    deepest = Math.max(deepest, open.length)
  }
  enter(value)
  for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
    if (top.next === top.values.length) {
      open.pop()
      continue
    }
    top.next += 1
    enter(top.values[top.next - 1])
  }
  return deepest
}
