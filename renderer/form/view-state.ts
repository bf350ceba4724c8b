import type { Json } from '../../shared/json.ts'

/**
 * What belongs to how a form is looked at, by place: what is open, which tab is in front, how far it is scrolled. It
 * outlives the components that show it.
 */
export type ViewState = {
  get: (key: string) => Json | undefined
  set: (key: string, value: Json) => void
  subscribe: (key: string, listener: () => void) => () => void
}

/** `values`: where it is kept, for as long as somebody holds it. */
export function createViewState(values: Map<string, Json> = new Map()): ViewState {
  const listeners = new Map<string, Set<() => void>>()
  return {
    get: (key) => values.get(key),
    set(key, value) {
      if (values.get(key) === value) return
      values.set(key, value)
      for (const listener of listeners.get(key) ?? []) listener()
    },
    subscribe(key, listener) {
      const looking = listeners.get(key) ?? new Set()
      listeners.set(key, looking)
      looking.add(listener)
      return () => {
        looking.delete(listener)
        if (looking.size === 0 && listeners.get(key) === looking) listeners.delete(key)
      }
    },
  }
}
