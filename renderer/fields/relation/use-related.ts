import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { RelationField } from '../../../shared/cms/schema-model.ts'
import { relatedRef } from '../../../shared/fields/relations.ts'
import { itemsOf } from '../../../shared/fields/value-rules.ts'
import type { ListRow, RefreshResult } from '../../../shared/ipc.ts'
import type { Json } from '../../../shared/json.ts'
import { isTempId } from '../../../shared/cms/doc-ref.ts'
import { galley } from '../../data/bridge.ts'
import type { CollectionRef } from '../../data/document-drawers-context.ts'
import { queryKeys } from '../../data/queries.ts'
import { useCan } from '../../data/schema-context.tsx'
import { useDocumentRows } from '../../data/use-document-rows.ts'
import { useT } from '../../i18n/use-t.ts'

/**
 * State of a referenced document. deleted, denied: by the server; discarded: created here and gone; unknown: not
 * here, and the server has not answered; asking: being read from this computer.
 */
export type RelatedState = 'here' | 'new' | 'asking' | LostState
export type LostState = 'deleted' | 'denied' | 'discarded' | 'unknown'

export type Related = {
  /** Unique among the values of a field. */
  key: string
  value: Json
  ref: CollectionRef
  state: RelatedState
  /** Its title, else a text for its state or that it is untitled; '' while it is being read. */
  title: string
  row: ListRow | null
}

export const relatedKey = (slug: string, id: string) => `${slug}:${id}`

/** Returns the documents that a field's value refers to, in order, without invalid references. */
export function useRelated(field: RelationField, value: Json, locale: string | null): Related[] {
  const { t } = useT()
  const can = useCan()
  const refs = useMemo(
    () =>
      itemsOf(value).flatMap((item) => {
        const ref = relatedRef(field, item)
        return ref === null ? [] : [{ ...ref, value: item }]
      }),
    [field, value],
  )
  const { rowOf, isRead, isAsked } = useDocumentRows(refs, locale)
  const lost = useLost(
    refs.filter(({ slug, id }) => isAsked && rowOf(slug, id) === null && can('collection', slug, 'read')),
  )
  return refs.map(({ slug, id, value: item }) => {
    const mayRead = can('collection', slug, 'read')
    const found = mayRead ? rowOf(slug, id) : null
    const key = relatedKey(slug, id)
    const state: RelatedState =
      found !== null
        ? found.row.isNew
          ? 'new'
          : 'here'
        : !mayRead
          ? 'denied'
          : (lost.get(key) ?? (isRead ? (isTempId(id) ? 'discarded' : 'unknown') : 'asking'))
    const words = isLostState(state) ? t(`galley:relation.${state}`) : ''
    const title = found?.title || words || (found === null ? '' : `[${t('general:untitled')}]`)
    const ref: CollectionRef = { kind: 'collection', slug, id }
    return { key, value: item, ref, state, title, row: found?.row ?? null }
  })
}

/** True if the document cannot be shown: deleted, denied, discarded or unknown. */
export function isLostState(state: RelatedState): state is LostState {
  return state !== 'here' && state !== 'new' && state !== 'asking'
}

/**
 * Asks the server for each document that is missing in its list, since only a request for one tells the
 * reason.
 */
function useLost(refs: readonly { slug: string; id: string }[]): ReadonlyMap<string, 'deleted' | 'denied'> {
  const asked = refs.filter(({ id }) => !isTempId(id))
  const results = useQueries({
    queries: asked.map(({ slug, id }) => ({
      queryKey: queryKeys.refresh('related', slug, id),
      queryFn: () => galley.call('documents.refresh', { ref: { kind: 'collection', slug, id } }),
      gcTime: 60_000,
      // An existing document is asked for again when it is missing next time.
      staleTime: ({ state }: { state: { data?: RefreshResult | undefined } }) =>
        isLoss(state.data) ? Infinity : 0,
    })),
  })
  const lost = new Map<string, 'deleted' | 'denied'>()
  results.forEach(({ data }, at) => {
    const ref = asked[at]
    if (ref === undefined) return
    if (data?.outcome === 'gone') lost.set(relatedKey(ref.slug, ref.id), 'deleted')
    if (data?.outcome === 'denied') lost.set(relatedKey(ref.slug, ref.id), 'denied')
  })
  return lost
}

function isLoss(answer: RefreshResult | undefined): boolean {
  return answer?.outcome === 'gone' || answer?.outcome === 'denied'
}
