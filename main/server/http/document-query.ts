import { stringify } from 'qs-esm'
import { refId, type DocRef } from '../../../shared/cms/doc-ref.ts'
import { pathSegment } from '../../../shared/cms/addresses.ts'
import type { SiteSchema } from '../../../shared/cms/schema-model.ts'
import type { Json } from '../../../shared/json.ts'

/**
 * A query in Payload's format: brackets for nesting, indexes for lists; '' if empty. The filter comes last, as
 * Payload silently ignores parameters after the first 1,000.
 */
export function queryString({ where = null, ...query }: { [key: string]: Json }): string {
  return stringify({ ...query, where }, { addQueryPrefix: true, skipNulls: true })
}

/** The path of a document or global below the API root. */
export function documentPath(ref: DocRef): string {
  return ref.kind === 'global'
    ? `/globals/${pathSegment(ref.slug)}`
    : `/${pathSegment(ref.slug)}/${pathSegment(refId(ref))}`
}

export function collectionPath(slug: string): string {
  return `/${pathSegment(slug)}`
}

/**
 * The parameters by which an answer can be a base: whole, all locales, without resolved relations and without
 * fallback values, which would be written back as content.
 */
export function baseQuery(schema: SiteSchema | null, drafts: boolean): { [key: string]: Json } {
  return {
    depth: 0,
    ...(drafts ? { draft: 'true' } : {}),
    ...(schema?.localization ? { locale: 'all', 'fallback-locale': 'none' } : {}),
  }
}

export function selectOf(names: Iterable<string>): { [key: string]: Json } {
  return Object.fromEntries([...names].map((name) => [name, 'true']))
}
