import * as v from 'valibot'
import { rowId } from '../../shared/cms/fields.ts'
import type { Json } from '../../shared/json.ts'
import { localPreference, type LocalPreference } from '../data/local-preference.ts'
import { useForm, useViewState } from '../form/form-context.tsx'

/** Most places kept per field, over all documents; the newest are last. */
const KEPT = 500

/** View state of parts of documents, by field and id. */
export type KeptViews<T> = {
  /**
   * Returns the state set last; null: never set. `schemaPath`: that of the field, with its collection or
   * global.
   */
  get: (schemaPath: string, id: string) => T | null
  set: (schemaPath: string, ids: readonly string[], value: T) => void
}

/** `name`: that of the preference, which is kept on this computer. */
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

/** Folded or unfolded state of rows and boxes, as set by hand. */
export const folded = keptViews('rows', v.boolean())

/**
 * Returns the view state of a box or tabs. State set by hand is also kept on this computer, for the next time
 * that the document is opened.
 * @param container path of the box or tabs
 * @param at key of the state while the document is open
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
    // A document without an id could not be found again.
    if (id !== null) kept.set(schemaPath, [place], next)
  }
  return { value, set, setByHand }
}
