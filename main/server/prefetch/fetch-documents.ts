import type { Collection } from '../../../shared/cms/schema-model.ts'
import type { BaseInput, Revision } from '../../store/store-api.ts'
import { documentFacts, pageUpTo } from '../answer-shapes.ts'
import { readPublishedAmong } from '../read/read-lists.ts'
import { judgeRead, type Read, type SiteContext } from '../site-context.ts'
import { askForDocuments, basesOf } from '../read/whole-documents.ts'

/** Whole documents as bases, and how long the answer was. `here`: the revisions that this computer has of them. */
export async function fetchDocuments(
  site: SiteContext,
  collection: Collection,
  here: readonly Revision[],
): Promise<Read<{ bases: BaseInput[]; bytes: number }>> {
  const ids = here.map(({ id }) => id)
  const answer = await askForDocuments(site, collection, ids)
  const read = await judgeRead(site, answer, pageUpTo(here.length))
  if (!read.ok) return read
  const { docs } = read.value
  const draftIds = docs.flatMap((data) => {
    const { id, status } = documentFacts(data)
    return id !== null && status === 'draft' ? [id] : []
  })
  const published = await readPublishedAmong(site, collection, draftIds)
  const bases = basesOf(collection.slug, docs, here, (id) => published?.has(id) ?? null)
  return { ok: true, value: { bases, bytes: answer.kind === 'http' ? answer.bytes : 0 } }
}
