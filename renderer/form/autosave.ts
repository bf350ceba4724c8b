export type Autosave = {
  /** Something was typed: the time of quiet begins anew. */
  changed: () => void
  /** Saves at once what is due. */
  now: () => Promise<void>
  /** Another way of saving took what was due. */
  cancel: () => void
}

/** Milliseconds until a save that failed is tried again. */
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
      // What was typed is still in the journal, which says so where it is not.
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
