/** Counts the subscribers of something with many parts. */
export type Watchers = {
  isWatched: () => boolean
  /** Notified when the first subscriber comes. */
  onFirst: (listener: () => void) => () => void
  /** Notified in a microtask after the last subscriber has gone. */
  onLast: (listener: () => void) => () => void
  /** Counts a subscriber. `stop` ends its subscription; the returned function ends both, once. */
  add: (stop: () => void) => () => void
}

export function createWatchers(): Watchers {
  const onFirst = new Set<() => void>()
  const onLast = new Set<() => void>()
  let count = 0

  function tellLast(): void {
    if (count === 0) for (const listener of onLast) listener()
  }

  return {
    isWatched: () => count > 0,
    onFirst(listener) {
      onFirst.add(listener)
      return () => onFirst.delete(listener)
    },
    onLast(listener) {
      onLast.add(listener)
      return () => onLast.delete(listener)
    },
    add(stop) {
      count += 1
      if (count === 1) for (const listener of onFirst) listener()
      let stopped = false
      return () => {
        if (stopped) return
        stopped = true
        count -= 1
        stop()
        // A component that switches parts unsubscribes from one before it subscribes to the next.
        if (count === 0) queueMicrotask(tellLast)
      }
    },
  }
}
