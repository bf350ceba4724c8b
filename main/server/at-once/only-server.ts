import type { RefreshResult } from '../../../shared/ipc.ts'
import type { ApiAnswer } from '../http/api-client.ts'
import { neverLeft } from '../../../shared/sync/never-left.ts'
import { serverWords } from '../answer-shapes.ts'
import { judgeRead, type SiteContext } from '../site-context.ts'

/**
 * The result of an action that only the server can do, if it was not done (M.08). `message`: the server's
 * words, or ''.
 */
export type NotDone = { outcome: 'offline' | 'signed-out' } | { outcome: 'refused'; message: string }

/** The result of an action that may have been done: no answer came, or one that does not tell. */
export type MaybeDone = { outcome: 'unknown'; message: string }

/** Returns an unknown outcome if the server may have done the action all the same; null if it is known. */
export function maybeDone(answer: ApiAnswer): MaybeDone | null {
  if (answer.kind === 'network') return neverLeft(answer.code) ? null : { outcome: 'unknown', message: '' }
  // Unknown after a server error, which may follow the action, and after a success whose body is missing.
  const isOpen = answer.status >= 500 || (answer.status < 300 && answer.json === undefined)
  return isOpen ? { outcome: 'unknown', message: serverWords(answer.json).message } : null
}

/** Judges the answer to an action that is not queued. `parse` returns null for anything but its result. */
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
