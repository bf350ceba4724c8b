import { refKey, type DocRef } from '../../../shared/cms/doc-ref.ts'

/** Passwords of users to be created, in memory only: their entries have none, and are not sent without one. */
export type NewPasswords = {
  hold: (ref: DocRef, password: string) => void
  /** Returns the held password, or null. */
  of: (ref: DocRef) => string | null
  drop: (ref: DocRef) => void
}

export function createNewPasswords(): NewPasswords {
  const held = new Map<string, string>()
  return {
    hold: (ref, password) => void held.set(refKey(ref), password),
    of: (ref) => held.get(refKey(ref)) ?? null,
    drop: (ref) => void held.delete(refKey(ref)),
  }
}
