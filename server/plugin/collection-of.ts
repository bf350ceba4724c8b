import type { Collection, Payload } from 'payload'

/** The collection that somebody names; none by what each object has, like `constructor`. */
export function collectionOf(
  { collections }: Pick<Payload, 'collections'>,
  slug: string | undefined,
): Collection | undefined {
  return slug !== undefined && Object.hasOwn(collections, slug) ? collections[slug] : undefined
}
