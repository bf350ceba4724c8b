import { isTempId } from './doc-ref.ts'
import type { Collection } from './schema-model.ts'

/** An id as the site has it, which may be a number; a temporary id is a text everywhere. */
export function siteId(
  collections: readonly Pick<Collection, 'slug' | 'idType'>[],
  { slug, id }: { slug: string; id: string },
): string | number {
  const isNumber = collections.find((one) => one.slug === slug)?.idType === 'number'
  return isNumber && !isTempId(id) ? Number(id) : id
}
