import * as v from 'valibot'
import type { Doc } from './ledger.ts'

export const findingKind = v.picklist([
  'lost',
  'duplicated',
  'changed',
  'torn',
  'not-drained',
  'database',
  'untrue',
  'unexpected',
  'trouble',
])

/** Something that must not be. */
export type Finding = {
  kind: v.InferOutput<typeof findingKind>
  text: string
  doc: Doc | null
}
