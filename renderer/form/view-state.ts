import type { Json } from '../../shared/json.ts'
import { createListeners } from './listeners.ts'

/**
 * What belongs to how a form is looked at, by place: what is open, which tab is in front. It
 * outlives the components that show it.
 */
export type ViewState = {
  get: (key: string) => Json | undefined
  set: (key: string, value: Json) => void
  subscribe: (key: string, listener: () => void) => () => void
}

/** `values`: where it is kept, for as long as somebody holds it. */
export function createViewState(values: Map<string, Json> = new Map()): ViewState {
  const listeners = createListeners()
  return {
    get: (key) => values.get(key),
    set(key, value) {
      if (values.get(key) === value) return
      values.set(key, value)
      listeners.notify(key)
    },
    subscribe: listeners.subscribe,
  }
}
