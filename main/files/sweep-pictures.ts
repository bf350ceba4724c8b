import type { SiteContext } from '../server/site-context.ts'

/** The documents with files of which the server's version is here, by collection. */
export async function filesHere(site: SiteContext): Promise<{ slug: string; id: string }[]> {
  const here = []
  for (const { slug } of site.schema()?.collections.filter(({ upload }) => upload !== false) ?? [])
    for (const { id } of await site.store.localCopies(slug)) here.push({ slug, id })
  return here
}

/** What the user may not see any more, or removed, leaves no picture behind. */
export async function sweepPictures(site: SiteContext): Promise<void> {
  if (site.schema() !== null) await site.files.pictures.keepOnly(await filesHere(site))
}
