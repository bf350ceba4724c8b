import { useQueries, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { isTempId, refKey, siteId, type DocRef } from '../../../shared/cms/doc-ref.ts'
import type { SiteSchema } from '../../../shared/cms/schema-model.ts'
import { relationPaths } from '../../../shared/document/references.ts'
import type { ListQuery } from '../../../shared/ipc.ts'
import { galley } from '../../data/bridge.ts'
import type { CollectionRef } from '../../data/document-drawers-context.ts'
import { listOptions, queryKeys, useConnection } from '../../data/queries.ts'
import { useSchema } from '../../data/schema-context.tsx'

export type UsedIn = {
  /** Each document once, grouped by collection. */
  refs: DocRef[]
  /**
   * asking: more may come; asked: the server has answered; here: the server could not be asked, so only this
   * computer's documents are known; local: as here, but there is nothing to ask the server.
   */
  state: 'asking' | 'asked' | 'here' | 'local'
}

const MOST = 100

/** Returns the documents that refer to one: on this computer by fields, texts and edits, on the server by fields. */
export function useUsedIn(of: CollectionRef, locale: string | null): UsedIn {
  const schema = useSchema()
  const isOnline = useConnection()?.status === 'online'
  const here = useQuery({
    queryKey: queryKeys.referrers(of),
    queryFn: () => galley.call('documents.referrers', { ref: of }),
    // Read again on each mount.
    staleTime: 0,
    gcTime: 0,
  })
  const questions = useMemo(() => questionsOf(schema, of, locale), [schema, of, locale])
  const asked = useQueries({
    queries: questions.map((query) => ({
      queryKey: queryKeys.refresh('used-in', query),
      queryFn: () => galley.call('documents.refreshList', query),
      enabled: isOnline,
      staleTime: 0,
      gcTime: 0,
    })),
  })
  const listed = useQueries({ queries: questions.map((query) => listOptions(query)) })

  const found = [
    ...(here.data?.documents ?? []),
    ...listed.flatMap(({ data }) => (data?.rows ?? []).map(({ ref }) => ref)),
  ]
  const refs = [...new Map(found.map((ref) => [refKey(ref), ref])).values()]
    .filter((ref) => refKey(ref) !== refKey(of))
    .toSorted((a, b) => a.slug.localeCompare(b.slug))
  const isAsking = here.isPending || (isOnline && asked.some(({ isFetching }) => isFetching))
  const isAsked = isOnline && asked.every(({ data }) => data?.outcome === 'updated')
  const known = questions.length === 0 ? 'local' : isAsked ? 'asked' : 'here'
  return { refs, state: isAsking ? 'asking' : known }
}

/** Returns a query for each collection with suitable fields. The server does not know an unsent file. */
function questionsOf(schema: SiteSchema, of: CollectionRef, locale: string | null): ListQuery[] {
  const target = schema.collections.find(({ slug }) => slug === of.slug)
  if (target === undefined || isTempId(of.id)) return []
  const value = siteId([target], of)
  return schema.collections.flatMap(({ slug, fields }) => {
    const or = relationPaths(fields, of.slug).map(({ path, polymorphic }) => ({
      and: [{ [path]: { equals: polymorphic ? { relationTo: of.slug, value } : value } }],
    }))
    return or.length === 0
      ? []
      : [{ slug, page: 1, limit: MOST, sort: 'id', search: '', where: { or }, locale, isWhole: true }]
  })
}
