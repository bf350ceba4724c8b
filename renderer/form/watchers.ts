/** Whether anybody looks at something in which there is much to look at. */
export type Watchers = {
  isWatched: () => boolean
  /** The listener is told when somebody begins to look where nobody did. */
  onFirst: (listener: () => void) => () => void
  /** Counts one who looks. `stop`: what ends the subscription; the answer ends it and the count, once. */
  add: (stop: () => void) => () => void
}

export function createWatchers(): Watchers {
  const listeners = new Set<() => void>()
  let count = 0
  return {
    isWatched: () => count > 0,
    onFirst(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    add(stop) {
      count += 1
      if (count === 1) for (const listener of listeners) listener()
      let stopped = false
      return () => {
        if (stopped) return
        stopped = true
        count -= 1
        stop()
      }
    },
  }
}
