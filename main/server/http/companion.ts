import type { ApiAnswer } from './api-client.ts'

/** What a write can ask of the companion plugin: to check its base, and to keep its answer under its key. */
export type Asked = 'base' | 'key'

/**
 * What the companion plugin of a server has shown that it does. A schema that was kept says nothing of the server as it
 * runs today, and one process of several may run without the plugin: an answer to a write says what was done with that
 * write, and until the next one that is what counts (SY4, SY5).
 */
export type Companion = {
  does: (what: Asked) => boolean
  /** Whether it may: also where nothing is known of the server that answers, since it was out of reach. */
  mayDo: (what: Asked) => boolean
  /** The server gave its schema just now. */
  described: (capabilities: Record<Asked, boolean>) => void
  /** A write was answered that had asked for these. */
  answered: (asked: readonly Asked[], answer: ApiAnswer) => void
  /** An answer named the schema that the site has; null: it should have, and did not. */
  named: (mark: string | null) => void
  /** The schema here is one that was kept, of this name; null: it has none. */
  kept: (mark: string | null) => void
  /** The schema came just now, and is the one here; null: the server does not name it. */
  adopted: (mark: string | null) => void
  /** The server has no schema to give. */
  hasNone: () => void
  /** The name of the schema here; null: not known. */
  schema: () => string | null
  /**
   * Whether the schema has to come before anything is made by it: the server named another one, or does not name it, and
   * it is a while since it came.
   */
  isSchemaDue: () => boolean
  /** The server was out of reach: another one may answer from now on. */
  forget: () => void
}

/** What the name of a schema looks like; it is kept, and sent with every write. */
const MARK = /^[\w-]{1,64}$/

/** How long a schema is taken for the site's where no answer names it. */
const UNNAMED_FOR_MS = 5 * 60_000

/** `now`: milliseconds that only go on. */
export function createCompanion(now: () => number = () => performance.now()): Companion {
  let here: string | null = null
  let there: string | null = null
  let cameAt = Number.NEGATIVE_INFINITY
  let said: Partial<Record<Asked, boolean>> = {}
  let shown: Partial<Record<Asked, boolean>> = {}
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
        // A refusal may come from before the plugin, and a replay tells of the request that was answered first.
        else if (answer.status < 300 && answer.replayed === null) shown[what] = false
      }
    },
    named(word) {
      const mark = word !== null && MARK.test(word) ? word : null
      // That another one was named stays true until that one is here.
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
