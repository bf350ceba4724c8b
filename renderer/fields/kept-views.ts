import * as v from 'valibot'
import { localPreference, type LocalPreference } from '../data/local-preference.ts'

/** Places that are kept per field, over all of its documents, the newest last. */
const KEPT = 500

/** How places of documents were left, by the field that they belong to and an id of their own. */
export type KeptViews<T> = {
  /** Null: it was never changed. `schemaPath`: of the field, with its collection or global. */
  get: (schemaPath: string, id: string) => T | null
  set: (schemaPath: string, ids: readonly string[], value: T) => void
}

/** `name`: of the preference, which is kept on this computer. */
export function keptViews<T>(name: string, shape: v.GenericSchema<unknown, T>): KeptViews<T> {
  type Values = { [id: string]: T }
  const preferences = new Map<string, LocalPreference<Values>>()
  const read = (stored: unknown): Values => {
    const entries = Object.entries(v.parse(v.fallback(v.record(v.string(), v.unknown()), {}), stored))
    return Object.fromEntries(entries.filter((entry): entry is [string, T] => v.is(shape, entry[1])))
  }
  const preferenceOf = (schemaPath: string): LocalPreference<Values> => {
    const known = preferences.get(schemaPath)
    if (known) return known
    const made = localPreference<Values>(`${name} ${schemaPath}`, read)
    preferences.set(schemaPath, made)
    return made
  }
  return {
    get(schemaPath, id) {
      const values = preferenceOf(schemaPath).get()
      return Object.hasOwn(values, id) ? (values[id] ?? null) : null
    },
    set(schemaPath, ids, value) {
      const preference = preferenceOf(schemaPath)
      const others = Object.entries(preference.get()).filter(([id]) => !ids.includes(id))
      const all = [...others, ...ids.map((id): [string, T] => [id, value])]
      preference.set(Object.fromEntries(all.slice(-KEPT)))
    },
  }
}
