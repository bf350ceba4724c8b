import { useTitleOf } from '../../data/use-title-of.ts'
import { keepPreviousData, useQueries } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import type { Collection, RelationField } from '../../../shared/cms/schema-model.ts'
import { whereOf } from '../../../shared/cms/where-of.ts'
import { narrowed } from '../../../shared/lists/base-filter.ts'
import type { ListQuery, ListRow } from '../../../shared/ipc.ts'
import { own, type JsonObject } from '../../../shared/json.ts'
import { galley } from '../../data/bridge.ts'
import type { CollectionRef } from '../../data/document-drawers-context.ts'
import { listOptions, queryKeys, useConnection } from '../../data/queries.ts'
import { useCan, useSchema } from '../../data/schema-context.tsx'
import { inSteadyOrder } from './steady.ts'
import { relatedKey } from './use-related.ts'

/** Milliseconds of quiet after a key until the server is asked; this computer is asked at each key. */
const QUIET_MS = 250

/** A document that may be chosen. */
export type Choice = { key: string; ref: CollectionRef; title: string; row: ListRow; collection: Collection }

export type ChoiceQuestion = {
  field: RelationField
  /** Filters by collection that the server's functions gave; null: none. */
  filters: JsonObject | null
  locale: string | null
  search: string
  /** What else they have to fulfil; null: nothing. */
  where?: JsonObject | null
  /** Only documents of this collection; null: of all that the field may point at. */
  slug?: string | null
  /** Which pages of a collection; the first by default. */
  pagesOf?: (slug: string) => readonly number[]
  limit?: number
  /** Somebody looks at the choices. */
  isOpen: boolean
}

export type Choices = {
  choices: Choice[]
  /** As many as match, as far as is known; `longest`: in the collection that has most. */
  total: number
  longest: number
  /** Collections that have a page after those that were asked for, all of which are here. */
  continued: ReadonlySet<string>
  /** This computer has not answered about the first of the pages yet. */
  isPending: boolean
  /** The server is being asked. */
  isAsking: boolean
  online: boolean
}

/** The collections of a field whose documents the user may see. */
export function useTargets(field: RelationField): Collection[] {
  const schema = useSchema()
  const can = useCan()
  return useMemo(
    () =>
      field.relationTo.flatMap((slug) => {
        const found = schema.collections.find((one) => one.slug === slug)
        return found !== undefined && can('collection', slug, 'read') ? [found] : []
      }),
    [schema, can, field],
  )
}

/**
 * The documents that match what is typed, from this computer at once, then with what the server knows besides. The
 * answer of the server changes the order of nothing that is shown.
 */
export function useChoices(question: ChoiceQuestion): Choices {
  const { field, filters, locale, search, where = null, slug = null } = question
  const { pagesOf = firstPage, limit = 20, isOpen } = question
  const titleOf = useTitleOf()
  const online = useConnection()?.status === 'online'
  const targets = useTargets(field)
  const queries = targets
    .filter((one) => slug === null || one.slug === slug)
    .flatMap((collection) =>
      pagesOf(collection.slug).map((page, index) => ({
        collection,
        isFirst: index === 0,
        query: queryFor(field, collection, filters, { locale, search, where, page, limit }),
      })),
    )
  const quiet = useQuiet(search)
  const results = useQueries({
    queries: queries.map(({ query }) => ({
      ...listOptions(query),
      enabled: isOpen,
      // Until the next answer is here what was found before stays; it comes within a frame or two.
      placeholderData: keepPreviousData,
    })),
  })
  const asked = useQueries({
    queries: queries.map(({ query }) => ({
      queryKey: queryKeys.refresh('choices', query),
      queryFn: () => galley.call('documents.refreshList', query),
      enabled: isOpen && online && quiet === search,
      staleTime: 10_000,
      gcTime: 60_000,
    })),
  })
  const known = new Set<string>()
  const found = queries.flatMap(({ collection }, at): Choice[] =>
    (results[at]?.data?.rows ?? []).flatMap((row): Choice[] => {
      const { ref, data } = row
      if (ref.kind !== 'collection' || ref.slug !== collection.slug) return []
      const key = relatedKey(ref.slug, ref.id)
      // A page of the server and the next one of this computer may share a document.
      if (known.has(key)) return []
      known.add(key)
      return [{ key, ref, title: titleOf(collection, { ref, data }, locale), row, collection }]
    }),
  )
  const isMissing = (at: number) => results[at]?.isPending === true || results[at]?.isPlaceholderData === true
  const isPending = isOpen && queries.some(({ isFirst }, at) => isFirst && isMissing(at))
  const totals = queries.map(({ isFirst }, at) => (isFirst ? (results[at]?.data?.totalDocs ?? 0) : 0))
  const continued = queries.flatMap(({ collection, query }, at) => {
    const isLast = queries[at + 1]?.collection !== collection
    const isAnswered = !isMissing(at) && asked[at]?.isFetching !== true
    const { totalDocs = 0, rows = [] } = results[at]?.data ?? {}
    // The server may have more than this computer, which has given all that it has then.
    return isLast && isAnswered && rows.length > 0 && totalDocs > query.page * limit ? [collection.slug] : []
  })
  const firstPages = queries.filter(({ isFirst }) => isFirst).map(({ query }) => query.page)
  return {
    choices: useSteady(found, JSON.stringify([slug, search, where, firstPages]), isPending),
    continued: new Set(continued),
    total: totals.reduce((sum, total) => sum + total, 0),
    longest: Math.max(0, ...totals),
    isPending,
    isAsking: asked.some(({ isFetching }) => isFetching),
    online,
  }
}

const firstPage = (): readonly number[] => [1]

/** What is found for one question keeps its order as long as that is the question. */
function useSteady(found: Choice[], question: string, isPending: boolean): Choice[] {
  const [shown, setShown] = useState<{ question: string; choices: Choice[] }>({ question, choices: found })
  const before = shown.question === question ? shown.choices : []
  const next = inSteadyOrder(before, found, ({ key }) => key).toSorted(byCollection)
  const isSame =
    shown.question === question &&
    next.length === shown.choices.length &&
    next.every((one, at) => one.row === shown.choices[at]?.row && one.title === shown.choices[at].title)
  if (!isSame && !isPending) setShown({ question, choices: next })
  return isPending ? found : next
}

/** A collection stays together; the order within it is as it was. */
function byCollection(a: Choice, b: Choice): number {
  return a.collection.slug === b.collection.slug ? 0 : a.collection.slug < b.collection.slug ? -1 : 1
}

/** Which documents of a collection a field takes, of those that fulfil `where`; `filters`: what the server's functions gave, by collection. */
export function filterFor(
  field: RelationField,
  slug: string,
  filters: JsonObject | null,
  where: JsonObject | null = null,
): JsonObject | null {
  // What the server's function says counts for what the config says: it is the same rule, worked out.
  const filter = (filters === null ? undefined : own(filters, slug)) ?? field.filterOptions
  const allowed = whereOf(filter ?? undefined)
  return where === null ? allowed : narrowed(where, allowed)
}

function queryFor(
  field: RelationField,
  collection: Collection,
  filters: JsonObject | null,
  rest: Pick<ListQuery, 'locale' | 'search' | 'where' | 'page' | 'limit'>,
): ListQuery {
  const { slug } = collection
  return {
    ...rest,
    slug,
    sort: field.sortOptions[slug] ?? collection.defaultSort ?? collection.useAsTitle,
    where: filterFor(field, slug, filters, rest.where),
  }
}

/** The text as it was when it had been quiet for a moment. */
function useQuiet(text: string): string {
  const [quiet, setQuiet] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setQuiet(text), QUIET_MS)
    return () => clearTimeout(timer)
  }, [text])
  return quiet
}
