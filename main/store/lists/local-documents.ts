import { refId, refKey, sameRef, type DocRef } from '../../../shared/cms/doc-ref.ts'
import { pointsAt } from '../../../shared/document/references.ts'
import type { LocalIds } from '../../../shared/lists/local-rules.ts'
import type { StoreApi } from '../store-api.ts'
import type { ReadContext } from '../store-context.ts'
import { documentsIn, idsIn, selectRefs } from '../tables/document-rows.ts'
import { all, type Db } from '../tables/sql.ts'
import { UNSENT, WITH_CHANGES } from '../tables/table-list.ts'
import { effectiveData } from './list-index.ts'

/** The companion's limit for one installation. */
const AT_MOST = 200

/** See StoreApi.unsentDocuments. Uses an index, so that no edit is read. */
export function unsentDocuments(db: Db): DocRef[] {
  return selectRefs(
    db,
    `SELECT d.kind, d.slug, d.id
     FROM (${documentsIn(WITH_CHANGES)}) u
     JOIN documents d ON d.kind = u.kind AND d.slug = u.slug AND d.id = u.id
     WHERE d.is_new = 0 AND d.is_gone = 0
     ORDER BY d.kind, d.slug, d.id LIMIT ${AT_MOST}`,
  )
}

/** See StoreApi.localIds. */
export function localIds(db: Db, slug: string): LocalIds {
  const conflicts = all<{ id: string }>(
    db,
    `SELECT DISTINCT id FROM outbox
     WHERE kind = 'collection' AND slug = ? AND state = 'parked' AND problem_code = 'conflict' ORDER BY id`,
    slug,
  )
  return { '@unsent': idsIn(db, UNSENT, slug), '@conflict': conflicts.map(({ id }) => id) }
}

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
