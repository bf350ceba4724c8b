import type { Change } from '../../shared/document/change.ts'
import { isWithin } from '../../shared/document/path.ts'
import type { OutboxEntry, ProblemCode, WriteMode } from '../../shared/sync/entry.ts'

const MENDABLE: readonly ProblemCode[] = ['validation', 'too-large', 'denied', 'rejected', 'reference-gone']

type Write = Pick<OutboxEntry, 'mode' | 'locale' | 'changes'>

export type RefusedHead = {
  head: OutboxEntry
  /** The drafts that were saved behind it, which leave together with it. */
  behind: OutboxEntry[]
  /** False: entries of other languages wait behind it too, and stay there. */
  isLast: boolean
}

/**
 * The first entry of a queue where the server refused it and what comes now takes its place (SY10): the same again, or
 * a publish of drafts. Null where the order would be another one then.
 */
export function refusedHead(entries: readonly OutboxEntry[], write: Write): RefusedHead | null {
  const [head, ...rest] = entries
  if (head?.state !== 'parked' || !head.problem || !MENDABLE.includes(head.problem.code)) return null
  const isAgain =
    write.mode === head.mode ||
    (isDraftMode(head.mode) && (isDraftMode(write.mode) || write.mode === 'publish'))
  if (!isAgain || write.locale !== head.locale) return null
  const behind = rest.filter((entry) => entry.locale === head.locale)
  const others = rest.filter((entry) => entry.locale !== head.locale)
  const isBehind = (entry: OutboxEntry): boolean =>
    entry.state === 'waiting' && (entry.mode === head.mode || isDraftMode(entry.mode))
  const passing = [...behind, write].flatMap(({ changes }) => changes)
  const isPassed = (entry: OutboxEntry): boolean =>
    entry.state === 'waiting' && !entry.changes.some((one) => passing.some((other) => meet(one, other)))
  if (!behind.every(isBehind) || !others.every(isPassed)) return null
  return { head, behind, isLast: others.length === 0 }
}

/** Whether it matters which of two changes comes first. */
function meet(a: Change, b: Change): boolean {
  if (a.locale !== null && b.locale !== null && a.locale !== b.locale) return false
  return isWithin(a.path, b.path) || isWithin(b.path, a.path)
}

function isDraftMode(mode: WriteMode): boolean {
  return mode === 'draft' || mode === 'autosave'
}
