import type { RefreshResult } from '../../shared/ipc.ts'
import type { ApiAnswer } from './api-client.ts'
import { judgeRead, type SiteContext } from './site-context.ts'

/** Something that only the server can do, and that was not done (M.08). `message`: its words, '' where it has none. */
export type NotDone = { outcome: 'offline' | 'signed-out' } | { outcome: 'refused'; message: string }

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
