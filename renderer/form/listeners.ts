type Listener = () => void

/** Listeners by key. */
export type Listeners = {
  /** Returns the function that unsubscribes. */
  subscribe: (key: string, listener: Listener) => () => void
  /** True if the key has listeners. */
  has: (key: string) => boolean
  notify: (key: string) => void
  notifyAll: () => void
}

export function createListeners(): Listeners {
  const all = new Map<string, Set<Listener>>()
  return {
    subscribe(key, listener) {
      const looking = all.get(key) ?? new Set()
      all.set(key, looking)
      looking.add(listener)
      return () => {
        looking.delete(listener)
        if (looking.size === 0 && all.get(key) === looking) all.delete(key)
      }
    },
    has: (key) => all.has(key),
    notify(key) {
      for (const listener of all.get(key) ?? []) listener()
    },
    notifyAll() {
      for (const looking of all.values()) for (const listener of looking) listener()
    },
  }
}
