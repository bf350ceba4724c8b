import type { Edit } from './ledger.ts'
import { NOT_JOURNALLED } from './messages.ts'

/** How long after there is room again the program may still speak of a full disk, in ms. */
const ECHO_MS = 4000

/** What the program says where its database cannot grow: to its log, to the person, and to who asked. */
const SAID =
  /^notice: disk-full$|ipc-call-failed.*"database"|left-drafts-not-queued|^[\w.]+: database$|database or disk is full/

/** When the editor's disk is full, and what it kept from being written. */
export function createDiskBooks() {
  let full = false
  /** Until when the program may speak of it. */
  let until = Number.NEGATIVE_INFINITY
  const kept = new Map<number, Edit[]>()
  return {
    isFull: () => full,
    begin: () => {
      full = true
      until = Number.POSITIVE_INFINITY
    },
    /** There is room, of which the program has yet to hear. */
    end: () => {
      full = false
    },
    /** The program runs with room. */
    heard: () => {
      if (!full) until = Math.min(until, performance.now() + ECHO_MS)
    },
    /** Whether it is to be expected that the program says so now. */
    explains: (text: string): boolean =>
      performance.now() < until && (text === NOT_JOURNALLED || SAID.test(text)),
    /** An edit that is in a form only, of that life of the program. */
    keep: (life: number, edit: Edit): void => void kept.set(life, [...(kept.get(life) ?? []), edit]),
    /** What the forms of that life kept. */
    take(life: number): Edit[] {
      const edits = kept.get(life) ?? []
      kept.clear()
      return edits
    },
  }
}
