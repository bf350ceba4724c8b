import type { DocRef } from '../../shared/cms/doc-ref.ts'
import { isUnderWay, moveBehind, readEntries } from './outbox-rows.ts'
import type { Db } from './sql.ts'

/**
 * Puts moves of a document that wait for a person or keep failing behind what else is queued of it: where it stands among
 * others holds back nothing of what is in it (SY10). What may be at the server stays where it is.
 */
export function letPass(db: Db, ref: DocRef): void {
  const entries = readEntries(db, ref)
  const last = entries.findLastIndex(({ mode }) => mode !== 'move')
  const stuck = entries.filter(
    (entry, index) => index < last && entry.mode === 'move' && entry.problem !== null && !isUnderWay(entry),
  )
  moveBehind(
    db,
    stuck.map(({ key }) => key),
  )
}
