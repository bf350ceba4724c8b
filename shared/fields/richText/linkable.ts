import type { Collection } from '../../cms/schema-model.ts'

/**
 * The collections that a rich text may refer to: enabled in the editor's feature, visible to the user and
 * allowed by the site; with files for an upload, without for a relationship (S6.05, S6.06). Empty: there is
 * nothing to offer (S6.07).
 */
export function linkableCollections(
  collections: readonly Collection[],
  enabled: readonly string[],
  kind: 'relationship' | 'upload',
): Collection[] {
  return collections.filter(
    ({ slug, hidden, inRichText, upload }) =>
      enabled.includes(slug) && !hidden && inRichText && (upload !== false) === (kind === 'upload'),
  )
}
