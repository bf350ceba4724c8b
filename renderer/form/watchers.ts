/** Whether anybody looks at something in which there is much to look at. */
export type Watchers = {
  isWatched: () => boolean
  /** The listener is told when somebody begins to look where nobody did. */
  onFirst: (listener: () => void) => () => void
  /** The listener is told when nobody looks any more, also after what is done in the same turn. */
  onLast: (listener: () => void) => () => void
  /** Counts one who looks. `stop`: what ends the subscription; the answer ends it and the count, once. */
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
        // Who shows another part of it ends one look before the next one begins.
        if (count === 0) queueMicrotask(tellLast)
      }
    },
  }
}
