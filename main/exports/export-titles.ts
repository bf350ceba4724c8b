import { makeRef, isTempId } from '../../shared/cms/doc-ref.ts'
import { idList } from '../../shared/cms/where.ts'
import { asStored, documentTitle } from '../../shared/document/title.ts'
import type { FieldTypes } from '../../shared/fields/field-type.ts'
import type { RelatedRef } from '../../shared/cms/doc-ref.ts'
import type { JsonObject } from '../../shared/json.ts'
import { documentFacts, pageUpTo } from '../server/answer-shapes.ts'
import { judgeDone } from '../server/at-once/only-server.ts'
import { baseQuery, collectionPath, queryString, selectOf } from '../server/http/document-query.ts'
import { entityOf, hasDrafts, type SiteContext } from '../server/site-context.ts'

export type Titles = {
  /** Loads the titles of these documents from this computer, or else from the server. */
  learn: (refs: readonly RelatedRef[]) => Promise<void>
  /** The title of a document; null: it is not known, or the user may not read it. */
  of: (slug: string, id: string) => string | null
}

/** Creates the lookup for titles of documents that exported ones refer to. Each title is read once. */
export function exportTitles(
  site: SiteContext,
  types: FieldTypes,
  { locale, isOnline, signal }: { locale: string | null; isOnline: boolean; signal: AbortSignal },
): Titles {
  const known = new Map<string, string | null>()
  const keyOf = (slug: string, id: string): string => `${slug}/${id}`

  function keep(slug: string, id: string, data: JsonObject): void {
    const collection = entityOf(site.schema(), { kind: 'collection', slug })
    if (collection?.kind !== 'collection') return
    const ref = makeRef('collection', slug, id)
    const fallbacks = site.schema()?.localization?.locales.find(({ code }) => code === locale)?.fallbacks
    const title = documentTitle(types, {
      collection,
      data,
      locale,
      ref,
      untitled: id,
      words: asStored,
      ...(fallbacks && { fallbacks }),
    })
    known.set(keyOf(slug, id), title)
  }

  async function ask(slug: string, ids: string[]): Promise<void> {
    const collection = entityOf(site.schema(), { kind: 'collection', slug })
    if (collection?.kind !== 'collection') return
    const answer = await site.client.request({
      method: 'GET',
      path:
        collectionPath(slug) +
        queryString({
          ...baseQuery(site.schema(), hasDrafts(collection)),
          limit: ids.length,
          pagination: 'false',
          where: { id: { in: idList(ids) } },
          select: selectOf(['id', collection.useAsTitle]),
        }),
      signal,
    })
    const judged = await judgeDone(site, answer, pageUpTo(ids.length))
    if (!judged.ok) return
    for (const doc of judged.value.docs) {
      const { id } = documentFacts(doc)
      if (id !== null) keep(slug, id, doc)
    }
  }

  return {
    async learn(refs) {
      const missing = new Map<string, Set<string>>()
      for (const { slug, id } of refs) {
        if (known.has(keyOf(slug, id))) continue
        known.set(keyOf(slug, id), null)
        missing.set(slug, (missing.get(slug) ?? new Set()).add(id))
      }
      for (const [slug, ids] of missing) {
        const here = await site.store.exportRows({ slug, ids: [...ids], only: 'all' })
        for (const { askedAs, data } of here) keep(slug, askedAs, data)
        const rest = [...ids].filter((id) => known.get(keyOf(slug, id)) === null && !isTempId(id))
        if (isOnline && rest.length > 0) await ask(slug, rest)
      }
    },
    of: (slug, id) => known.get(keyOf(slug, id)) ?? null,
  }
}
