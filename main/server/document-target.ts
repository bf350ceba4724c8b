import type { DocRef } from '../../shared/cms/doc-ref.ts'
import { siteId } from '../../shared/cms/site-id.ts'
import type { SiteContext } from './site-context.ts'

type Site = Pick<SiteContext, 'schema'>

/** A document as relations of Payload name it. */
export function documentRelation(
  site: Site,
  ref: { slug: string; id: string },
): { relationTo: string; value: string | number } {
  return { relationTo: ref.slug, value: siteId(site.schema()?.collections ?? [], ref) }
}

/** What the companion takes as the name of a document, or of a global. */
export function documentTarget(site: Site, ref: DocRef): Record<string, string | number> {
  return ref.kind === 'global' ? { global: ref.slug } : documentRelation(site, ref)
}
