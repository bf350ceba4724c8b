import type { Doc } from './ledger.ts'

/** Something that must not be. */
export type Finding = {
  kind: 'lost' | 'duplicated' | 'changed' | 'not-drained' | 'database' | 'untrue' | 'unexpected' | 'trouble'
  text: string
  doc: Doc | null
}
