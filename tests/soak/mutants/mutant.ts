import type { Finding } from '../finding.ts'

/**
 * A replacement of code in a file. The code is found by tokens, regardless of formatting and comments, and must occur
 * exactly once: in the file, or in the declaration `in` (`a.b`: `b` declared in `a`).
 */
export type PlantedEdit = { file: string; in?: string; find: string; replace: string }

/** A fault planted on purpose, to see that a test notices. */
export type Mutant = {
  name: string
  /** The fault in a few words. */
  fault: string
  edits: readonly PlantedEdit[]
  /** Integration tests to run if the quick suite does not notice. */
  integration?: readonly string[]
  /** True if the soak must notice too, even after the tests did: its judge must detect it alone. */
  soakToo?: boolean
  /** Event that must happen often for the soak to notice (`--often`). */
  often?: Often
  /** True if the soak of the real app runs instead of the other. */
  app?: boolean
  /** Findings of the soak that count; others do not. */
  findings?: readonly Finding['kind'][]
}

export type Often = 'diskFull' | 'withoutCompanion'
