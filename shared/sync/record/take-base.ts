import type { Field } from '../../cms/schema-model.ts'
import { changesBetween } from '../../document/diff.ts'
import { fieldNodeAt, getValue } from '../../document/path.ts'
import { withoutWritten } from '../../document/server-adjusted.ts'
import { withServerFile } from '../../fields/file/server-file.ts'
import { sameJson, type JsonObject } from '../../json.ts'
import { isUnderWay, type OutboxEntry } from '../entry.ts'
import { isUnmeasured } from '../ways-out.ts'
import { savedCells } from './document-record.ts'
import type { DocumentRecord, Done, KnownRecord, RecordBase, RecordSite } from './document-record.ts'
import { parkUnfit } from './keep-unfit.ts'
import { putOnBase } from './put-on-base.ts'

/** A document as it was read at the server: all locales, depth 0. */
export type ReadBase = Omit<RecordBase, 'isNew' | 'isGone' | 'fetchedAt' | 'adjusted'>

export type TakenBase = Omit<Done<'updated' | 'unchanged' | 'busy'>, 'record'> & {
  /** Null: the record is unchanged. */
  record: DocumentRecord | null
  /** A record of another document that had this id and was deleted: see keepReplaced. */
  replaced: DocumentRecord | null
}

/**
 * Takes the server's document as the base and rebases unsent work (SY5, SY6). `busy`: an entry may be at the
 * server, or the base has changed since the request (`askedAt`: the revision then). `isOwn`: this computer
 * wrote it.
 */
export function takeBase(
  known: KnownRecord,
  { askedAt, isOwn = false, ...read }: ReadBase & { askedAt?: string | null | undefined; isOwn?: boolean },
  site: RecordSite,
): TakenBase {
  const still = { why: null, arrived: [], replaced: null }
  if (known.entries.some(isUnderWay)) return { record: null, result: 'busy', ...still }
  const base = baseOf(known.base, read, site)
  if (known.base === null) return take(known, null, base, site)
  if (isAnother(known.base, base)) {
    const nothing = { base: null, entries: [], draft: null }
    return {
      ...take(nothing, null, baseOf(null, read, site), site),
      replaced: { ...known, base: known.base },
    }
  }
  const record = parkUnfit({ ...known, base: known.base }, site)
  const before = record.base
  if (!record.entries.some(isUnmeasured) && isSameBase(before, base))
    return {
      record: { ...record, base: { ...before, fetchedAt: base.fetchedAt } },
      result: 'unchanged',
      ...still,
    }
  if (askedAt !== undefined && before.updatedAt !== askedAt) return { record, result: 'busy', ...still }
  return take(record, before, base, site, isOwn)
}

function take(
  known: KnownRecord,
  before: RecordBase | null,
  base: RecordBase,
  site: RecordSite,
  isOwn = false,
): TakenBase {
  const { fields } = site.schema
  const foreign =
    !isOwn &&
    before !== null &&
    !before.isNew &&
    isOtherRevision(before, base) &&
    !isReordered(before, base, site)
  const isWritten = foreign || before === null
  // A field that somebody else wrote is theirs, even if it held an adjusted own value.
  const adjusted = foreign
    ? withoutWritten(base.adjusted, changesBetween(fields, before.data, base.data))
    : base.adjusted
  const { record, ended } = putOnBase(
    { ...known, base: { ...base, adjusted } },
    {
      // Edits from a copy of the database may come without their base (F87).
      before: before?.data ?? base.data,
      foreign: isWritten,
      ready: (entry) => {
        // A document made here that is found on the server has arrived: its creation becomes an edit of it.
        const found = before?.isNew ? { ...entry, create: false } : entry
        return isUnmeasured(found) ? measuredOn(fields, base.data, found, isWritten) : found
      },
    },
    site,
  )
  // A base that already holds an own write counts as our own.
  const why = foreign && ended.length === 0 ? 'theirs' : 'own'
  return {
    record,
    result: 'updated',
    why: before !== null ? why : known.entries.length > 0 ? 'theirs' : 'first',
    arrived: ended.map((entry) => ({ entry, cells: savedCells(entry) })),
    replaced: null,
  }
}

function baseOf(known: RecordBase | null, read: ReadBase, site: RecordSite): RecordBase {
  const { ref, updatedAt, status } = read
  return {
    ref,
    data: storedContent(read, site),
    updatedAt,
    status,
    hasPublished: read.hasPublished ?? (status === 'published' ? true : (known?.hasPublished ?? null)),
    publishedIn: read.publishedIn ?? known?.publishedIn ?? null,
    isNew: false,
    isGone: false,
    fetchedAt: site.now,
    adjusted: known?.adjusted ?? [],
  }
}

/** Converts a server document to its stored content. */
export function storedContent(
  { ref, data }: Pick<ReadBase, 'ref' | 'data'>,
  { schema, storable }: RecordSite,
): JsonObject {
  return ref.kind === 'collection' ? withServerFile(schema.fields, storable(data)) : data
}

/**
 * True if the known document was deleted and its id given to a new one, as SQLite does with the id of its
 * newest row. Edits of the old one must not reach the new one. Both times are the server's.
 */
function isAnother(before: RecordBase, base: RecordBase): boolean {
  const was = before.data['createdAt']
  const is = base.data['createdAt']
  if (before.ref.kind === 'global' || before.isNew || before.updatedAt === null) return false
  return typeof was === 'string' && typeof is === 'string' && was !== is && is > before.updatedAt
}

/**
 * True if only the order key differs between two bases. An order is no content, so it does not matter who moved it
 * (SY12).
 */
function isReordered(a: RecordBase, b: RecordBase, site: RecordSite): boolean {
  const orders = site.orders()
  const content = ({ data }: RecordBase): JsonObject =>
    Object.fromEntries(
      Object.entries(data).filter(([name]) => name !== 'updatedAt' && !orders.includes(name)),
    )
  return orders.length > 0 && hasSameStatus(a, b) && sameJson(content(a), content(b))
}

/** True if two bases are different revisions. A site without revisions is compared by content. */
function isOtherRevision(a: RecordBase, b: RecordBase): boolean {
  return a.updatedAt !== b.updatedAt || (b.updatedAt === null && !sameJson(a.data, b.data))
}

function isSameBase(a: RecordBase, b: RecordBase): boolean {
  const hasSameState = a.updatedAt === b.updatedAt && a.isNew === b.isNew && a.isGone === b.isGone
  return hasSameState && hasSameStatus(a, b) && sameJson(a.data, b.data)
}

function hasSameStatus(a: RecordBase, b: RecordBase): boolean {
  const areSameLocales = sameJson(a.publishedIn ?? null, b.publishedIn ?? null)
  return a.status === b.status && a.hasPublished === b.hasPublished && areSameLocales
}

/**
 * Prepares an entry whose field is in the schema again. Nobody removed a value that was lost with the field,
 * so the change starts from nothing. After a foreign write (`foreign`: just now) it stays as it is and may
 * conflict.
 */
function measuredOn(fields: Field[], data: JsonObject, entry: OutboxEntry, foreign: boolean): OutboxEntry {
  if (foreign || entry.problem?.foreign) return { ...entry, problem: null }
  const isLost = ({ path, locale }: OutboxEntry['changes'][number]): boolean =>
    fieldNodeAt(fields, data, path, locale) !== null && getValue(fields, data, path, locale) === null
  const changes = entry.changes.map((change) =>
    change.kind === 'set' && isLost(change) ? { ...change, from: null } : change,
  )
  return { ...entry, changes, problem: null }
}
