export type Autosave = {
  /** Called on each edit: the quiet interval begins anew. */
  changed: () => void
  /** Saves a pending autosave at once. */
  now: () => Promise<void>
  /** Cancels a pending autosave, since another save took its edits. */
  cancel: () => void
}

/** Milliseconds until a failed save is retried. */
const RETRY_MS = 3000

/**
 * Saves after `interval` milliseconds without a change (S9.11: 2000 by default). `interval` null: never by itself.
 */
export function createAutosave(options: { interval: number | null; save: () => Promise<unknown> }): Autosave {
  const { interval, save } = options
  let timer: ReturnType<typeof setTimeout> | null = null

  function cancel(): void {
    if (timer !== null) clearTimeout(timer)
    timer = null
  }

  function arm(ms: number): void {
    cancel()
    timer = setTimeout(() => void now(), ms)
  }

  async function now(): Promise<void> {
    if (timer === null) return
    cancel()
    try {
      await save()
    } catch {
      // The edits are still in the journal, which reports its own failures.
      arm(RETRY_MS)
    }
  }

  return {
    changed: () => {
      if (interval !== null) arm(interval)
    },
    now,
    cancel,
  }
}
