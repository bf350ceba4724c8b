import type { RefreshResult } from '../../../shared/ipc.ts'
import type { ApiAnswer } from '../http/api-client.ts'
import { neverLeft } from '../../../shared/sync/never-left.ts'
import { serverWords } from '../answer-shapes.ts'
import { judgeRead, type SiteContext } from '../site-context.ts'

/** Something that only the server can do, and that was not done (M.08). `message`: its words, '' where it has none. */
export type NotDone = { outcome: 'offline' | 'signed-out' } | { outcome: 'refused'; message: string }

/** What was asked for, and may have been done: no answer came, or one that does not tell. */
export type MaybeDone = { outcome: 'unknown'; message: string }

/** Whether the server may have done what it was asked for all the same; null where it is known. */
export function maybeDone(answer: ApiAnswer): MaybeDone | null {
  if (answer.kind === 'network') return neverLeft(answer.code) ? null : { outcome: 'unknown', message: '' }
  // A cut answer to a success is a success on the server's side; what fails there may fail after it was done.
  const isOpen = answer.status >= 500 || (answer.status < 300 && answer.json === undefined)
  return isOpen ? { outcome: 'unknown', message: serverWords(answer.json).message } : null
}

/** Judges the answer to something that is not kept for later, with `parse` telling whether it is one. */
export async function judgeDone<T>(
  site: SiteContext,
  answer: ApiAnswer,
  parse: (json: unknown) => T | null,
): Promise<{ ok: true; value: T } | { ok: false; why: NotDone }> {
  const read = await judgeRead(site, answer, parse)
  return read.ok ? read : { ok: false, why: notDone(read.result) }
}

export function notDone(result: RefreshResult): NotDone {
  if (result.outcome === 'offline' || result.outcome === 'signed-out') return { outcome: result.outcome }
  return { outcome: 'refused', message: 'message' in result ? result.message : '' }
}
