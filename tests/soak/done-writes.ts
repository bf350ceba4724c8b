import type { DocRef } from '../../shared/cms/doc-ref.ts'
import type { Field } from '../../shared/cms/schema-model.ts'
import { canonical, cellsOf, cellsOfAll, withAnswerIds, type Cells } from './cells.ts'
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
    .filter((write) => (write.id ?? canonical(write.answer?.['id'])) === id)
    .filter((write) => write.nr >= doc.since)
    .flatMap((write): DoneWrite[] => {
      const body = withAnswerIds(fields, write.body ?? {}, write.answer ?? {})
      const done = {
        write,
        cells: cellsOf(fields, body, write.locale ?? 'en'),
        order: revisionOf(write.answer),
      }
      const isDone = write.outcome === 'done' || write.happened === true
      return [...(isDone ? [done] : []), ...leftBy(write, fields)]
    })
    .toSorted((a, b) => (a.order < b.order ? -1 : a.order > b.order ? 1 : a.write.nr - b.write.nr))
}

/** What a server that ended within a write made of the document, besides the write. */
function leftBy(write: SeenWrite, fields: Field[]): DoneWrite[] {
  if (write.left === null) return []
  const found = { ...write, who: 'other' as const, answer: write.left }
  return [{ write: found, cells: cellsOfAll(fields, write.left), order: revisionOf(write.left) }]
}

export function revisionOf(answer: SeenWrite['answer']): string {
  const updatedAt = answer?.['updatedAt']
  return typeof updatedAt === 'string' ? updatedAt : '9'
}

/** One line for the trace. */
export function describeWrite(write: SeenWrite): string {
  return `#${write.nr} ${write.who} ${write.method} ${write.slug}/${write.id ?? ''} ${write.outcome}${write.happened === null ? '' : ` happened ${write.happened}`} ${write.locale ?? ''} ${JSON.stringify(write.body)?.slice(0, 300)} -> ${write.status ?? ''} ${revisionOf(write.answer)} key ${write.key ?? ''}`
}
