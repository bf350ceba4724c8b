import type { DocRef } from '../../shared/cms/doc-ref.ts'
import type { Field } from '../../shared/cms/schema-model.ts'
import { canonical } from './canonical.ts'
import { cellsOf, cellsOfAll, placeOfKey, withAnswerIds, type Cells } from './cells.ts'
import type { Doc } from './ledger.ts'
import type { Site } from './site.ts'
import { strikeHeader } from './strikes.ts'
import type { SeenWrite } from './witness.ts'

/**
 * A write that took effect. `cells`: its result; `sent`: its intended result, which differs if the site's hooks
 * changed a value. `order` sorts the writes of a document.
 */
export type DoneWrite = {
  write: SeenWrite
  sent: Cells
  cells: Cells
  order: string
  /** True for the state left by a server that ended during a write. */
  isLeft: boolean
}

/** Returns the effects on a document in the server's order: by the revision in each answer. */
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
      // The left state was read at that revision.
      return Number(a.isLeft) - Number(b.isLeft) || a.write.nr - b.write.nr
    })
}

/** Returns the revision of a write; without one in its answer, it follows all writes answered before its arrival. */
function orderOf(write: SeenWrite, all: readonly SeenWrite[]): string {
  const own = revisionOf(write.answer)
  if (own !== UNKNOWN) return own
  const before = all.flatMap((one) => ((one.endedAt ?? one.at) <= write.at ? revisionOf(one.answer) : []))
  const known = before.filter((revision) => revision !== UNKNOWN).toSorted()
  return `${known.at(-1) ?? ''}~`
}

/**
 * Returns the stored cells of a write: a hook or denied access may have changed a struck field, and a server without
 * the companion may have dropped unknown rows. The answer has them.
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

/** Returns the state that a server left when it ended during the write. */
function leftBy(write: SeenWrite, sent: Cells, fields: Field[]): DoneWrite[] {
  if (write.left === null) return []
  const found = { ...write, who: 'other' as const, answer: write.left }
  const cells = cellsOfAll(fields, write.left)
  return [{ write: found, sent, cells, order: revisionOf(write.left), isLeft: true }]
}

/** Sorts behind all known revisions. */
const UNKNOWN = '9'

export function revisionOf(answer: SeenWrite['answer']): string {
  const updatedAt = answer?.['updatedAt']
  return typeof updatedAt === 'string' ? updatedAt : UNKNOWN
}

/** One line for the trace. */
export function describeWrite(write: SeenWrite): string {
  return `#${write.nr} ${write.who} ${write.method} ${write.slug}/${write.id ?? ''} ${write.outcome}${write.strike ? ` struck ${strikeHeader(write.strike)}` : ''}${write.happened === null ? '' : ` happened ${write.happened}`} ${write.locale ?? ''} ${JSON.stringify(write.body)?.slice(0, 300)} -> ${write.status ?? ''} ${revisionOf(write.answer)} key ${write.key ?? ''}`
}
