import type { DocRef } from '../../../shared/cms/doc-ref.ts'
import { removeBase as removeFromRecord } from '../../../shared/sync/record/gone.ts'
import type { RecordBase } from '../../../shared/sync/record/document-record.ts'
import { takeBase } from '../../../shared/sync/record/take-base.ts'
import { forgetDocument, readFacts } from '../tables/documents.ts'
import { keepReplaced } from './gone.ts'
import { hasMove } from '../tables/moves.ts'
import { resolveRef } from '../tables/ids.ts'
import { removeFromPages } from '../lists/list-pages.ts'
import { readRecord, recordSite, saveRecord } from '../record.ts'
import type { BaseInput, StoreApi } from '../store-api.ts'
import type { StoreContext } from '../store-context.ts'

/** See StoreApi.putBase. */
export function putBase(context: StoreContext, input: BaseInput): 'updated' | 'unchanged' | 'busy' {
  const ref = resolveRef(context.db, input.ref)
  const known = readRecord(context, ref)
  const { record, result, replaced, ...rest } = takeBase(known, { ...input, ref }, recordSite(context, ref))
  if (replaced !== null) keepReplaced(context, replaced)
  const before = replaced === null ? known : { base: null, entries: [], draft: null }
  if (record !== null) saveRecord(context, before, record, rest)
  return result
}

/** See StoreApi.removeBase. */
export function removeBase(context: StoreContext, input: DocRef): void {
  const ref = resolveRef(context.db, input)
  if (ref.kind === 'collection') removeFromPages(context.db, ref.slug, ref.id)
  const known = readRecord(context, ref)
  if (known.base === null && known.entries.length === 0 && known.draft === null && !hasMove(context.db, ref))
    return forgetDocument(context, ref)
  // Unsent edits outlive their base, if they came out of a copy of the database (F87).
  const base = known.base ?? nothingKnown(context, ref)
  saveRecord(context, known, removeFromRecord({ ...known, base }))
}

const nothingKnown = ({ now }: StoreContext, ref: DocRef): RecordBase => ({
  ref,
  data: {},
  updatedAt: null,
  status: null,
  hasPublished: null,
  isNew: false,
  isGone: false,
  fetchedAt: now(),
  adjusted: [],
})

/** See StoreApi.staleBases. */
export function staleBases(
  { db }: StoreContext,
  { slug, rows }: Parameters<StoreApi['staleBases']>[0],
): ReturnType<StoreApi['staleBases']> {
  return rows.flatMap(({ id, updatedAt }) => {
    const facts = readFacts(db, { kind: 'collection', slug, id })
    const here = { id, updatedAt: facts?.updatedAt ?? null }
    if (!facts || facts.isGone) return [here]
    if (facts.isNew || updatedAt === null) return []
    // Compared for equality only: a restored server goes back in time (SY11).
    return facts.updatedAt === updatedAt ? [] : [here]
  })
}
