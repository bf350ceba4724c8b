import type { ApiAnswer } from './api-client.ts'

/** The services that a write can ask of the companion (server/plugin): checking the base, storing the answer by key. */
export type CompanionQuestion = 'base' | 'key'

/**
 * The services that the server's companion is known to provide. A stored schema may be outdated, and one of several
 * processes may run without the plugin, so the answer to the latest write counts (SY4, SY5).
 */
export type Companion = {
  does: (what: CompanionQuestion) => boolean
  /** True if the companion provides the service, or if that is not known. */
  mayDo: (what: CompanionQuestion) => boolean
  /** The server has just sent its schema. */
  described: (capabilities: Record<CompanionQuestion, boolean>) => void
  /** A write that asked for these services was answered. */
  answered: (asked: readonly CompanionQuestion[], answer: ApiAnswer) => void
  /** An answer came with a schema fingerprint, or null if it should have had one. */
  named: (mark: string | null) => void
  /** A stored schema is in use, with this fingerprint or null. */
  kept: (mark: string | null) => void
  /** A schema that has just arrived is in use, with this fingerprint or null. */
  adopted: (mark: string | null) => void
  /** The server has no schema to send. */
  hasNone: () => void
  /** The fingerprint of the schema in use; null: not known. */
  schema: () => string | null
  /**
   * True if the schema has to be fetched before the next write: the server named another one, or names none and the
   * last fetch is a while ago.
   */
  isSchemaDue: () => boolean
  /** The server was out of reach, so another one may answer from now on. */
  forget: () => void
}

/** The format of a schema fingerprint; it is stored, and sent with every write. */
const MARK = /^[\w-]{1,64}$/

/** Time for which a schema is trusted if no answer names it. */
const UNNAMED_FOR_MS = 5 * 60_000

/** Creates the record of the companion. `now`: milliseconds of a monotonic clock. */
export function createCompanion(now: () => number = () => performance.now()): Companion {
  let here: string | null = null
  let there: string | null = null
  let cameAt = Number.NEGATIVE_INFINITY
  let said: Partial<Record<CompanionQuestion, boolean>> = {}
  let shown: Partial<Record<CompanionQuestion, boolean>> = {}
  return {
    does: (what) => shown[what] ?? said[what] ?? false,
    mayDo: (what) => shown[what] ?? said[what] ?? true,
    described(capabilities) {
      said = capabilities
    },
    answered(asked, answer) {
      if (answer.kind === 'network') return
      for (const what of asked) {
        if (answer.applied.includes(what) || (what === 'key' && answer.replayed !== null)) shown[what] = true
        // A refusal may come from a layer before the plugin, and a replay describes an earlier request.
        else if (answer.status < 300 && answer.replayed === null) shown[what] = false
      }
    },
    named(word) {
      const mark = word !== null && MARK.test(word) ? word : null
      // Once the server has named a fingerprint, an answer without one does not clear it until that schema
      // was fetched.
      if (mark !== null || there === here) there = mark
    },
    kept(mark) {
      here = mark
    },
    adopted(mark) {
      here = mark
      there = mark
      cameAt = now()
    },
    hasNone() {
      said = { base: false, key: false }
      if (there === here) there = null
      cameAt = now()
    },
    schema: () => here,
    isSchemaDue: () => (there === null ? now() - cameAt > UNNAMED_FOR_MS : here !== there),
    forget() {
      said = {}
      shown = {}
    },
  }
}
