import { refId, refKey, sameRef, type DocRef } from '../../../shared/cms/doc-ref.ts'
import { pointsAt } from '../../../shared/document/references.ts'
import type { ReadContext } from '../store-context.ts'
import type { StoreApi } from '../store-api.ts'
import { documentsIn, selectRefs } from '../tables/document-rows.ts'
import { WITH_CHANGES } from '../tables/table-list.ts'
import { effectiveData } from './list-index.ts'

/** See StoreApi.referrers. Parses only documents that have edits, or whose stored text contains the id. */
export function referrers(context: ReadContext, target: DocRef): ReturnType<StoreApi['referrers']> {
  const { db, site } = context
  const id = refId(target)
  if (target.kind !== 'collection' || id === '') return []
  const found = [
    ...selectRefs(
      db,
      'SELECT kind, slug, id FROM documents WHERE is_gone = 0 AND instr(data, ?) > 0 ORDER BY kind, slug, id',
      id,
    ),
    ...selectRefs(
      db,
      `SELECT d.kind, d.slug, d.id
       FROM (${documentsIn(WITH_CHANGES)}) u
       JOIN documents d ON d.kind = u.kind AND d.slug = u.slug AND d.id = u.id
       WHERE d.is_gone = 0 ORDER BY d.kind, d.slug, d.id`,
    ),
  ]
  return [...new Map(found.map((ref) => [refKey(ref), ref])).values()].filter((ref) => {
    if (sameRef(ref, target)) return false
    const { fields, types } = site.documentSchema(ref)
    const data = effectiveData(context, ref)
    return data !== null && pointsAt(types, fields, data, { slug: target.slug, id })
  })
}
