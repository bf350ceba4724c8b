import type { Finding } from '../finding.ts'

/** One text in a file that becomes another one. It must stand there exactly once. */
export type PlantedEdit = { file: string; find: string; replace: string }

/** A fault that is planted on purpose, to see that somebody notices. */
export type Mutant = {
  name: string
  /** What goes wrong, in a few words. */
  fault: string
  edits: readonly PlantedEdit[]
  /** The quick tests that are asked first; none: the soak alone has to notice. */
  tests: readonly string[]
  /** Asked of the soak, too, where the tests have noticed: what its judge has to see by itself. */
  soakToo?: boolean
  /** What has to happen often for the soak to notice (`--often`). */
  often?: 'diskFull' | 'withoutCompanion'
  /** The soak of the real app is asked, and not the other one. */
  app?: boolean
  /** What the soak may find of it; other findings do not count. */
  findings?: readonly Finding['kind'][]
}
