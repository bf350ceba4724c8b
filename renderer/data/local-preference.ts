import { useSyncExternalStore } from 'react'

/**
 * A choice about the window that is kept on this computer only: which groups are open, how dense rows are.
 * Reads never throw; an unreadable value counts as not set.
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

function read(key: string): unknown {
  try {
    const text = localStorage.getItem(key)
    return text === null ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}
