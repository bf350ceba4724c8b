import type { DocRef } from '../../shared/cms/doc-ref.ts'
import { siteId } from '../../shared/cms/site-id.ts'
import type { SiteContext } from './site-context.ts'

type Site = Pick<SiteContext, 'schema'>

/** The document as a value of Payload's relations. */
export function documentRelation(
  site: Site,
  ref: { slug: string; id: string },
): { relationTo: string; value: string | number } {
  return { relationTo: ref.slug, value: siteId(site.schema()?.collections ?? [], ref) }
}

/** The parameters that name a document or global to the companion. */
export function documentTarget(site: Site, ref: DocRef): Record<string, string | number> {
  return ref.kind === 'global' ? { global: ref.slug } : documentRelation(site, ref)
}
