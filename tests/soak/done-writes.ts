import type { DocRef } from '../../shared/cms/doc-ref.ts'
import type { Field } from '../../shared/cms/schema-model.ts'
import { canonical } from './canonical.ts'
import { cellsOf, cellsOfAll, placeOfKey, withAnswerIds, type Cells } from './cells.ts'
import type { Doc } from './ledger.ts'
import type { Site } from './site.ts'
import { strikeHeader } from './strikes.ts'
import type { SeenWrite } from './witness.ts'

/**
 * A write that had its effect. `cells`: what it made of the document; `sent`: what it was to make of it, which is
 * something else where the site's own code stored another value. `order` sorts it among those of its document.
 */
export type DoneWrite = {
  write: SeenWrite
  sent: Cells
  cells: Cells
  order: string
  /** No write: what a server was found to have left that ended within one. */
  isLeft: boolean
}

/** What was done to a document, in the order in which the server did it: by the revision that each answer names. */
export function writesOf(ref: DocRef, doc: Doc, site: Site): DoneWrite[] {
  const id = ref.kind === 'collection' ? ref.id : ''
  const fields = site.fieldsOf(ref)
  const all = site.witness.writes
    .filter((write) => write.slug === ref.slug && write.kind === ref.kind)
    .filter((write) => (write.id ?? canonical(write.answer?.['id'])) === id)
    .filter((write) => write.nr >= doc.since)
  return all
    .flatMap((write): DoneWrite[] => {
      const body = withAnswerIds(fields, write.body ?? {}, write.answer ?? {})
      const sent = cellsOf(fields, body, write.locale ?? 'en')
      const done = {
        write,
        sent,
        cells: storedOf(write, sent, fields),
        order: orderOf(write, all),
        isLeft: false,
      }
      const isDone = write.outcome === 'done' || write.happened === true
      return [...(isDone ? [done] : []), ...leftBy(write, sent, fields)]
    })
    .toSorted((a, b) => {
      if (a.order !== b.order) return a.order < b.order ? -1 : 1
      // What was left was read when that revision was there.
      return Number(a.isLeft) - Number(b.isLeft) || a.write.nr - b.write.nr
    })
}

/** Its revision; of one whose answer names none, behind what the server had answered by when it came. */
function orderOf(write: SeenWrite, all: readonly SeenWrite[]): string {
  const own = revisionOf(write.answer)
  if (own !== UNKNOWN) return own
  const before = all.flatMap((one) => ((one.endedAt ?? one.at) <= write.at ? revisionOf(one.answer) : []))
  const known = before.filter((revision) => revision !== UNKNOWN).toSorted()
  return `${known.at(-1) ?? ''}~`
}

/**
 * What a hook or narrowed access made of the field that was struck, and what a server without the companion made of
 * rows that it did not know any more; the answer has it.
 */
function storedOf({ strike, answer, locale, checked }: SeenWrite, sent: Cells, fields: Field[]): Cells {
  const struck = strike?.path ?? null
  if (answer === null || (struck === null && checked)) return sent
  const stored = cellsOf(fields, answer, locale ?? 'en')
  const cells: Cells = new Map(sent)
  for (const key of sent.keys())
    if (!checked || placeOfKey(key).path === struck) cells.set(key, stored.get(key) ?? null)
  return cells
}

/** What a server that ended within a write made of the document, besides the write. */
function leftBy(write: SeenWrite, sent: Cells, fields: Field[]): DoneWrite[] {
  if (write.left === null) return []
  const found = { ...write, who: 'other' as const, answer: write.left }
  const cells = cellsOfAll(fields, write.left)
  return [{ write: found, sent, cells, order: revisionOf(write.left), isLeft: true }]
}

/** Sorts behind all that are known. */
const UNKNOWN = '9'

export function revisionOf(answer: SeenWrite['answer']): string {
  const updatedAt = answer?.['updatedAt']
  return typeof updatedAt === 'string' ? updatedAt : UNKNOWN
}

/** One line for the trace. */
export function describeWrite(write: SeenWrite): string {
  return `#${write.nr} ${write.who} ${write.method} ${write.slug}/${write.id ?? ''} ${write.outcome}${write.strike ? ` struck ${strikeHeader(write.strike)}` : ''}${write.happened === null ? '' : ` happened ${write.happened}`} ${write.locale ?? ''} ${JSON.stringify(write.body)?.slice(0, 300)} -> ${write.status ?? ''} ${revisionOf(write.answer)} key ${write.key ?? ''}`
}
