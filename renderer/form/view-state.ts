import type { Json } from '../../shared/json.ts'
import { createListeners } from './listeners.ts'

/** View state of a form by key, such as open rows and the front tab. It outlives the components. */
export type ViewState = {
  get: (key: string) => Json | undefined
  set: (key: string, value: Json) => void
  subscribe: (key: string, listener: () => void) => () => void
}

/** `values`: storage that outlives the form. */
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
