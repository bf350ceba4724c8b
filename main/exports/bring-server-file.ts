import { makeRef } from '../../shared/cms/doc-ref.ts'
import type { CallInput, CallOutput } from '../../shared/ipc.ts'
import { copyServerFile } from '../server/at-once/fetch-file.ts'
import { refreshDocument } from '../server/read/read-documents.ts'
import type { SiteContext } from '../server/site-context.ts'

/** Downloads a document's server file under its own name, to be dragged out of the window. */
export async function bringServerFile(
  site: SiteContext,
  { slug, id }: CallInput<'files.bring'>,
): Promise<CallOutput<'files.bring'>> {
  const ref = makeRef('collection', slug, id)
  // A document that only a list has shown may be here without the address of its file.
  if ((await site.store.getDocument(ref)) === null) await refreshDocument(site, ref)
  const copied = await copyServerFile(site, { slug, id })
  if (copied.outcome === 'failed') return { ...copied, outcome: 'refused' }
  if (copied.outcome !== 'fetched') return copied
  await site.files.giveName(copied.id, copied.name)
  return { outcome: 'here', id: copied.id }
}
