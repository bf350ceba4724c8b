import * as v from 'valibot'
import { rowId } from '../../shared/cms/fields.ts'
import type { Json } from '../../shared/json.ts'
import { localPreference, type LocalPreference } from '../data/local-preference.ts'
import { useForm, useViewState } from '../form/form-context.tsx'

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

/** Which rows of a list, or boxes, were folded or opened by hand. */
export const folded = keptViews('rows', v.boolean())

/**
 * How a box or tabs of a form are looked at. What is set by hand is so again when the document is opened another day.
 * @param container the place of the box or tabs in the document
 * @param at by which the form knows it for as long as it is open
 */
export function useKeptView<T extends Json>(
  kept: KeptViews<T>,
  { container, schemaPath, at }: { container: string; schemaPath: string; at: string },
  initial: T,
  isValid: (value: Json) => value is T,
): { value: T; set: (value: T) => void; setByHand: (value: T) => void } {
  const id = rowId(useForm().data())
  const place = `${id ?? ''} ${container}`
  const [value, set] = useViewState(`${at} ${container}`, kept.get(schemaPath, place) ?? initial, isValid)
  const setByHand = (next: T): void => {
    set(next)
    // Of a document that is not there yet nobody could find it again.
    if (id !== null) kept.set(schemaPath, [place], next)
  }
  return { value, set, setByHand }
}
