import { matchPath } from 'react-router-dom'
import { makeRef, type DocRef } from '../../../shared/cms/doc-ref.ts'
import type { SiteSchema } from '../../../shared/cms/schema-model.ts'
import type { ListQuery } from '../../../shared/ipc.ts'
import { readAddress } from '../../data/list-address.ts'
import type { ListPreference } from '../../../shared/lists/list-preference.ts'
import { queryOf, withKept } from '../../../shared/lists/list-state.ts'
import { routePatterns } from '../../../shared/cms/routes.ts'
import { localeOf } from '../../data/locale-of.ts'

/** The first query of a screen. */
export type FirstRead = { list: ListQuery } | { document: DocRef }

/**
 * Returns the first query of an address, or null if there is none. `kept`: the saved list preference; `lastLocale`:
 * the content locale chosen last.
 * @throws URIError where the address is broken
 */
export function firstRead(
  { pathname, searchParams }: URL,
  schema: SiteSchema,
  kept: (slug: string) => ListPreference,
  lastLocale: string | null,
): FirstRead | null {
  const list = matchPath(routePatterns.list, pathname)
  if (list) {
    const collection = schema.collections.find(({ slug }) => slug === list.params.slug)
    if (!collection) return null
    const locale = localeOf(schema.localization, searchParams, lastLocale)
    const state = withKept(readAddress(searchParams), kept(collection.slug))
    return { list: queryOf(collection, state, locale) }
  }
  const global = matchPath(routePatterns.global, pathname)
  if (global) {
    const { slug = '' } = global.params
    return schema.globals.some((one) => one.slug === slug) ? { document: makeRef('global', slug, '') } : null
  }
  const { slug = '', id = '' } = matchPath(routePatterns.document, pathname)?.params ?? {}
  if (id === 'create' || id === schema.folders?.slug || !schema.collections.some((one) => one.slug === slug))
    return null
  return { document: makeRef('collection', slug, decodeURIComponent(id)) }
}
