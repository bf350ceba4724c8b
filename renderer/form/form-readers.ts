import { isWithin, parentPath } from '../../shared/document/path.ts'
import type { Change } from '../../shared/document/change.ts'
import { createListeners } from './listeners.ts'

/** Snapshots of one kind by path, with their subscribers. A snapshot stays the same object until it changes. */
export type Readers<S> = {
  get: (path: string) => S
  subscribe: (path: string, listener: () => void) => () => void
  /** Called when the snapshot may have changed: takes it anew and notifies subscribers of a difference. */
  changed: (path: string) => void
  /** Calls `changed` for all known paths below this one. */
  changedWithin: (path: string) => void
  allChanged: () => void
}

export function createReaders<S>(take: (path: string) => S, same: (a: S, b: S) => boolean): Readers<S> {
  const snapshots = new Map<string, S>()
  const listeners = createListeners()

  function changed(path: string): void {
    const before = snapshots.get(path)
    if (before === undefined) return
    if (!listeners.has(path)) {
      // Without a subscriber the snapshot is taken on the next read.
      snapshots.delete(path)
      return
    }
    const next = take(path)
    if (same(before, next)) return
    snapshots.set(path, next)
    listeners.notify(path)
  }

  return {
    get(path) {
      const known = snapshots.get(path)
      if (known !== undefined) return known
      const taken = take(path)
      snapshots.set(path, taken)
      return taken
    },
    subscribe: listeners.subscribe,
    changed,
    changedWithin(path) {
      for (const known of snapshots.keys()) if (isWithin(known, path)) changed(known)
    },
    allChanged() {
      for (const known of snapshots.keys()) changed(known)
    },
  }
}

/** Subscribers to everything below a path. A change notifies each path above it, so the cost is the depth. */
export type WithinReaders = {
  subscribe: (path: string, listener: () => void) => () => void
  changed: (path: string) => void
  allChanged: () => void
}

export function createWithinReaders(): WithinReaders {
  const listeners = createListeners()
  return {
    subscribe: listeners.subscribe,
    changed(path) {
      for (let at = path; ; at = parentPath(at).parent) {
        listeners.notify(at)
        if (at === '') return
      }
    },
    allChanged: listeners.notifyAll,
  }
}

/** Returns the paths of rows that a change adds or removes; snapshots below them are outdated. */
export function rowsTouched(change: Change): string[] {
  if (change.kind === 'set') return []
  return [...Object.keys(change.added), ...Object.keys(change.removed)].map((id) => `${change.path}.${id}`)
}
