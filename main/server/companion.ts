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
  /** The server gave its schema just now. */
  described: (capabilities: Record<Asked, boolean>) => void
  /** A write was answered that had asked for these. */
  answered: (asked: readonly Asked[], answer: ApiAnswer) => void
  /** The server was out of reach: another one may answer from now on. */
  forget: () => void
}

export function createCompanion(): Companion {
  let said: Partial<Record<Asked, boolean>> = {}
  let shown: Partial<Record<Asked, boolean>> = {}
  return {
    does: (what) => shown[what] ?? said[what] ?? false,
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
    forget() {
      said = {}
      shown = {}
    },
  }
}
