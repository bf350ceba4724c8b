import type { DocRef } from '../../../shared/cms/doc-ref.ts'
import { isJsonObject } from '../../../shared/json.ts'
import { documentFacts } from '../answer-shapes.ts'
import type { ApiAnswer } from '../http/api-client.ts'
import { refreshDocument } from '../read/read-documents.ts'
import type { SiteContext } from '../site-context.ts'

/** Reads a document that this computer has written at once, and notes that the revision in the answer is its own. */
export async function readOwnWrite(site: SiteContext, ref: DocRef, answer: ApiAnswer): Promise<void> {
  await refreshDocument(site, ref)
  const updatedAt = revisionIn(answer)
  if (updatedAt !== null) await site.store.noteOwnRevision({ ref, updatedAt })
}

/** Payload answers with the document in `doc`; after restoring a version of a collection, with the document itself. */
function revisionIn(answer: ApiAnswer): string | null {
  if (answer.kind !== 'http' || answer.status >= 300 || !isJsonObject(answer.json)) return null
  const { doc } = answer.json
  return documentFacts(isJsonObject(doc) ? doc : answer.json).updatedAt
}
