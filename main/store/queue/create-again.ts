import { asksForId } from '../../../shared/cms/entity-rules.ts'
import type { DocRef } from '../../../shared/cms/doc-ref.ts'
import { copyOf } from '../../../shared/sync/record/copy-of.ts'
import { discardAll } from '../../../shared/sync/record/discard.ts'
import type { DocumentRecord } from '../../../shared/sync/record/document-record.ts'
import { createDocument } from './create-document.ts'
import { commitDraft, putDraft } from './drafts.ts'
import { dropMoves } from './moves.ts'
import { resolveRef } from '../tables/ids.ts'
import { recordSite, requireRecord, saveRecord } from '../record.ts'
import { refuseUnless } from './refuse-unless.ts'
import type { StoreApi } from '../store-api.ts'
import type { StoreContext } from '../store-context.ts'
import { StoreError } from '../store-error.ts'

/** See StoreApi.createAgain. */
export function createAgain(context: StoreContext, input: Parameters<StoreApi['createAgain']>[0]): DocRef {
  const record = requireRecord(context, resolveRef(context.db, input.ref))
  const site = recordSite(context, record.base.ref)
  const { entity } = site
  if (entity?.kind !== 'collection') throw new StoreError('no-document', 'There is no such collection')
  const { changes, typed, lacksFile } = copyOf(record, entity, input.file, site)
  const made = createDocument(context, { slug: entity.slug, id: input.id, data: {} })
  if (lacksFile || asksForId(entity)) {
    // Nothing is sent or discarded until a person adds what is missing: the id, or the file, of which this
    // computer has no copy.
    putDraft(context, { ref: made, changes, typed })
    return made
  }
  const mode = entity.versions?.drafts ? 'draft' : 'save'
  commitDraft(context, { ref: made, locale: input.locale, changes, typed, mode })
  if (record.base.isGone) discardCopied(context, record)
  return made
}

/** Discards the edits that are in the new document; unreadable ones are not, and stay with the old one. */
function discardCopied(context: StoreContext, record: DocumentRecord): void {
  const copied = record.entries.filter(({ problem }) => problem?.code !== 'broken')
  for (const entry of copied) refuseUnless(entry, 'discard')
  dropMoves(context, record.base.ref)
  const site = recordSite(context, record.base.ref)
  saveRecord(context, record, discardAll({ ...record, draft: null }, copied, site))
}
