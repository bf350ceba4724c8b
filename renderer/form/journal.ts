/**
 * Milliseconds from the first unsaved keystroke to the write; SY1 allows 250 until it begins and 300 until it is
 * durable.
 */
const JOURNAL_DELAY_MS = 200
/** Milliseconds until a failed write is retried. */
const JOURNAL_RETRY_MS = 3000

/**
 * written: all edits are in the database; pending: some are not yet; failed: they could not be written, `why` is the
 * system's message.
 */
export type JournalState = { kind: 'written' } | { kind: 'pending' } | { kind: 'failed'; why: string }

export type Journal = {
  state: () => JournalState
  /** Called on each edit. */
  changed: () => void
  /** Writes now. True: all edits made before the call are durable. */
  flush: () => Promise<boolean>
  /** Returns the present revision, for `settled`. */
  revision: () => number
  /** Edits up to that revision are durable by a commit. */
  settled: (upTo: number) => void
}

/**
 * Writes edits to the database (SY1). One write at a time; each one takes all edits, so a newer write makes up for a
 * failed one.
 */
export function createJournal(options: { write: () => Promise<void>; onState: () => void }): Journal {
  const { write, onState } = options
  let state: JournalState = { kind: 'written' }
  let timer: ReturnType<typeof setTimeout> | null = null
  let writing: Promise<boolean> | null = null
  /** Incremented by each change: edits made during a write need another one. */
  let revision = 0
  let written = 0

  function become(next: JournalState): void {
    if (next.kind === state.kind && next.kind !== 'failed') return
    state = next
    onState()
  }

  function arm(ms: number): void {
    timer ??= setTimeout(() => {
      timer = null
      void flush()
    }, ms)
  }

  function disarm(): void {
    if (timer !== null) clearTimeout(timer)
    timer = null
  }

  async function flush(): Promise<boolean> {
    disarm()
    const upTo = revision
    while (written < upTo) {
      const joined = writing !== null
      writing ??= once().finally(() => {
        writing = null
      })
      // A write that had already begun may have failed without the latest edits.
      if (!(await writing) && !joined) return false
    }
    return true
  }

  async function once(): Promise<boolean> {
    const upTo = revision
    try {
      await write()
    } catch (error) {
      // A commit may have taken all edits meanwhile.
      if (written >= revision) return true
      become({ kind: 'failed', why: error instanceof Error ? error.message : String(error) })
      arm(JOURNAL_RETRY_MS)
      return false
    }
    written = Math.max(written, upTo)
    if (written === revision) become({ kind: 'written' })
    else {
      become({ kind: 'pending' })
      arm(JOURNAL_DELAY_MS)
    }
    return true
  }

  return {
    state: () => state,
    changed() {
      revision += 1
      // A keystroke after a failure retries at once, not after the long wait.
      if (state.kind === 'failed') disarm()
      else become({ kind: 'pending' })
      arm(JOURNAL_DELAY_MS)
    },
    flush,
    revision: () => revision,
    settled(upTo) {
      written = Math.max(written, upTo)
      if (written < revision) return
      disarm()
      become({ kind: 'written' })
    },
  }
}
