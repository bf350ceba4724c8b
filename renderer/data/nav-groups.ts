import type { EntityKind } from '../../shared/cms/permissions.ts'
import type { LocalizedText, SiteSchema } from '../../shared/cms/schema-model.ts'
import { adminRoutes } from '../../shared/cms/routes.ts'

export type NavEntry = {
  kind: EntityKind
  slug: string
  label: string
  /** What one document of a collection is called. */
  singular: string
  href: string
  /** `nav-posts`, `nav-global-header` (S2.19). */
  id: string
}
export type NavGroup = { label: string; entries: NavEntry[] }

type Input = {
  schema: SiteSchema
  isVisible: (kind: EntityKind, slug: string) => boolean
  label: (text: LocalizedText | null) => string
  /** Names of the default groups: `Collections`, `Globals`. */
  collections: string
  globals: string
}

/**
 * The navigation (S2.17): the default groups first, then one per distinct translated group; without what the user
 * cannot see and without empty groups.
 */
export function navGroups({ schema, isVisible, label, collections, globals }: Input): NavGroup[] {
  const groups = new Map<string, NavEntry[]>([
    [collections, []],
    [globals, []],
  ])
  const add = (group: string, entry: NavEntry) => {
    const entries = groups.get(group)
    if (entries === undefined) groups.set(group, [entry])
    else entries.push(entry)
  }
  for (const one of schema.collections) {
    if (one.hidden || !isVisible('collection', one.slug)) continue
    add(label(one.group) || collections, {
      kind: 'collection',
      slug: one.slug,
      label: label(one.labels.plural) || one.slug,
      singular: label(one.labels.singular) || one.slug,
      href: adminRoutes.list(one.slug),
      id: `nav-${one.slug}`,
    })
  }
  for (const one of schema.globals) {
    if (one.hidden || !isVisible('global', one.slug)) continue
    add(label(one.group) || globals, {
      kind: 'global',
      slug: one.slug,
      label: label(one.label) || one.slug,
      singular: label(one.label) || one.slug,
      href: adminRoutes.document({ kind: 'global', slug: one.slug }),
      id: `nav-global-${one.slug}`,
    })
  }
  return [...groups]
    .filter(([, entries]) => entries.length > 0)
    .map(([name, entries]) => ({ label: name, entries }))
}
