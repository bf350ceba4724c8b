import { useSyncExternalStore } from 'react'
import type { Chosen } from '../../shared/document/conflict-choice.ts'
import type { ShownConflict } from '../../shared/document/shown-conflict.ts'
import type { GalleyBridge } from '../../shared/ipc.ts'
import { createListeners } from '../form/listeners.ts'

/** A choice, and the conflict that it was made for. */
export type MadeChoice = { chosen: Chosen; of: ShownConflict }

/** Choices are held of so many entries: of those that somebody chose in last. */
const MOST_ENTRIES = 50

const made = new Map<string, readonly MadeChoice[]>()
const listeners = createListeners()
const none: readonly MadeChoice[] = []

/** They are of the account that they were made in (SY2). */
export function forgetChoicesWithAccount(bridge: Pick<GalleyBridge, 'on'>): void {
  bridge.on('session.accountChanged', () => {
    made.clear()
    listeners.notifyAll()
  })
}

/**
 * What a person has chosen in the conflicts of an entry and not sent yet. It is the same wherever the entry is shown,
 * and stays when they leave the screen, until the window is closed. `entry`: its key.
 */
export function useMadeChoices(entry: string): readonly MadeChoice[] {
  return useSyncExternalStore(
    (listener) => listeners.subscribe(entry, listener),
    () => made.get(entry) ?? none,
  )
}

/** In place of the choice for the same field that was there. */
export function setChoice(entry: string, choice: MadeChoice): void {
  const others = (made.get(entry) ?? none).filter(({ of }) => of.path !== choice.of.path)
  made.delete(entry)
  made.set(entry, [...others, choice])
  for (const key of [...made.keys()].slice(0, -MOST_ENTRIES)) made.delete(key)
  listeners.notify(entry)
}
