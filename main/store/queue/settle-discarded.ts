import type { DocRef } from '../../../shared/cms/doc-ref.ts'
import type { SentCell } from '../../../shared/document/saved-difference.ts'
import type { OutboxEntry } from '../../../shared/sync/entry.ts'
import { notCompared } from '../../../shared/sync/record/compare-answer.ts'
import { judgeAnswer, type SentAnswer } from '../../../shared/sync/record/judge-answer.ts'
import { readDocument } from '../tables/documents.ts'
import { resolveRef } from '../tables/ids.ts'
import { recordSite } from '../record.ts'
import { recordSent } from '../tables/sent-entries.ts'
import { settleDeletion } from './settle-deletion.ts'
import type { SettleResult } from '../store-api.ts'
import type { StoreContext } from '../store-context.ts'

/**
 * Settles an entry that was discarded with an unknown outcome and that the server did: adds it to the
 * history. The caller has to read the server's document as the base.
 */
export function settleDiscarded(
  context: StoreContext,
  sent: OutboxEntry,
  answer: SentAnswer,
  words?: string,
): SettleResult {
  const ref = sent.create ? nameOf(sent, answer) : resolveRef(context.db, sent.ref)
  const cells = cellsOf(context, { ...sent, ref }, answer)
  recordSent(context, ref, sent, { cells, ...(words === undefined ? {} : { words }) })
  if (sent.mode === 'delete') settleDeletion(context, ref)
  return { state: 'discarded', ref, problem: null }
}

function cellsOf(context: StoreContext, sent: OutboxEntry, answer: SentAnswer): readonly SentCell[] {
  if (sent.mode === 'delete') return []
  const document = sent.create ? null : readDocument(context.db, sent.ref)
  return (
    document
      ? judgeAnswer(sent, document, answer, recordSite(context, sent.ref)).comparison
      : notCompared(sent)
  ).cells
}

/** The server's id of a new document. */
function nameOf({ ref }: OutboxEntry, { data }: SentAnswer): DocRef {
  const id = data?.['id']
  if (ref.kind === 'global' || (typeof id !== 'string' && typeof id !== 'number')) return ref
  return { ...ref, id: String(id) }
}
