import * as v from 'valibot'
import type { CallInput, CallOutput } from '../../../shared/ipc.ts'
import { fieldTypes } from '../../../shared/fields/registry.ts'
import { addCounts, groupFields, type GroupCount } from '../../../shared/lists/group-by.ts'
import { queryString } from '../http/document-query.ts'
import { entityOf, type SiteContext } from '../site-context.ts'
import { listWhere, resolved } from './read-lists.ts'

const answerShape = v.looseObject({
  groups: v.array(v.object({ key: v.nullable(v.string()), count: v.number() })),
})

/** Timeout of a count; long, since the server may have many documents to count. */
const PATIENCE_MS = 60_000

/**
 * Counts the documents of a list by the value of a field, locally or (`from` server) by the companion, plus
 * documents made on this computer. Null: not possible.
 */
export async function listGroups(
  site: SiteContext,
  { query, path, from }: CallInput<'documents.groups'>,
): Promise<CallOutput<'documents.groups'>> {
  const collection = entityOf(site.schema(), { kind: 'collection', slug: query.slug })
  if (collection?.kind !== 'collection') return { groups: null }
  const field = groupFields(fieldTypes, collection).find((one) => one.path === path)
  if (field === undefined) return { groups: null }
  const { fresh, here } = await site.store.groups({ query: { ...query, page: 1, limit: 1 }, path })
  if (from === 'computer') return { groups: addCounts(fresh, here) }
  const { there } = await resolved(site, query)
  const { locale } = query
  const answer = await site.client.request({
    method: 'POST',
    path: `/desktop/groups${queryString(locale === null ? {} : { locale, 'fallback-locale': 'none' })}`,
    body: {
      collection: query.slug,
      path,
      where: listWhere(collection, there),
      timeZone: field.kind === 'month' ? Intl.DateTimeFormat().resolvedOptions().timeZone : null,
    },
    timeoutMs: PATIENCE_MS,
  })
  const parsed =
    answer.kind === 'http' && answer.status === 200 ? v.safeParse(answerShape, answer.json) : null
  if (!parsed?.success) return { groups: null }
  const told = parsed.output.groups.map(
    // The server has no value for a checkbox that was never set.
    (one): GroupCount =>
      field.field.type === 'checkbox' && one.key === null ? { ...one, key: 'false' } : one,
  )
  return { groups: addCounts(fresh, told) }
}
