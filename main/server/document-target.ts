import type { DocRef } from '../../shared/cms/doc-ref.ts'
import type { SiteContext } from './site-context.ts'

type Site = Pick<SiteContext, 'schema'>

/** An id as the site has it, which may be a number. */
export function siteId(site: Site, { slug, id }: { slug: string; id: string }): string | number {
  const collection = site.schema()?.collections.find((one) => one.slug === slug)
  return collection?.idType === 'number' ? Number(id) : id
}

/** A document as relations of Payload name it. */
export function documentRelation(
  site: Site,
  ref: { slug: string; id: string },
): { relationTo: string; value: string | number } {
  return { relationTo: ref.slug, value: siteId(site, ref) }
}

/** What the companion takes as the name of a document, or of a global. */
export function documentTarget(site: Site, ref: DocRef): Record<string, string | number> {
  return ref.kind === 'global' ? { global: ref.slug } : documentRelation(site, ref)
}
