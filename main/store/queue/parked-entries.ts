import { fitOf } from '../../../shared/sync/record/keep-unfit.ts'
import { release } from '../../../shared/sync/record/attempt.ts'
import { WAITS_FOR_SITE } from '../../../shared/sync/ways-out.ts'
import { readDocument } from '../tables/documents.ts'
import { releaseMoves } from './moves.ts'
import { isAnyParkedFor, keysParkedFor, readEntry, refsParkedFor } from '../tables/outbox-rows.ts'
import { changeRecord, readRecord, recordSite, saveRecord } from '../record.ts'
import type { StoreContext } from '../store-context.ts'
import { savedCells } from '../../../shared/sync/record/document-record.ts'
import { mergeAgain } from '../../../shared/sync/record/put-on-base.ts'

const REASONS = [...WAITS_FOR_SITE]

/** True if an entry or a move is parked because something that it needs left the schema (SY13). */
export function hasSchemaGone({ db }: StoreContext): boolean {
  return isAnyParkedFor(db, REASONS)
}

/** Releases entries that were parked for the schema, as soon as it has the missing thing, or a part of it, again. */
export function releaseSchemaGone(context: StoreContext): void {
  const { db, site } = context
  for (const key of keysParkedFor(db, REASONS)) {
    const entry = readEntry(db, key)
    const document = entry && site.entity(entry.ref) && readDocument(db, entry.ref)
    if (!entry || !document) continue
    changeRecord(context, document, (record, here) => {
      const { goes, stays } = fitOf(entry, document.data, here)
      const isStuck = stays.length > 0 && (goes === null || goes.length === 0)
      return isStuck ? record : release(record, key)
    })
  }
  releaseMoves(context)
}

const IN_CONFLICT = ['conflict'] as const

export function hasConflicts({ db }: StoreContext): boolean {
  return isAnyParkedFor(db, IN_CONFLICT)
}

/**
 * Merges entries again that an earlier version, or an earlier schema, parked for a conflict, and releases those
 * without one (SY7).
 */
export function releaseResolved(context: StoreContext): void {
  for (const ref of refsParkedFor(context.db, IN_CONFLICT)) {
    const { base, ...unsent } = readRecord(context, ref)
    if (base === null) continue
    const before = { ...unsent, base }
    const { record, ended } = mergeAgain(before, recordSite(context, ref))
    saveRecord(context, before, record, {
      arrived: ended.map((entry) => ({ entry, cells: savedCells(entry) })),
    })
  }
}
