import type { Finding } from '../finding.ts'

/**
 * Code in a file that becomes other code. It is found by its tokens, so that neither formatting nor a comment moves it,
 * and has to stand there exactly once: in the file, or in the declaration `in` (`a.b`: what `a` declares as `b`).
 */
export type PlantedEdit = { file: string; in?: string; find: string; replace: string }

/** A fault that is planted on purpose, to see that somebody notices. */
export type Mutant = {
  name: string
  /** What goes wrong, in a few words. */
  fault: string
  edits: readonly PlantedEdit[]
  /** Integration tests that are asked where the quick suite has nothing to say. */
  integration?: readonly string[]
  /** Asked of the soak, too, where the tests have noticed: what its judge has to see by itself. */
  soakToo?: boolean
  /** What has to happen often for the soak to notice (`--often`). */
  often?: Often
  /** The soak of the real app is asked, and not the other one. */
  app?: boolean
  /** What the soak may find of it; other findings do not count. */
  findings?: readonly Finding['kind'][]
}

export type Often = 'diskFull' | 'withoutCompanion'
