import type { Collection } from '../../../shared/cms/schema-model.ts'
import { bestFit, isLight, isPicture, PREVIEW, thumbnailSize } from '../../../shared/fields/file/best-fit.ts'
import { own } from '../../../shared/json.ts'
import type { JsonObject } from '../../../shared/json.ts'
import { keepPicture } from '../../files/show-files.ts'
import type { SiteContext } from '../site-context.ts'

/**
 * Fetches small pictures of local documents, as lists and forms show them. `room`: bytes left beside the documents;
 * `next`: called before each request, throws to stop.
 */
export async function fetchPictures(
  site: SiteContext,
  collections: readonly Collection[],
  { room, next }: { room: number; next: () => Promise<void> },
): Promise<void> {
  const { pictures } = site.files
  await sweepPictures(site)
  const wanted = new Set(collections.map(({ slug }) => slug))
  for (const { slug, id } of await filesHere(site)) {
    if (!wanted.has(slug)) continue
    const view = await site.store.getDocument({ kind: 'collection', slug, id })
    for (const size of view === null ? [] : smallSizes(view.base.data)) {
      if ((await pictures.bytes()) >= room) return
      await next()
      if ((await keepPicture(site, slug, id, size)) === 'away') return
    }
  }
}

/** The sizes in which lists and forms show a picture; null is the picture itself. */
function smallSizes(data: JsonObject): (string | null)[] {
  const preview = isPicture(own(data, 'mimeType')) ? bestFit(data, PREVIEW) : undefined
  const sizes = [thumbnailSize(data), preview].filter((size) => size !== undefined)
  return [...new Set(sizes)].filter((size) => isLight(data, size))
}

/** Lists the complete local documents of all upload collections. */
export async function filesHere(site: SiteContext): Promise<{ slug: string; id: string }[]> {
  const here = []
  for (const { slug } of site.schema()?.collections.filter(({ upload }) => upload !== false) ?? [])
    for (const { id } of await site.store.localCopies(slug)) here.push({ slug, id })
  return here
}

/** Removes the pictures of documents of which this computer has no complete copy any more. */
export async function sweepPictures(site: SiteContext): Promise<void> {
  if (site.schema() !== null) await site.files.pictures.keepOnly(await filesHere(site))
}
