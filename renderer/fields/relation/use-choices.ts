import { useTitleOf } from '../../data/use-titles.ts'
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
import { relatedKey } from './use-related.ts'

/** Milliseconds without a key before the server is asked; this computer is asked on each key. */
const QUIET_MS = 250

/** A document to choose. */
export type Choice = { key: string; ref: CollectionRef; title: string; row: ListRow; collection: Collection }

export type ChoiceQuestion = {
  field: RelationField
  /** Filters by collection of the server's functions; null: none. */
  filters: JsonObject | null
  locale: string | null
  search: string
  /** Another filter; null: none. */
  where?: JsonObject | null
  /** Collection to search; null: all of the field. */
  slug?: string | null
  /** Returns the pages of a collection; by default the first. */
  pagesOf?: (slug: string) => readonly number[]
  limit?: number
  /** True while the options are shown. */
  isOpen: boolean
}

export type Choices = {
  choices: Choice[]
  /** Number of matches, as far as known; `longest`: that of the largest collection. */
  total: number
  longest: number
  /** Collections that have a page after the last requested one, which has arrived. */
  continued: ReadonlySet<string>
  /** True until this computer has answered for the first page. */
  isPending: boolean
  /** True while the server is being asked. */
  isAsking: boolean
  online: boolean
}

/** Returns the field's collections that the user may see. */
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
 * Returns the documents that match the typed text, from this computer at once, then with those of the server, which
 * do not reorder the shown ones.
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
      // The previous matches stay until the next answer, a frame or two later.
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
    // The total may count documents that only the server has: an empty page is the end of those here.
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

/** Keeps the order of the matches of one question. */
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

/** Groups matches by collection, without reordering a group. */
function byCollection(a: Choice, b: Choice): number {
  return a.collection.slug === b.collection.slug ? 0 : a.collection.slug < b.collection.slug ? -1 : 1
}

/**
 * Returns the filter of the documents that a field takes in a collection, narrowed by `where`; `filters`: those of
 * the server's functions, by collection.
 */
export function filterFor(
  field: RelationField,
  slug: string,
  filters: JsonObject | null,
  where: JsonObject | null = null,
): JsonObject | null {
  // The result of the site's function replaces the config: it is the same rule, evaluated.
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

/** Returns the text once it has not changed for a moment. */
function useQuiet(text: string): string {
  const [quiet, setQuiet] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setQuiet(text), QUIET_MS)
    return () => clearTimeout(timer)
  }, [text])
  return quiet
}

/**
 * Returns the newer list in the order of the older one, with new items at the end: a late answer moves no
 * item that the user may be about to press.
 */
export function inSteadyOrder<T>(before: readonly T[], next: readonly T[], keyOf: (item: T) => string): T[] {
  const byKey = new Map(next.map((item) => [keyOf(item), item]))
  const kept = before.flatMap((item) => byKey.get(keyOf(item)) ?? [])
  const known = new Set(kept.map(keyOf))
  return [...kept, ...next.filter((item) => !known.has(keyOf(item)))]
}
