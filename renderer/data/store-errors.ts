import { useSyncExternalStore } from 'react'
import type { Notice } from '../../shared/ipc.ts'
import { galley } from './bridge.ts'

/**
 * The reason that this computer could not store edits. The failed call rejects without the reason; main sends
 * it as a notice, before or after the rejection.
 */
export type StoreTrouble = Exclude<Notice['code'], Told['code']>

/** Notices of a single event, not of a lasting state. */
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

/** The last trouble that main reported, until it is over. */
let reported: StoreTrouble | null = null
/** Forms with edits that are only in this window. */
const unwritten = new Set<object>()
const listeners = new Set<() => void>()

function changed(): void {
  for (const listener of listeners) listener()
}

/** Handles a notice of main. Returns true if it is about the store, and so shown as its trouble. */
export function heardNotice(notice: Notice): boolean {
  if (isTold(notice)) return false
  reported = notice.code
  changed()
  return true
}

/** Called when main wrote something: the reported trouble is over, unless a form has unwritten edits. */
export function heardWrite(): void {
  if (unwritten.size === 0) clearReported()
}

/** State of a write; `why`: the system's error message. */
type WriteState = { kind: 'written' } | { kind: 'pending' } | { kind: 'failed'; why: string }

/** Records the state of a form's write (`drafts.put`); `form` is only an identity. */
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

/** Returns the reason that edits are not stored now; null if they are stored or being stored. */
export function storeTrouble(): StoreTrouble | null {
  return reported ?? (unwritten.size > 0 ? 'database-failed' : null)
}

export function useStoreTrouble(): StoreTrouble | null {
  return useSyncExternalStore(subscribe, storeTrouble)
}
