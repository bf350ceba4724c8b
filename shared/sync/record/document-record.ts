import type { DocRef } from '../../cms/doc-ref.ts'
import { needsPassword } from '../../cms/needs-password.ts'
import type { Collection, Global, Localization } from '../../cms/schema-model.ts'
import type { SavedDifference, SentCell } from '../../document/compare-saved.ts'
import type { DocumentSchema } from '../../document/document-schema.ts'
import type { ServerAdjusted } from '../../document/server-adjusted.ts'
import type { Draft } from '../../ipc.ts'
import type { JsonObject } from '../../json.ts'
import type { OutboxEntry } from '../entry.ts'

/** What the server last said of a document, whole, or what a document made here began with. */
export type RecordBase = {
  ref: DocRef
  data: JsonObject
  updatedAt: string | null
  status: 'draft' | 'published' | null
  hasPublished: boolean | null
  /** Where each locale has a status of its own: those in which it is published, perhaps with a newer draft. */
  publishedIn?: string[] | null
  /** Made on this computer; the server does not have it yet. */
  isNew: boolean
  /** The server no longer has it; it is kept for the unsent work on it. */
  isGone: boolean
  fetchedAt: string
  /** Own values that became others without anybody else's doing; drafts and forms are measured against them (DM4). */
  adjusted: ServerAdjusted[]
}

/**
 * All that this computer holds of the work on one document. Every operation on it is a function of a record, what is
 * asked for and the site, and answers another record; what is derived of it (references, events, list rows, what may be
 * forgotten) is the store's, and stands where it saves a record.
 */
export type DocumentRecord = {
  readonly base: RecordBase
  /** The writes that wait, in the order in which they leave. */
  readonly entries: readonly OutboxEntry[]
  /** What is typed and not queued; null: nothing. */
  readonly draft: Draft | null
}

/** What is tried, parked or let go says nothing of the document: the base, which may be large, is not read for it. */
export type Queue = Pick<DocumentRecord, 'entries'>

/** What is here of a document: where edits came out of a copy of the database, its base may not be (F87). */
export type KnownRecord = Omit<DocumentRecord, 'base'> & { readonly base: RecordBase | null }

/**
 * Whose writes a base has that the one before it did not have: of this computer, or of somebody else. `first`: nothing of
 * the document was here.
 */
export type Why = 'own' | 'theirs' | 'first'

/** An entry that the server has. It is no part of the record any more, and goes into the history (SY16). */
export type ArrivedEntry = {
  entry: OutboxEntry
  cells: readonly SentCell[]
  /** What the server said although it did it. */
  words?: string | null | undefined
  /** What its answer has otherwise than it was sent; absent: nobody compared. */
  differences?: readonly SavedDifference[]
  /** `updatedAt` of the document that came of it; null or absent: it is not known. */
  revision?: string | null
}

/** What an operation that concerns the server has done with a record. */
export type Done<Result> = {
  record: DocumentRecord
  result: Result
  /** Null: the base is the one that it was. */
  why: Why | null
  arrived: readonly ArrivedEntry[]
}

/** What an operation needs besides the record. */
export type RecordSite = {
  /** The collection or global; null: its schema is not here, and what is in the record is carried as it is (SY13). */
  entity: Collection | Global | null
  schema: DocumentSchema
  localization: Localization | null
  /** The fields that hold a place of the document among others. */
  orders: () => readonly string[]
  /** A document as it may be kept: without what lets somebody in (SY2). */
  storable: (data: JsonObject) => JsonObject
  /** Whether the user may read a field, as the server last said; where that is not known, they may. */
  mayRead: (path: string) => boolean
  /** ISO time of this computer. It is shown and decides nothing (SY11). */
  now: string
  newId: () => string
  /** Whether a request was built for an entry and may be about to leave: nothing joins it any more. */
  isPrepared: (key: string) => boolean
}

/** The record with another entry in the place of one; nothing in its place: it is over. */
export function replaceEntry<Of extends Queue>(record: Of, key: string, next: readonly OutboxEntry[]): Of {
  return { ...record, entries: record.entries.flatMap((entry) => (entry.key === key ? next : [entry])) }
}

/** The record with an entry as it becomes. */
export function changeEntry<Of extends Queue>(
  record: Of,
  key: string,
  change: (entry: OutboxEntry) => OutboxEntry,
): Of {
  return { ...record, entries: record.entries.map((entry) => (entry.key === key ? change(entry) : entry)) }
}

/** Whether a document like it is a user who signs in with a password, which is kept nowhere. */
export function isMadeWithPassword({ base }: Pick<DocumentRecord, 'base'>, { entity }: RecordSite): boolean {
  return base.isNew && entity !== null && needsPassword(entity)
}
