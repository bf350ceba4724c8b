import { useQueries } from '@tanstack/react-query'
import { firstLocale } from '../../shared/cms/locales.ts'
import type { Collection } from '../../shared/cms/schema-model.ts'
import { countQuery } from '../data/list-address.ts'
import { listOptions } from '../data/queries.ts'
import { useSchema } from '../data/schema-context.tsx'
import { isWholeHere } from '../data/use-list.ts'
import { useNavGroups } from '../data/use-nav-groups.ts'

const NONE: readonly Collection[] = []

/** Slugs of the listed collections of which some documents may be on the server only. `enabled` false: none. */
export function usePartlyHere(enabled: boolean): ReadonlySet<string> {
  const { collections, localization } = useSchema()
  const listed = new Set(useNavGroups().flatMap(({ entities }) => entities.map(({ slug }) => slug)))
  const asked = enabled ? collections.filter(({ slug }) => listed.has(slug)) : NONE
  const pages = useQueries({
    queries: asked.map((collection) => listOptions(countQuery(collection, firstLocale(localization)))),
  })
  return new Set(
    asked.flatMap(({ slug }, index) => {
      const page = pages[index]?.data
      return page === undefined || isWholeHere(page) ? [] : [slug]
    }),
  )
}
