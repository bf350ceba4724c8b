import { useSyncExternalStore } from 'react'
import type { Chosen } from '../../shared/document/conflict-choice.ts'
import type { ShownConflict } from '../../shared/document/shown-conflict.ts'
import type { GalleyBridge } from '../../shared/ipc.ts'
import { createListeners } from '../form/listeners.ts'

/** A choice, and the conflict it was made for. */
export type MadeChoice = { chosen: Chosen; of: ShownConflict }

/** Largest number of entries whose choices are kept: those with the newest choices. */
const MOST_ENTRIES = 50

const made = new Map<string, readonly MadeChoice[]>()
const listeners = createListeners()
const none: readonly MadeChoice[] = []

/** Clears the choices when the account changes (SY2). */
export function forgetChoicesWithAccount(bridge: Pick<GalleyBridge, 'on'>): void {
  bridge.on('session.accountChanged', () => {
    made.clear()
    listeners.notifyAll()
  })
}

/**
 * Returns the choices made in an entry's conflicts and not sent yet, the same on all screens. They last until
 * the window closes or the account changes; only MOST_ENTRIES entries keep theirs. `entry`: its key.
 */
export function useMadeChoices(entry: string): readonly MadeChoice[] {
  return useSyncExternalStore(
    (listener) => listeners.subscribe(entry, listener),
    () => made.get(entry) ?? none,
  )
}

/** Stores a choice in place of the previous one for the same field. */
export function setChoice(entry: string, choice: MadeChoice): void {
  const others = (made.get(entry) ?? none).filter(({ of }) => of.path !== choice.of.path)
  made.delete(entry)
  made.set(entry, [...others, choice])
  for (const key of [...made.keys()].slice(0, -MOST_ENTRIES)) made.delete(key)
  listeners.notify(entry)
}
