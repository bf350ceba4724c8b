import * as v from 'valibot'
import { docRef } from '../cms/doc-ref.ts'
import { sameJson } from '../json.ts'
import { change, conflict } from '../document/change.ts'

/**
 * The effect of an entry on the server:
 * - save: no new status: collections and globals without drafts, and edits of many that keep a document published
 * - draft, autosave: `draft=true`, the latter updates one autosave version in place
 * - publish, unpublish: with the changes that belong to it
 * - publish-locale: the same for the entry's locale alone; the other locales stay published as they are
 * - unpublish-locale: the same for the entry's locale alone, where each locale has a status of its own
 * - delete: the whole document
 */
export const commitMode = v.picklist([
  'save',
  'draft',
  'autosave',
  'publish',
  'publish-locale',
  'unpublish',
  'unpublish-locale',
  'delete',
])
export type CommitMode = v.InferOutput<typeof commitMode>

/**
 * A restore is queued by a call of its own: it resets the document to a version, in all locales; `restores` of the
 * entry names the version.
 */
export const writeMode = v.picklist([...commitMode.options, 'restore'])
export type WriteMode = v.InferOutput<typeof writeMode>

/** True if an entry, or an edit of many documents, publishes all locales or its own. */
export function publishes(mode: WriteMode | 'move' | 'keep-status'): mode is 'publish' | 'publish-locale' {
  return mode === 'publish' || mode === 'publish-locale'
}

/** True if an entry unpublishes all locales or its own. */
export function unpublishes(mode: WriteMode): mode is 'unpublish' | 'unpublish-locale' {
  return mode === 'unpublish' || mode === 'unpublish-locale'
}

/** True if an entry is about the document as a whole and carries no edits. */
export function isOfWhole(mode: WriteMode): mode is 'delete' | 'restore' {
  return mode === 'delete' || mode === 'restore'
}

/** True if the entry does something on the server even without changes. */
export function hasOwnEffect(mode: WriteMode): boolean {
  return publishes(mode) || unpublishes(mode) || isOfWhole(mode)
}

/**
 * The state of an entry:
 * - waiting: to be sent after the entries before it
 * - sending: the request may have left (written before it does, SY4)
 * - unknown: the server may have done it, but its answer was lost, or does not tell
 * - parked: it needs a person; `problem` says why (SY7, SY10)
 *
 * An entry that is not parked and has a `problem` is failing: it was tried so often that a person should
 * know, and is tried again.
 */
export const entryState = v.picklist(['waiting', 'sending', 'unknown', 'parked'])
export type EntryState = v.InferOutput<typeof entryState>

export const problemCode = v.picklist([
  'conflict', // both sides changed a field: `conflicts` has them
  'base-moved', // publish, unpublish, delete or restore of a document that has changed since (SY12)
  'gone', // deleted on the server
  'version-gone', // the server no longer has the version that is to be restored
  'validation', // the server's words at fields
  'denied', // 403 of a signed-in user
  'too-large', // 413
  'locked', // 423 that lasted: `by` names the user
  'server-error', // 5xx that lasted
  'schema-unread', // the site has another schema than the one here, and it does not come or cannot be read (SY13)
  'outcome-unknown', // cannot tell whether the write arrived (SY4)
  'rejected', // any other answer that trying again cannot mend
  'field-gone', // the site no longer has these fields, or blocks (SY13): `fields` has the places, without words
  'field-changed', // its fields are shared now, or localized now (SY13): `fields` likewise
  'locale-gone', // the site no longer has its locale (SY13)
  'neighbour-gone', // the neighbours of a move no longer exist
  'no-place-yet', // the neighbours of a move have no order key, and first keys would unpublish documents
  'reference-gone', // refers to a new document that was discarded here: `fields` has the places, without words
  'schema-gone', // the site no longer has the collection or global, or does not show it to this user any more (SY13)
  'file-missing', // the file that it brings is not on this computer any more
  'password-missing', // creates a user, whose password is nowhere here any more
  'stopped', // a person stopped it while its file was on the way
  'second-draft', // typed in a new document that turned out to be one with edits here already, and never saved
  'broken', // the stored entry cannot be read: it has no changes, the raw row is kept
])
export type ProblemCode = v.InferOutput<typeof problemCode>

export const fieldProblem = v.object({ path: v.string(), message: v.string() })

export const problem = v.object({
  code: problemCode,
  /** The server's own words, or '' if the code says it all. */
  message: v.string(),
  status: v.nullable(v.number()),
  fields: v.array(fieldProblem),
  /** Messages of the server that belong to no field, one per line, where it also named fields. */
  general: v.optional(v.string()),
  conflicts: v.array(conflict),
  /** Display name of the user who has the lock, if known. */
  by: v.optional(v.string()),
  /** True if somebody else wrote the document while the entry waits for the schema (SY13). */
  foreign: v.optional(v.boolean()),
})
export type Problem = v.InferOutput<typeof problem>

/** The version that an entry restores. */
export const restoredVersion = v.object({
  versionId: v.string(),
  /** Time of the version, by the server's clock. */
  madeAt: v.string(),
  /** True: restores it as a draft and leaves the published version as it is. Only for collections with drafts. */
  asDraft: v.boolean(),
})
export type RestoredVersion = v.InferOutput<typeof restoredVersion>

/** A write that waits for the server. Times are ISO strings of this computer and decide nothing (SY11). */
export const outboxEntry = v.object({
  /** Names the entry for good; uuid. */
  key: v.string(),
  /** Order of all entries of the account, ascending. */
  seq: v.number(),
  ref: docRef,
  /** True: the document does not exist on the server yet, the entry is a POST. */
  create: v.boolean(),
  mode: writeMode,
  locale: v.nullable(v.string()),
  /** The changes of its locale, and those of fields that all locales share. */
  changes: v.array(change),
  /** Set with mode `restore` only. */
  restores: v.exactOptional(restoredVersion),
  state: entryState,
  problem: v.nullable(problem),
  /** Number of tries that failed while the server could be reached, and the one under way; see hasFailedLong. */
  attempts: v.number(),
  createdAt: v.string(),
  updatedAt: v.string(),
  /**
   * Entries that one save made, one per locale, have the same group: they are one step for a person (DM1, DM2). Null:
   * the entry is all of its save.
   */
  group: v.nullable(v.string()),
  /** Temporary ids that must have become real before this entry can leave. */
  waitsFor: v.array(v.string()),
})
export type OutboxEntry = v.InferOutput<typeof outboxEntry>

/** True if two states of one entry make the same write. */
export function isSameWrite(a: OutboxEntry, b: OutboxEntry): boolean {
  return a.create === b.create && a.mode === b.mode && a.locale === b.locale && sameJson(a.changes, b.changes)
}

/** True if the server may have got the request of the entry. */
export function isUnderWay({ state }: Pick<OutboxEntry, 'state'>): boolean {
  return state === 'sending' || state === 'unknown'
}

/** The one state line of a document (SY16). */
export const docState = v.variant('kind', [
  v.object({ kind: v.literal('saved') }),
  /** Everything was sent. The server stored `changed` values differently and did not save `notSaved` values. */
  v.object({ kind: v.literal('differs'), changed: v.number(), notSaved: v.number() }),
  v.object({ kind: v.literal('on-this-computer') }),
  v.object({ kind: v.literal('waiting'), count: v.number() }),
  v.object({ kind: v.literal('sending') }),
  v.object({ kind: v.literal('conflict'), fields: v.number() }),
  v.object({ kind: v.literal('failed'), problem }),
  /** The entry is tried again by itself and keeps failing. */
  v.object({ kind: v.literal('failing'), problem }),
])
export type DocState = v.InferOutput<typeof docState>

/** The outcome of sending one entry to the server. */
export const sendOutcome = v.variant('type', [
  /** `words`: the server stored it and something went wrong there afterwards, in its own words. */
  v.object({
    type: v.literal('sent'),
    ref: docRef,
    words: v.optional(v.string()),
    /** The server's message after it restored a version. */
    message: v.exactOptional(v.string()),
  }),
  /** Try again after a while, for example after a timeout, 408, 425, 429, 5xx or 423 (SY9). */
  v.object({ type: v.literal('retry'), reason: v.string(), retryAfterMs: v.nullable(v.number()) }),
  /** The server cannot be reached; wait for the connection. */
  v.object({ type: v.literal('offline') }),
  /** Nobody is signed in; wait for the login (SY9). */
  v.object({ type: v.literal('signed-out') }),
  /** The base had moved, the entry was merged and is waiting again (SY5). */
  v.object({ type: v.literal('merged') }),
  v.object({ type: v.literal('parked'), problem }),
  /** The entry is no longer there, or not the head of its document's queue. */
  v.object({ type: v.literal('gone') }),
])
export type SendOutcome = v.InferOutput<typeof sendOutcome>

/** A problem that this computer found; one of the server comes with its words and status. */
export function problemOf(code: ProblemCode, rest: Partial<Omit<Problem, 'code'>> = {}): Problem {
  return { code, message: '', status: null, fields: [], conflicts: [], ...rest }
}
