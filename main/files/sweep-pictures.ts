import type { SiteContext } from '../server/site-context.ts'

/** The documents with files that are stored here as on the server, by collection. */
export async function filesHere(site: SiteContext): Promise<{ slug: string; id: string }[]> {
  const here = []
  for (const { slug } of site.schema()?.collections.filter(({ upload }) => upload !== false) ?? [])
    for (const { id } of await site.store.localCopies(slug)) here.push({ slug, id })
  return here
}

/** Removes the pictures of documents that the user may no longer see, or has removed. */
export async function sweepPictures(site: SiteContext): Promise<void> {
  if (site.schema() !== null) await site.files.pictures.keepOnly(await filesHere(site))
}
