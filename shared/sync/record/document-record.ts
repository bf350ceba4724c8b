import type { DocRef } from '../../cms/doc-ref.ts'
import { needsPassword } from '../../cms/entity-rules.ts'
import type { Collection, Global, Localization } from '../../cms/schema-model.ts'
import type { SavedDifference, SentCell } from '../../document/saved-difference.ts'
import type { DocumentSchema } from '../../fields/field-type.ts'
import type { ServerAdjusted } from '../../document/server-adjusted.ts'
import type { Draft } from '../../ipc.ts'
import type { JsonObject } from '../../json.ts'
import type { OutboxEntry } from '../entry.ts'

/** The base: the whole document as the server last sent it, or the initial data of one that was made here. */
export type RecordBase = {
  ref: DocRef
  data: JsonObject
  updatedAt: string | null
  status: 'draft' | 'published' | null
  hasPublished: boolean | null
  /** With a status per locale: the locales that are published, perhaps with a newer draft. */
  publishedIn?: string[] | null
  /** Made on this computer; the server does not have it yet. */
  isNew: boolean
  /** The server no longer has it; it is kept for the unsent work on it. */
  isGone: boolean
  fetchedAt: string
  /**
   * Own values that the server changed without an edit by somebody else; drafts and forms are compared with them
   * (DM4).
   */
  adjusted: ServerAdjusted[]
}

/**
 * The unsent work on one document, with its base. Operations are pure functions from record to record; the store
 * derives references, events and list rows when it saves one.
 */
export type DocumentRecord = {
  readonly base: RecordBase
  /** The writes that wait, in the order in which they leave. */
  readonly entries: readonly OutboxEntry[]
  /** The edits that are typed and not queued; null: there are none. */
  readonly draft: Draft | null
}

/** A record without its base, for operations that do not need it: a base may be large, so it is not read for them. */
export type Queue = Pick<DocumentRecord, 'entries'>

/** A record whose base may be missing: edits from a copy of the database may come without it (F87). */
export type KnownRecord = Omit<DocumentRecord, 'base'> & { readonly base: RecordBase | null }

/**
 * The author of the new writes in a base: this computer, or somebody else. `first`: the document was not here before.
 */
export type Why = 'own' | 'theirs' | 'first'

/** An entry that the server has. It is no part of the record any more, and goes into the history (SY16). */
export type ArrivedEntry = {
  entry: OutboxEntry
  cells: readonly SentCell[]
  /** The server's words about an error after it stored the entry. */
  words?: string | null | undefined
  /** Values in the answer that differ from the sent ones; absent: nobody compared. */
  differences?: readonly SavedDifference[]
  /** `updatedAt` of the document after the write; null or absent: not known. */
  revision?: string | null
}

/** The result of an operation that concerns the server. */
export type Done<Result> = {
  record: DocumentRecord
  result: Result
  /** Null: the base is unchanged. */
  why: Why | null
  arrived: readonly ArrivedEntry[]
}

/** The site's schema and services that an operation needs besides the record. */
export type RecordSite = {
  /** The collection or global; null: its schema is not here, and the record is kept unchanged (SY13). */
  entity: Collection | Global | null
  schema: DocumentSchema
  localization: Localization | null
  /** Returns the fields that hold order keys of the document. */
  orders: () => readonly string[]
  /** Returns the document without credentials, as it may be stored (SY2). */
  storable: (data: JsonObject) => JsonObject
  /** True if the user may read a field, as the server last said, or if that is not known. */
  mayRead: (path: string) => boolean
  /** ISO time of this computer. It is shown and decides nothing (SY11). */
  now: string
  newId: () => string
  /** True if a request was built for the entry and may be about to leave, so nothing joins it any more. */
  isPrepared: (key: string) => boolean
}

/** Replaces one entry of the record by others; none: the entry ends. */
export function replaceEntry<Of extends Queue>(record: Of, key: string, next: readonly OutboxEntry[]): Of {
  return { ...record, entries: record.entries.flatMap((entry) => (entry.key === key ? next : [entry])) }
}

/** Replaces one entry of the record by a changed one. */
export function changeEntry<Of extends Queue>(
  record: Of,
  key: string,
  change: (entry: OutboxEntry) => OutboxEntry,
): Of {
  return { ...record, entries: record.entries.map((entry) => (entry.key === key ? change(entry) : entry)) }
}

/** True if the document is a new user who signs in with a password, which is stored nowhere. */
export function isMadeWithPassword({ base }: Pick<DocumentRecord, 'base'>, { entity }: RecordSite): boolean {
  return base.isNew && entity !== null && needsPassword(entity)
}

/** The cells of an entry for the outbox's history when nothing of it was left to send: all are saved. */
export function savedCells({ changes }: OutboxEntry): SentCell[] {
  return changes.map(({ path, locale }) => ({ path, locale, result: 'saved' }))
}
