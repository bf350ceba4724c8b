import { useSyncExternalStore } from 'react'
import type { Notice } from '../../shared/ipc.ts'
import { galley } from './bridge.ts'

/**
 * What could not be written to this computer, and why. The call that failed rejects without a reason; the reason comes
 * as a notice of main, before or after it.
 */
export type StoreTrouble = Exclude<Notice['code'], Told['code']>

/** What happened once and is told, rather than lasting. */
const TOLD = [
  'database-set-aside',
  'database-other-user',
  'database-other-site',
  'access-removed',
  'inactive',
  'database-newer',
] as const
export type Told = Extract<Notice, { code: (typeof TOLD)[number] }>

export function isTold(notice: Notice): notice is Told {
  return TOLD.some((code) => code === notice.code)
}

/** What main said last about the store, until it is over. */
let reported: StoreTrouble | null = null
/** Forms with edits that are only in this window. */
const unwritten = new Set<object>()
const listeners = new Set<() => void>()

function changed(): void {
  for (const listener of listeners) listener()
}

/** Takes in a notice of main. True: it is about the store and shown by this. */
export function heardNotice(notice: Notice): boolean {
  if (isTold(notice)) return false
  reported = notice.code
  changed()
  return true
}

/** Main wrote something. What a form still holds unwritten goes on being said. */
export function heardWrite(): void {
  if (unwritten.size === 0) clearReported()
}

/** What became of a write; `why` in the words of the system. */
type WriteState = { kind: 'written' } | { kind: 'pending' } | { kind: 'failed'; why: string }

/** What became of the edits of one form (`drafts.put`); `form` only tells the forms apart. */
export function heardJournal(form: object, state: WriteState): void {
  if (state.kind === 'failed' && !unwritten.has(form)) {
    console.error('Not saved on this computer', state.why)
    unwritten.add(form)
    changed()
  }
  if (state.kind === 'written' && unwritten.delete(form)) {
    if (unwritten.size === 0) clearReported()
    changed()
  }
}

function clearReported(): void {
  if (reported === null) return
  galley.call('app.dismissNotice', { code: reported }).catch(console.error)
  reported = null
  changed()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Why this computer keeps nothing at the moment. Null: everything typed is on this computer. */
export function storeTrouble(): StoreTrouble | null {
  return reported ?? (unwritten.size > 0 ? 'database-failed' : null)
}

export function useStoreTrouble(): StoreTrouble | null {
  return useSyncExternalStore(subscribe, storeTrouble)
}
