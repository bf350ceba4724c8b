import { applyChanges } from '../../document/apply.ts'
import type { Change, Conflict } from '../../document/change.ts'
import type { JsonObject } from '../../json.ts'
import { hasOwnEffect, type OutboxEntry, type Problem, problemOf } from '../entry.ts'
import { fitToSchema, isOfOtherShape, type Fitting } from '../schema-fit.ts'
import { waitsForSite } from '../ways-out.ts'
import { park } from './attempt.ts'
import { replaceEntry, type DocumentRecord, type RecordSite } from './document-record.ts'

/** Changes of an entry that are parked for a person, or for the schema, while the rest is sent (SY13). */
export type Apart = Pick<OutboxEntry, 'locale'> & { changes: Change[]; problem: Problem }

/**
 * Turns the unfit parts of an entry into entries of their own, right behind it, or in front if it ends; the first
 * then keeps its key. They are no step of their save, so a person decides about them alone.
 */
export function keepApart(
  record: DocumentRecord,
  entry: OutboxEntry,
  apart: readonly Apart[],
  site: RecordSite,
): DocumentRecord {
  if (apart.length === 0) return record
  const at = record.entries.findIndex(({ key }) => key === entry.key)
  const mode = site.entity?.versions?.drafts ? 'draft' : 'save'
  const own = { create: false, mode, state: 'parked', group: null } as const
  const made = apart.map((part, index): OutboxEntry => {
    const key = at < 0 && index === 0 ? entry.key : site.newId()
    return { ...entry, ...own, ...part, key }
  })
  return { ...record, entries: record.entries.toSpliced(at + 1, 0, ...made) }
}

/** Fits an entry to the schema (see fitToSchema). `data`: the document below the entry. */
export function fitOf(entry: OutboxEntry, data: JsonObject, site: RecordSite): Fitting {
  return fitToSchema(fitting(site), data, entry)
}

/** True if the schema has a field for the values of a conflict, or the schema is not here. */
export function hasPlace(
  data: JsonObject,
  { path, locale, base, mine }: Conflict,
  site: RecordSite,
): boolean {
  if (site.entity === null) return true
  const edit = { kind: 'set', locale, path, from: base, to: mine } as const
  const write = { mode: 'save', locale, create: false, changes: [edit] } as const
  const { goes } = fitToSchema(fitting(site), data, write)
  return goes !== null && goes.length > 0
}

/** True if the base was read under another schema (see isOfOtherShape); never true of a document made here. */
export function hasOtherShape(
  { base }: Pick<DocumentRecord, 'base'>,
  entry: OutboxEntry,
  site: RecordSite,
): boolean {
  return !entry.create && isOfOtherShape(fitting(site), base.data, entry.changes)
}

function fitting({ schema: { fields }, localization }: RecordSite): Parameters<typeof fitToSchema>[0] {
  return { fields, localization }
}

/**
 * Fits the entry to the present schema (SY13): the rest waits behind it; with a problem if nothing is left to send.
 * `foreign`: somebody else may have written the document since. `data`: the document below it.
 */
export function keepUnfit(
  record: DocumentRecord,
  entry: OutboxEntry,
  data: JsonObject,
  site: RecordSite,
  foreign = waitsForSite(entry) && entry.problem?.foreign === true,
): { record: DocumentRecord; entry: OutboxEntry; problem: Problem | null } {
  const { goes, stays } = fitOf(entry, data, site)
  const apart = stays.map(({ code, locale, changes, paths }): Apart => {
    const fields = paths.map((path) => ({ path, message: '' }))
    return { locale, changes, problem: problemOf(code, { fields, ...(foreign && { foreign }) }) }
  })
  const [first, ...others] = apart
  if (!first) return { record, entry, problem: null }
  const isLeft = goes !== null && (goes.length > 0 || entry.create || hasOwnEffect(entry.mode))
  const kept = { ...entry, changes: isLeft ? goes : first.changes }
  const next = keepApart(replaceEntry(record, entry.key, [kept]), entry, isLeft ? apart : others, site)
  return { record: next, entry: kept, problem: isLeft ? null : first.problem }
}

/**
 * Parks the entries that do not fit the schema before a rebase: a value missing from the new base because the schema
 * lacks its field was not removed by anybody (SY13).
 */
export function parkUnfit(
  record: DocumentRecord,
  site: RecordSite,
  { foreign }: { foreign?: boolean } = {},
): DocumentRecord {
  if (site.entity === null) return record
  let next = record
  let under = record.base.data
  for (const entry of record.entries) {
    if (entry.state === 'waiting') {
      const { record: kept, problem } = keepUnfit(next, entry, under, site, foreign)
      next = problem === null ? kept : park(kept, entry.key, problem)
    }
    under = applyChanges(site.schema.fields, under, entry.changes)
  }
  return next
}
