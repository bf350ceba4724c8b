import { hasLocaleStatus } from '../../cms/entity-rules.ts'
import type { Field } from '../../cms/schema-model.ts'
import { applyChanges } from '../../document/apply.ts'
import type { Change } from '../../document/change.ts'
import { changesBetween } from '../../document/diff.ts'
import { isPerLocale, overallStatus } from '../../document/locale-status.ts'
import { adjustmentsBetween, withAdjustments, withoutWritten } from '../../document/server-adjusted.ts'
import type { ServerAdjusted } from '../../document/server-adjusted.ts'
import type { Draft } from '../../ipc.ts'
import type { JsonObject } from '../../json.ts'
import {
  isSameWrite,
  isUnderWay,
  publishes,
  unpublishes,
  type OutboxEntry,
  type Problem,
  problemOf,
} from '../entry.ts'
import { savedCells, replaceEntry, type DocumentRecord, type Done } from './document-record.ts'
import { OWN_COLUMNS } from './compare-answer.ts'
import type { RecordBase, RecordSite } from './document-record.ts'
import type { JudgedAnswer, SentAnswer } from './judge-answer.ts'
import { keepApart, parkUnfit } from './keep-unfit.ts'
import { putOnBase } from './put-on-base.ts'
import { queueDrafts } from './commit.ts'

/** A document that a list brought under its real id before the answer to its creation arrived. */
export type KnownDocument = {
  document: RecordBase
  /** Drafts of the document under both ids, oldest first. They are queued and no drafts any more. */
  drafts: Draft[]
}

type Written = {
  /** The entry as it was sent. */
  entry: OutboxEntry
  answer: SentAnswer
  judged: JudgedAnswer
  known: KnownDocument | null
  words?: string | undefined
}

/**
 * The queue without an entry that the server has. If the entry was changed after it was sent, the rest of it is still
 * to be sent.
 */
export function withoutSent(
  record: DocumentRecord,
  sent: OutboxEntry,
  { schema }: RecordSite,
): DocumentRecord {
  const stored = record.entries.find(({ key }) => key === sent.key)
  if (stored === undefined) return record
  if (isSameWrite(stored, sent)) return replaceEntry(record, sent.key, [])
  const { fields } = schema
  const left = applyChanges(fields, record.base.data, sent.changes)
  const wanted = applyChanges(fields, record.base.data, stored.changes)
  const state = isUnderWay(stored) ? 'waiting' : stored.state
  const over = { ...stored, create: false, changes: changesBetween(fields, left, wanted), state }
  return replaceEntry(record, sent.key, [over])
}

/**
 * Takes the answer to a write as the base, and rebases unsent edits on it (SY5, SY16). `record`: before the write,
 * without the entry (see withoutSent). `result`: the problem of a part that is parked.
 */
export function settleWrite(
  record: DocumentRecord,
  { entry, answer, judged, known, words }: Written,
  site: RecordSite,
): Done<Problem | null> {
  const { base: before } = record
  const { sent, data, locale, comparison } = judged
  const adjusted = adjustmentsIn(site.schema.fields, sent, data, locale)
  const written: RecordBase = {
    ...before,
    data,
    ...revisionAfter(entry, before, answer.data),
    ...localesAfter(entry, before, data, site),
    fetchedAt: site.now,
    adjusted: withAdjustments(withoutWritten(before.adjusted, entry.changes), adjusted),
  }
  // A document read after its creation is at least as new as the answer to that creation.
  const base = known ? withKnown(known.document, written) : written
  const foreign = base.updatedAt !== written.updatedAt
  const fitting = parkUnfit({ ...record, base: { ...written, data: sent } }, site)
  const { record: put, ended } = putOnBase({ ...fitting, base }, { foreign, before: sent }, site)
  const { record: kept, problem } = keepVanished(put, entry, comparison.vanished, site)
  const { cells, differences } = comparison
  return {
    record: known ? queueDrafts(kept, known.drafts, site) : kept,
    result: problem,
    why: foreign ? 'theirs' : 'own',
    arrived: [
      ...ended.map((one) => ({ entry: one, cells: savedCells(one) })),
      { entry, cells, words, differences, revision: written.updatedAt },
    ],
  }
}

/**
 * Keeps the changes of fields that left the schema as an entry of its own (see keepApart). It is parked until a person
 * discards it, or the fields come back (SY13).
 */
function keepVanished(
  record: DocumentRecord,
  entry: OutboxEntry,
  vanished: readonly Change[],
  site: RecordSite,
): { record: DocumentRecord; problem: Problem | null } {
  if (vanished.length === 0) return { record, problem: null }
  const problem = problemOf('field-gone', { fields: vanished.map(({ path }) => ({ path, message: '' })) })
  const changes = vanished.map((change) => fromNothing(change))
  return { record: keepApart(record, entry, [{ locale: entry.locale, changes, problem }], site), problem }
}

/** The change against a server that has nothing in its cell. */
function fromNothing(change: Change): Change {
  return change.kind === 'set' ? { ...change, from: null } : { ...change, from: [], removed: {} }
}

function withKnown(known: RecordBase, written: RecordBase): RecordBase {
  return { ...known, adjusted: withAdjustments(known.adjusted, written.adjusted) }
}

/** The sent values that the server stored differently, in the answer's locale and in shared fields. */
function adjustmentsIn(
  fields: Field[],
  sent: JsonObject,
  stored: JsonObject,
  locale: string | null,
): ServerAdjusted[] {
  return adjustmentsBetween(fields, sent, stored).filter(
    (item) => (item.locale === null || item.locale === locale) && !OWN_COLUMNS.has(item.path),
  )
}

function revisionAfter(
  entry: OutboxEntry,
  before: RecordBase,
  data: JsonObject | null,
): Pick<RecordBase, 'updatedAt' | 'status' | 'hasPublished' | 'isNew' | 'isGone'> {
  const reported = data?.['_status']
  const status = reported === 'draft' || reported === 'published' ? reported : before.status
  const updatedAt = data?.['updatedAt']
  return {
    updatedAt: typeof updatedAt === 'string' ? updatedAt : before.updatedAt,
    // The answer is the published document; the server's newer draft of all locales is the one to edit.
    status: entry.mode === 'publish-locale' && !entry.create ? 'draft' : status,
    hasPublished: entry.mode === 'unpublish' ? false : isPublished(before, status),
    isNew: false,
    isGone: false,
  }
}

/**
 * The status of each locale after a write. An answer tells only that of its own locale; a write of all locales sets
 * the same status in each.
 */
function localesAfter(
  { mode, locale }: OutboxEntry,
  before: RecordBase,
  data: JsonObject,
  { entity, localization }: RecordSite,
): Partial<Pick<RecordBase, 'data' | 'status' | 'hasPublished' | 'publishedIn'>> {
  if (!hasLocaleStatus(entity)) return {}
  const all = localization?.locales.map(({ code }) => code) ?? []
  const known = isPerLocale(data['_status']) ? data['_status'] : {}
  const isWhole = mode === 'publish' || mode === 'unpublish'
  const status = isWhole
    ? Object.fromEntries(all.map((code) => [code, mode === 'publish' ? 'published' : 'draft']))
    : known
  const was = before.publishedIn ?? null
  const publishedIn =
    mode === 'publish' ? all.toSorted() : mode === 'unpublish' ? [] : was && inAndOut(was, mode, locale)
  return {
    data: { ...data, _status: status },
    status: overallStatus(status),
    hasPublished: publishedIn === null ? null : publishedIn.length > 0,
    publishedIn,
  }
}

/** The published locales after a write of one locale. */
function inAndOut(was: readonly string[], mode: OutboxEntry['mode'], locale: string | null): string[] {
  if (locale === null || (!publishes(mode) && !unpublishes(mode))) return [...was]
  const others = was.filter((code) => code !== locale)
  return publishes(mode) ? [...others, locale].toSorted() : others
}

/** True if a published version exists: a draft over it leaves it published. */
function isPublished(before: RecordBase, status: RecordBase['status']): boolean | null {
  return status === 'published' || before.status === 'published' ? true : before.hasPublished
}
