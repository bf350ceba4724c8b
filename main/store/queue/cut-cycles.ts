import type { DocRef } from '../../../shared/cms/doc-ref.ts'
import { refId } from '../../../shared/cms/doc-ref.ts'
import {
  cutOf,
  cycleFrom,
  postpone,
  type Cut,
  type Step,
  type WaitingCreations,
} from '../../../shared/sync/record/cut-cycle.ts'
import type { DocumentRecord } from '../../../shared/sync/record/document-record.ts'
import { recordSite, readRecord, saveRecord } from '../record.ts'
import { readEntry, waitingCreations } from '../tables/outbox-rows.ts'
import type { Db } from '../tables/sql.ts'
import type { StoreContext } from '../store-context.ts'

/**
 * Breaks circles of new documents, which would wait for each other for ever (SY8): one of them is created
 * without its reference to the next, which follows as an edit.
 */
export function cutCycles(context: StoreContext, ref: DocRef): void {
  const { db } = context
  const id = refId(ref)
  for (let cycle = cycleFrom(id, creations(db)); cycle; cycle = cycleFrom(id, creations(db))) {
    const cuts = cycle.flatMap((step) => cutIn(context, step) ?? [])
    const chosen = cuts.find(({ cut }) => !cut.isRequired) ?? cuts[0]
    if (!chosen) return
    const { record, cut } = chosen
    saveRecord(context, record, postpone(record, cut, context))
  }
}

/** Cuts the cycles of all documents, as an earlier version of the program may have left some. */
export function cutAllCycles(context: StoreContext): void {
  for (const id of creations(context.db).keys()) {
    cutCycles(context, { kind: 'collection', slug: '', id })
  }
}

function creations(db: Db): WaitingCreations {
  const found = new Map<string, { key: string; waits: string[] }>()
  for (const { id, key, waitsFor } of waitingCreations(db)) {
    found.set(id, { key, waits: [...(found.get(id)?.waits ?? []), waitsFor] })
  }
  return found
}

function cutIn(context: StoreContext, step: Step): { record: DocumentRecord; cut: Cut } | null {
  const ref = readEntry(context.db, step.key)?.ref
  if (ref === undefined) return null
  const { base, ...rest } = readRecord(context, ref)
  if (base === null) return null
  const record = { base, ...rest }
  const cut = cutOf(record, step, recordSite(context, ref))
  return cut === null ? null : { record, cut }
}
