import { useCallback, useSyncExternalStore } from 'react'
import * as v from 'valibot'

/**
 * A choice about the window that is kept on this computer only, such as the density of rows. Reading does not
 * throw: unreadable JSON counts as not set. `set` throws if the storage is full.
 */
export type LocalPreference<T> = {
  get: () => T
  set: (value: T) => void
  subscribe: (listener: () => void) => () => void
}

export function localPreference<T>(name: string, parse: (stored: unknown) => T): LocalPreference<T> {
  const key = `galley:${name}`
  const listeners = new Set<() => void>()
  let value = parse(read(key))
  return {
    get: () => value,
    set(next) {
      value = next
      localStorage.setItem(key, JSON.stringify(next))
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export function useLocalPreference<T>(preference: LocalPreference<T>): [T, (value: T) => void] {
  return [useSyncExternalStore(preference.subscribe, preference.get), preference.set]
}

const listsShape = v.fallback(v.record(v.string(), v.fallback(v.array(v.unknown()), [])), {})
export type LocalLists<Item> = LocalPreference<Record<string, Item[]>>

/** Creates a preference with a list per name, such as a person. Stored items that are no `item` are dropped. */
export function localLists<Item>(name: string, item: v.GenericSchema<unknown, Item>): LocalLists<Item> {
  return localPreference(name, (stored) =>
    Object.fromEntries(
      Object.entries(v.parse(listsShape, stored)).map(([of, kept]) => [
        of,
        kept.flatMap((one) => {
          const parsed = v.safeParse(item, one)
          return parsed.success ? [parsed.output] : []
        }),
      ]),
    ),
  )
}

const NONE: never[] = []

/** Returns the list under a name, and a function that changes it. */
export function useLocalList<Item>(
  lists: LocalLists<Item>,
  name: string,
): [Item[], (change: (items: Item[]) => Item[]) => void] {
  const [all] = useLocalPreference(lists)
  const change = useCallback(
    (work: (items: Item[]) => Item[]) => changeLocalList(lists, name, work),
    [lists, name],
  )
  return [all[name] ?? NONE, change]
}

export function changeLocalList<Item>(
  lists: LocalLists<Item>,
  name: string,
  work: (items: Item[]) => Item[],
): void {
  const now = lists.get()
  lists.set({ ...now, [name]: work(now[name] ?? NONE) })
}

function read(key: string): unknown {
  try {
    const text = localStorage.getItem(key)
    return text === null ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}
