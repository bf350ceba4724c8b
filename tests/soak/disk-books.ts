import type { Edit } from './ledger.ts'
import { NOT_JOURNALLED } from './messages.ts'

/** Milliseconds after the disk has room in which the program may still report it as full. */
const ECHO_MS = 4000

/** The program's messages about a full disk: to its log, to the person, and to callers. */
const SAID =
  /^notice: disk-full$|ipc-call-failed.*"database"|left-drafts-not-queued|^[\w.]+: database$|database or disk is full/

/** Records when the editor's disk is full, and the edits that were not written. */
export function createDiskBooks() {
  let full = false
  /** Time until which the program may report it. */
  let until = Number.NEGATIVE_INFINITY
  const kept = new Map<number, Edit[]>()
  return {
    isFull: () => full,
    begin: () => {
      full = true
      until = Number.POSITIVE_INFINITY
    },
    /** The disk has room; the program does not know yet. */
    end: () => {
      full = false
    },
    /** The program runs with room. */
    heard: () => {
      if (!full) until = Math.min(until, performance.now() + ECHO_MS)
    },
    /** True if the message is expected now. */
    explains: (text: string): boolean =>
      performance.now() < until && (text === NOT_JOURNALLED || SAID.test(text)),
    /** Records an edit that exists only in a form of that life. */
    keep: (life: number, edit: Edit): void => void kept.set(life, [...(kept.get(life) ?? []), edit]),
    /** Returns the edits kept by the forms of that life. */
    take(life: number): Edit[] {
      const edits = kept.get(life) ?? []
      kept.clear()
      return edits
    },
  }
}
