/** Milliseconds from the first unsaved keystroke to the write; SY1 allows 250 until it begins and 300 until it is durable. */
const JOURNAL_DELAY_MS = 200
/** Milliseconds until a write that failed is tried again by itself. */
const JOURNAL_RETRY_MS = 3000

/**
 * written: everything typed is in the database; pending: something is not yet; failed: it could not be written, `why`
 * in the words of the system.
 */
export type JournalState = { kind: 'written' } | { kind: 'pending' } | { kind: 'failed'; why: string }

export type Journal = {
  state: () => JournalState
  /** Something was typed. */
  changed: () => void
  /** Writes now. True: everything typed before the call is durable. */
  flush: () => Promise<boolean>
  /** Names this moment, for `settled`. */
  revision: () => number
  /** What was typed until then is durable by other means (a commit). */
  settled: (upTo: number) => void
}

/**
 * Keeps what is typed in the database (SY1). One write at a time; each write takes everything there is, so a newer one
 * makes up for an older one that failed.
 */
export function createJournal(options: { write: () => Promise<void>; onState: () => void }): Journal {
  const { write, onState } = options
  let state: JournalState = { kind: 'written' }
  let timer: ReturnType<typeof setTimeout> | null = null
  let writing: Promise<boolean> | null = null
  /** Moves with every change; what was typed while a write was under way is written by the next. */
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
      // A write that was under way already may have failed without what is to be written now.
      if (!(await writing) && !joined) return false
    }
    return true
  }

  async function once(): Promise<boolean> {
    const upTo = revision
    try {
      await write()
    } catch (error) {
      // A commit may have taken it all meanwhile.
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
      // A keystroke after a failure tries again at once, not after the long wait.
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
