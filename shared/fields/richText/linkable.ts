import type { Collection } from '../../cms/schema-model.ts'

/**
 * The collections that a relationship or an upload of a rich text may be chosen from: those of the editor's feature
 * that the user sees and the site lets rich text point at; with files for an upload, without for a relationship
 * (S6.05, S6.06). None: there is nothing to offer (S6.07).
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
