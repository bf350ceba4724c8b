import { makeRef, refId } from '../../../shared/cms/doc-ref.ts'
import type { ExportRow, StoreApi } from '../store-api.ts'
import type { ReadContext } from '../store-context.ts'
import { resolveRef } from '../tables/ids.ts'
import { readEntries } from '../tables/outbox-rows.ts'
import { effectiveData, isEdited, isLeaving } from './list-index.ts'
import { readListRow } from './list-rows.ts'

/** See StoreApi.exportRows. */
export function exportRows(
  context: ReadContext,
  { slug, ids, only }: Parameters<StoreApi['exportRows']>[0],
): ExportRow[] {
  return ids.flatMap((askedAs) => {
    const ref = resolveRef(context.db, makeRef('collection', slug, askedAs))
    const id = refId(ref)
    if (only === 'edited' && id === askedAs && !isEdited(context, slug, id)) return []
    const row = readListRow(context.db, slug, id)
    const whole = effectiveData(context, ref)
    const data = whole ?? row?.data
    if (data === undefined) return []
    const status = row?.status ?? (context.site.collection(slug)?.versions?.drafts === true ? 'draft' : null)
    const isWhole = whole !== null
    return [{ id, askedAs, data, status, isWhole, isLeaving: isLeaving(readEntries(context.db, ref)) }]
  })
}
