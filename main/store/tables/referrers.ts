import { refId, sameRef, type DocRef } from '../../../shared/cms/doc-ref.ts'
import { pointsAt } from '../../../shared/document/points-at.ts'
import { parseJson, all } from './sql.ts'
import { isPlainJson } from '../../../shared/json.ts'
import type { ReadContext } from '../store-context.ts'
import type { StoreApi } from '../store-api.ts'

/** See StoreApi.countReferrers. Only documents whose text has the id in it are taken apart. */
export function countReferrers(
  { db, site }: ReadContext,
  target: DocRef,
): ReturnType<StoreApi['countReferrers']> {
  const id = refId(target)
  if (target.kind !== 'collection' || id === '') return 0
  const rows = all<{ kind: 'collection' | 'global'; slug: string; id: string; data: string }>(
    db,
    'SELECT kind, slug, id, data FROM documents WHERE is_gone = 0 AND instr(data, ?) > 0',
    id,
  )
  return rows.filter((row) => {
    const ref: DocRef =
      row.kind === 'global'
        ? { kind: 'global', slug: row.slug }
        : { kind: 'collection', slug: row.slug, id: row.id }
    if (sameRef(ref, target)) return false
    const { fields, types } = site.documentSchema(ref)
    const data = parseJson(row.data)
    return isPlainJson(data) && pointsAt(types, fields, data, { slug: target.slug, id })
  }).length
}
