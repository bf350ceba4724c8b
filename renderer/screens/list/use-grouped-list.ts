import { useQueries, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useEffect, useCallback, useMemo, useState } from 'react'
import { refKey } from '../../../shared/cms/doc-ref.ts'
import type { CallInput, ListPage, ListQuery, ListRow } from '../../../shared/ipc.ts'
import type { JsonObject } from '../../../shared/json.ts'
import type { RelatedRef } from '../../../shared/cms/doc-ref.ts'
import { groupRules, whereOfGroup, type GroupCount, type GroupField } from '../../../shared/lists/group-by.ts'
import { galley } from '../../data/bridge.ts'
import { listOptions, queryKeys, useConnection } from '../../data/queries.ts'
import { useDocumentTitles, type TitleOf } from '../../data/use-document-rows.ts'
import type { GroupHead } from '../../fields/document-table/group-rows.tsx'
import { filterFieldLabel } from '../../fields/filter/filter-words.ts'
import { useT, type UseT } from '../../i18n/use-t.ts'
import { storedStatusWord } from '../../ui/status-dot/status-words.ts'
import { countGroups } from './count-groups.ts'

export type GroupedList = {
  rows: ListRow[]
  heads: GroupHead[]
  toggle: (key: string | null) => void
  /** True if the server has counted; otherwise the counts are this computer's. */
  isCounted: boolean
}

/** Groups are open at first if there are no more than this. */
const OPEN_AT_FIRST = 8

/**
 * Returns the groups of a list by a field, and the rows of open ones; null: not grouped. `where`: the filter as in
 * the address, with relative dates.
 */
export function useGroupedList(
  query: ListQuery,
  where: JsonObject | null,
  field: GroupField | null,
  isBackwards: boolean,
): GroupedList | null {
  const words = useT()
  const isOnline = useConnection()?.status === 'online'
  const counts = useGroupCounts(query, field, isOnline)
  const refs = useMemo(() => refsOf(field, counts.groups ?? []), [field, counts.groups])
  const titleOf = useDocumentTitles(refs, query.locale)
  const [toggled, setToggled] = useState<{ path: string; byKey: ReadonlyMap<string | null, boolean> } | null>(
    null,
  )
  const byKey = toggled !== null && toggled.path === field?.path ? toggled.byKey : NOTHING_TOGGLED

  const groups = useMemo(() => {
    if (field === null) return []
    const found = (counts.groups ?? []).filter(({ count }) => count > 0)
    const sorted = inOrder(field, found, (key) => groupLabel(field, key, titleOf, words), words)
    const shown = isBackwards ? sorted.toReversed() : sorted
    return shown.map(({ key, label, count }) => ({
      key,
      label,
      count,
      isOpen: byKey.get(key) ?? shown.length <= OPEN_AT_FIRST,
      query: { ...query, page: 1, where: whereOfGroup(query.where, groupRules(field, key)) },
      where: whereOfGroup(where, groupRules(field, key)),
    }))
  }, [field, counts.groups, titleOf, words, isBackwards, byKey, query, where])
  const open = useMemo(() => groups.filter(({ isOpen }) => isOpen).map((group) => group.query), [groups])
  const pages = useQueries({
    queries: open.map((one) => listOptions(one)),
    combine: useCallback((results: UseQueryResult<ListPage>[]) => results.map(({ data }) => data), []),
  })
  useQueries({
    queries: open.map((one) => ({
      queryKey: queryKeys.refresh('list', one),
      queryFn: () => galley.call('documents.refreshList', one),
      enabled: isOnline,
      staleTime: 0,
      gcTime: 0,
    })),
  })

  return useMemo(() => {
    if (field === null) return null
    const rows: ListRow[] = []
    const seen = new Set<string>()
    const heads = groups.map(({ query: asked, ...group }): GroupHead => {
      const at = rows.length
      for (const row of pages[open.indexOf(asked)]?.rows ?? []) {
        // A document edited here may be on another group's page, too, until the server is asked again.
        if (!seen.has(refKey(row.ref))) rows.push(row)
        seen.add(refKey(row.ref))
      }
      return { ...group, at, shown: rows.length - at }
    })
    return {
      rows,
      heads,
      isCounted: counts.isCounted,
      toggle: (key) => {
        const isOpen = heads.find((head) => head.key === key)?.isOpen ?? false
        setToggled({ path: field.path, byKey: new Map([...byKey, [key, !isOpen]]) })
      },
    }
  }, [field, groups, pages, open, counts.isCounted, byKey])
}

const NOTHING_TOGGLED: ReadonlyMap<string | null, boolean> = new Map()

/** Returns the counts of groups: this computer's at once, then the server's. */
export function useGroupCounts(
  { slug, sort, search, where, locale }: ListQuery,
  field: GroupField | null,
  isOnline: boolean,
): { groups: GroupCount[] | null; isCounted: boolean } {
  const input = (from: 'computer' | 'server'): CallInput<'documents.groups'> => ({
    query: { slug, sort, search, where, locale },
    path: field?.path ?? '',
    from,
  })
  const here = useQuery({
    queryKey: [...queryKeys.lists(slug), 'groups', input('computer')],
    queryFn: () => galley.call('documents.groups', input('computer')),
    enabled: field !== null,
  })
  const now = JSON.stringify(here.data)
  const there = useQuery({
    queryKey: queryKeys.refresh('groups', input('server')),
    queryFn: async ({ signal }) => ({ ...(await countGroups(input('server'), signal)), over: now }),
    enabled: field !== null && isOnline && here.data !== undefined,
    staleTime: 0,
    gcTime: 0,
  })
  // A local change since a count began starts a new one; the old result stays until then.
  const { isFetching, refetch } = there
  const isDue = there.data !== undefined && there.data.over !== now
  useEffect(() => {
    if (isDue && isOnline && !isFetching) void refetch()
  }, [isDue, isOnline, isFetching, refetch])
  const told = isOnline ? (there.data?.groups ?? null) : null
  return { groups: told ?? here.data?.groups ?? null, isCounted: told !== null }
}

function refsOf(field: GroupField | null, groups: readonly GroupCount[]): RelatedRef[] {
  if (field?.kind !== 'document' || !('relationTo' in field.field)) return []
  const [slug] = field.field.relationTo
  if (slug === undefined) return []
  return groups.flatMap(({ key }) => (key === null ? [] : [{ slug, id: key }]))
}

function groupLabel(field: GroupField, key: string | null, titleOf: TitleOf, words: UseT): string {
  const { t, label, formatDate } = words
  const name = filterFieldLabel(field, words)
  if (key === null) return t('general:noLabel', { label: name })
  if (field.field.type === 'checkbox')
    return t('galley:list.groups.tick', {
      label: name,
      value: t(key === 'true' ? 'general:true' : 'general:false'),
    })
  if (field.kind === 'month') {
    const [year = 0, month = 1] = key.split('-').map(Number)
    return formatDate(new Date(year, month - 1, 15).toISOString(), { parts: 'month' })
  }
  if (field.path === '_status') return storedStatusWord(key, t)
  if (field.kind === 'document' && 'relationTo' in field.field)
    return titleOf(field.field.relationTo[0] ?? '', key) ?? t('galley:list.id', { id: key })
  const option = 'options' in field.field ? field.field.options.find(({ value }) => value === key) : undefined
  return option === undefined ? key : label(option.label)
}

type Labelled = GroupCount & { label: string }

/**
 * Sorts groups: options in the site's order, months newest first, documents by title; documents without a value last.
 */
function inOrder(
  field: GroupField,
  groups: readonly GroupCount[],
  labelOf: (key: string | null) => string,
  { tag }: UseT,
): Labelled[] {
  const options = 'options' in field.field ? field.field.options.map(({ value }) => value) : ['true', 'false']
  const rank = (key: string): number => {
    const at = options.indexOf(key)
    return at < 0 ? options.length : at
  }
  const compare = (a: Labelled, b: Labelled): number => {
    if (a.key === null || b.key === null) return Number(a.key === null) - Number(b.key === null)
    if (field.kind === 'month') return a.key < b.key ? 1 : -1
    if (field.kind === 'document') return a.label.localeCompare(b.label, tag)
    return rank(a.key) - rank(b.key)
  }
  return groups.map((group) => ({ ...group, label: labelOf(group.key) })).toSorted(compare)
}
