import type { DocRef } from '../../shared/cms/doc-ref.ts'
import { canonical, cellsOf, withAnswerIds, type Cells } from './cells.ts'
import type { Doc } from './ledger.ts'
import type { Site } from './site.ts'
import type { SeenWrite } from './witness.ts'

/** A write that had its effect; `order` sorts it among those of its document. */
export type DoneWrite = { write: SeenWrite; cells: Cells; order: string }

/** What was done to a document, in the order in which the server did it: by the revision that each answer names. */
export function writesOf(ref: DocRef, doc: Doc, site: Site): DoneWrite[] {
  const id = ref.kind === 'collection' ? ref.id : ''
  const fields = site.fieldsOf(ref)
  return site.witness.writes
    .filter((write) => write.slug === ref.slug && write.kind === ref.kind)
    .filter((write) => write.outcome === 'done' || write.happened === true)
    .filter((write) => (write.id ?? canonical(write.answer?.['id'])) === id)
    .filter((write) => write.nr >= doc.since)
    .map((write) => ({
      write,
      cells: cellsOf(
        fields,
        withAnswerIds(fields, write.body ?? {}, write.answer ?? {}),
        write.locale ?? 'en',
      ),
      order: revisionOf(write.answer),
    }))
    .toSorted((a, b) => (a.order < b.order ? -1 : a.order > b.order ? 1 : a.write.nr - b.write.nr))
}

export function revisionOf(answer: SeenWrite['answer']): string {
  const updatedAt = answer?.['updatedAt']
  return typeof updatedAt === 'string' ? updatedAt : '9'
}

/** One line for the trace. */
export function describeWrite(write: SeenWrite): string {
  return `#${write.nr} ${write.who} ${write.method} ${write.slug}/${write.id ?? ''} ${write.outcome}${write.happened === null ? '' : ` happened ${write.happened}`} ${write.locale ?? ''} ${JSON.stringify(write.body)?.slice(0, 300)} -> ${write.status ?? ''} ${revisionOf(write.answer)} key ${write.key ?? ''}`
}
