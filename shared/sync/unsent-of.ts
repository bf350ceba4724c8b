import type { DocumentView } from '../ipc.ts'

/** Number of edits and moves of a document that are not on the server. */
export function unsentOf({
  entries,
  moves,
  draft,
}: Pick<DocumentView, 'entries' | 'moves' | 'draft'>): number {
  return entries.length + moves.length + (draft === null || draft.changes.length === 0 ? 0 : 1)
}
