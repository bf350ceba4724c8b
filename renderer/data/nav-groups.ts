import type { EntityKind } from '../../shared/cms/permissions.ts'
import type { LocalizedText, SiteSchema } from '../../shared/cms/schema-model.ts'
import { adminRoutes } from '../../shared/cms/routes.ts'

/** A collection or a global (S3.20), as the navigation names it. */
export type NavEntry = {
  slug: string
  type: 'collections' | 'globals'
  label: string
  /** Label of one document of a collection. */
  singular: string
  href: string
  /** Element id of the link: `nav-posts`, `nav-global-header` (S2.19). */
  id: string
}
export type NavGroup = { label: string; entities: NavEntry[] }

type Input = {
  schema: SiteSchema
  isVisible: (kind: EntityKind, slug: string) => boolean
  label: (text: LocalizedText | null) => string
  /** Labels of the default groups: `Collections`, `Globals`. */
  collections: string
  globals: string
}

/**
 * Returns the navigation (S2.17): the default groups first, then one per distinct translated group; without hidden
 * entities and empty groups.
 */
export function navGroups({ schema, isVisible, label, collections, globals }: Input): NavGroup[] {
  const groups = new Map<string, NavEntry[]>([
    [collections, []],
    [globals, []],
  ])
  const add = (group: string, entry: NavEntry) => {
    const entities = groups.get(group)
    if (entities === undefined) groups.set(group, [entry])
    else entities.push(entry)
  }
  for (const one of schema.collections) {
    if (one.hidden || one.group === false || !isVisible('collection', one.slug)) continue
    add(label(one.group) || collections, {
      slug: one.slug,
      type: 'collections',
      label: label(one.labels.plural) || one.slug,
      singular: label(one.labels.singular) || one.slug,
      href: adminRoutes.list(one.slug),
      id: `nav-${one.slug}`,
    })
  }
  for (const one of schema.globals) {
    if (one.hidden || one.group === false || !isVisible('global', one.slug)) continue
    add(label(one.group) || globals, {
      slug: one.slug,
      type: 'globals',
      label: label(one.label) || one.slug,
      singular: label(one.label) || one.slug,
      href: adminRoutes.document({ kind: 'global', slug: one.slug }),
      id: `nav-global-${one.slug}`,
    })
  }
  return [...groups]
    .filter(([, entities]) => entities.length > 0)
    .map(([name, entities]) => ({ label: name, entities }))
}

/**
 * Returns the state of a navigation entry on the current page (S2.20): `exact` is marked and no link,
 * `within` is marked and a link, null is not marked. `/collections/post` is not within `/collections/posts`.
 */
export function navState(pathname: string, href: string): 'exact' | 'within' | null {
  if (pathname === href) return 'exact'
  return href !== '/' && pathname.startsWith(`${href}/`) ? 'within' : null
}
