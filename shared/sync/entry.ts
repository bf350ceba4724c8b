import * as v from 'valibot'
import { docRef } from '../cms/doc-ref.ts'
import { sameJson } from '../json.ts'
import { change, conflict } from '../document/change.ts'

/**
 * What an entry does on the server:
 * - save: collections and globals without drafts
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
 * The restoring of a version is queued by a call of its own: it makes the document what it was then, in all locales, and
 * `restores` of the entry says which version that is.
 */
export const writeMode = v.picklist([...commitMode.options, 'restore'])
export type WriteMode = v.InferOutput<typeof writeMode>

/** Whether an entry, or an edit of many documents, publishes, all locales or its own. */
export function publishes(mode: WriteMode | 'move' | 'keep-status'): mode is 'publish' | 'publish-locale' {
  return mode === 'publish' || mode === 'publish-locale'
}

/** Whether an entry takes back what is published, in all locales or its own. */
export function unpublishes(mode: WriteMode): mode is 'unpublish' | 'unpublish-locale' {
  return mode === 'unpublish' || mode === 'unpublish-locale'
}

/** Whether an entry is about the document as a whole, and holds nothing that was typed. */
export function isOfWhole(mode: WriteMode): mode is 'delete' | 'restore' {
  return mode === 'delete' || mode === 'restore'
}

/** Whether the entry has something to do on the server when no change of it is left. */
export function hasOwnEffect(mode: WriteMode): boolean {
  return publishes(mode) || unpublishes(mode) || isOfWhole(mode)
}

/**
 * Where an entry is:
 * - waiting: to be sent when its document's turn comes
 * - sending: the request may have left (written before it does, SY4)
 * - unknown: it was `sending` when the program ended; the outcome is not known
 * - parked: it needs a person; `problem` says why (SY7, SY10)
 *
 * One that is waiting, sending or unknown and has a `problem` is failing: it is tried again, and has been so often that
 * somebody should know.
 */
export const entryState = v.picklist(['waiting', 'sending', 'unknown', 'parked'])
export type EntryState = v.InferOutput<typeof entryState>

export const problemCode = v.picklist([
  'conflict', // both sides changed a field: `conflicts` has them
  'base-moved', // publish, unpublish or delete of a document that changed meanwhile (SY12)
  'gone', // deleted on the server
  'version-gone', // the server no longer has the version that is to be restored
  'validation', // the server's words at fields
  'denied', // 403 of a signed-in user
  'too-large', // 413
  'locked', // 423 that lasted: `by` says who holds it
  'server-error', // 5xx that lasted
  'schema-unread', // the site has another schema than the one here, and it does not come or cannot be read (SY13)
  'outcome-unknown', // cannot tell whether a create arrived (SY4)
  'rejected', // any other answer that trying again cannot mend
  'field-gone', // the site no longer has these fields, or blocks (SY13): `fields` has the places, without words
  'field-changed', // typed in one locale for fields that all share by now, or the other way round (SY13): `fields` likewise
  'locale-gone', // the site no longer has its locale (SY13)
  'neighbour-gone', // moved beside documents that are not there any more
  'no-place-yet', // moved beside documents without a place, where first keys would take documents off the site
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
  /** The server's own words, or '' where the code says it all. */
  message: v.string(),
  status: v.nullable(v.number()),
  fields: v.array(fieldProblem),
  /** What the server said besides of no field, where it named some: one message to a line. */
  general: v.optional(v.string()),
  conflicts: v.array(conflict),
  /** Who else works on it, in the words of their account, where that is known. */
  by: v.optional(v.string()),
  /** Of what waits for the site (SY13): somebody else has written the document since. */
  foreign: v.optional(v.boolean()),
})
export type Problem = v.InferOutput<typeof problem>

/** The version that an entry restores. */
export const restoredVersion = v.object({
  versionId: v.string(),
  /** When the version was made, by the server's clock. */
  madeAt: v.string(),
  /** Beside what is published, where the collection has drafts. */
  asDraft: v.boolean(),
})
export type RestoredVersion = v.InferOutput<typeof restoredVersion>

/** One write that waits for the server. Times are ISO strings of this computer and decide nothing (SY11). */
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
  /** Those of its locale, and what all locales share. */
  changes: v.array(change),
  /** With mode `restore`, and with no other. */
  restores: v.exactOptional(restoredVersion),
  state: entryState,
  problem: v.nullable(problem),
  /** How often it was tried in vain while the server was there; see failing.ts. */
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

/** Whether the same request would be built of both. */
export function isSameWrite(a: OutboxEntry, b: OutboxEntry): boolean {
  return a.create === b.create && a.mode === b.mode && a.locale === b.locale && sameJson(a.changes, b.changes)
}

/** Whether the request of an entry may be at the server. */
export function isUnderWay({ state }: Pick<OutboxEntry, 'state'>): boolean {
  return state === 'sending' || state === 'unknown'
}

/** The one state line of a document (SY16). */
export const docState = v.variant('kind', [
  v.object({ kind: v.literal('saved') }),
  /** Everything was sent; the server has other values of so many places, and did not take so many. */
  v.object({ kind: v.literal('differs'), changed: v.number(), notSaved: v.number() }),
  v.object({ kind: v.literal('on-this-computer') }),
  v.object({ kind: v.literal('waiting'), count: v.number() }),
  v.object({ kind: v.literal('sending') }),
  v.object({ kind: v.literal('conflict'), fields: v.number() }),
  v.object({ kind: v.literal('failed'), problem }),
  /** It is tried again by itself and keeps failing. */
  v.object({ kind: v.literal('failing'), problem }),
])
export type DocState = v.InferOutput<typeof docState>

/** What came of sending one entry to the server. */
export const sendOutcome = v.variant('type', [
  /** `words`: the server stored it and something went wrong there afterwards, in its own words. */
  v.object({
    type: v.literal('sent'),
    ref: docRef,
    words: v.optional(v.string()),
    /** What the server says of a version that it has restored. */
    message: v.exactOptional(v.string()),
  }),
  /** Try again after a while: network, 408, 425, 429, 5xx, 423 (SY9). */
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
