import { createHash } from 'node:crypto'
import type { Payload } from 'payload'
import { expireLater, expiryKey, purgeHourly } from '../idempotency/expiry.ts'
import { keyRowsOf } from '../idempotency/key-rows.ts'
import type { KeyRows } from '../idempotency/key-rows.ts'
import { LIMITS } from '../limits.ts'

/**
 * Prefix of a note: a user's app has edits of a document. The key has the document first, then the user and the app.
 */
const NOTE_PREFIX = 'galley-unsent:'
/** Prefix of a list: all documents that an app of a user has reported. */
const LIST_PREFIX = 'galley-unsent-of:'

/** Most apps of one user; beyond that the least recently active are dropped. */
const MOST_APPS = 10
/** Most notes that are read for one document; a user has one per app. */
const MOST_NOTES = 50
const KEEP_MS = 14 * 24 * 60 * 60 * 1000

/** The user of edits, and the installation that has them. */
export type UnsentBy = { readonly collection: string; readonly id: number | string; readonly app: string }
/** A user with edits of a document; `since` in milliseconds since 1970. */
export type UnsentNote = { readonly collection: string; readonly id: number | string; readonly since: number }

/**
 * Unsent edits of users by document: rows of Payload's key-value store, like those of idempotency keys. They hold ids
 * and times, and expire after two weeks.
 */
export type UnsentNotes = {
  /** Replaces the documents (by name, see `documentName`) of which an app has edits. */
  readonly replace: (by: UnsentBy, documents: readonly string[]) => Promise<void>
  /** The users with edits of a document, longest first, each once. */
  readonly read: (document: string) => Promise<readonly UnsentNote[]>
}

/** The name of a document or, without an id, of a global. */
export const documentName = (slug: string, id: number | string | null): string =>
  id === null ? `global\n${slug}` : `collection\n${slug}\n${id}`

const digits = (text: string, length: number): string =>
  createHash('sha256').update(text).digest('hex').slice(0, length)

/** The notes of a site; `null` if its key-value store is not the database, so that others would not find them. */
export function unsentNotesOf(payload: Payload): UnsentNotes | null {
  const rows = keyRowsOf(payload)
  if (!rows) return null
  return {
    replace: async (by, documents) => {
      const user = digits(`${by.collection}\n${by.id}`, 20)
      const own = user + digits(by.app, 12)
      const listKey = `${LIST_PREFIX}${own}`
      const wanted = documents
        .slice(0, LIMITS.unsentDocuments)
        .map((name) => `${NOTE_PREFIX}${digits(name, 20)}${own}`)
      const list = await rows.read(listKey)
      const before = keysIn(list)
      const at = Date.now()
      if (wanted.length > 0) {
        await expireLater(rows, expiryName(own), { keys: [listKey, ...wanted], at }, KEEP_MS)
        purgeHourly(rows, payload)
      }
      // Written before the notes, so that each listed note can be removed later.
      if (wanted.length > 0) await rows.write(listKey, { at, keys: wanted })
      for (const key of wanted)
        if (!before.includes(key)) await rows.write(key, { at, collection: by.collection, id: by.id })
      const gone = before.filter((key) => !wanted.includes(key))
      await rows.remove(wanted.length > 0 ? gone : [...gone, listKey])
      // Only the latest expiry is needed.
      const ends = expiryOf(own, list)
      if (wanted.length === 0 || ends !== expiryOf(own, { at })) await rows.remove([ends])
      await removeOldestApps(rows, user)
    },
    read: async (document) => {
      const prefix = `${NOTE_PREFIX}${digits(document, 20)}`
      const found = await rows.range(`${prefix}0`, `${prefix}g`, MOST_NOTES)
      const notes = found.flatMap(({ data }) => noteIn(data)).toSorted((a, b) => a.since - b.since)
      // For a user with several computers the first edit counts.
      return notes.filter(
        (note, index) =>
          notes.findIndex(({ collection, id }) => collection === note.collection && id === note.id) === index,
      )
    },
  }
}

const expiryName = (own: string): string => `${own}:unsent`

/** Key of the expiry of an app's notes, by its list. */
const expiryOf = (own: string, list: unknown): string => expiryKey(expiryName(own), timeIn(list), KEEP_MS)

async function removeOldestApps(rows: KeyRows, user: string): Promise<void> {
  const prefix = `${LIST_PREFIX}${user}`
  if ((await rows.count(`${prefix}0`, `${prefix}g`)) <= MOST_APPS) return
  const lists = [...(await rows.range(`${prefix}0`, `${prefix}g`, MOST_APPS * 2))]
  lists.sort((a, b) => timeIn(b.data) - timeIn(a.data))
  const gone = lists.slice(MOST_APPS)
  await rows.remove(gone.flatMap(({ key, data }) => [...keysIn(data), key]))
  await rows.remove(gone.map(({ key, data }) => expiryOf(key.slice(LIST_PREFIX.length), data)))
}

function property(data: unknown, name: string): unknown {
  return typeof data === 'object' && data !== null ? Reflect.get(data, name) : undefined
}

function keysIn(data: unknown): string[] {
  const keys = property(data, 'keys')
  return Array.isArray(keys) ? keys.filter((key) => typeof key === 'string') : []
}

function timeIn(data: unknown): number {
  const at = property(data, 'at')
  return typeof at === 'number' ? at : 0
}

function noteIn(data: unknown): UnsentNote[] {
  const collection = property(data, 'collection')
  const id = property(data, 'id')
  if (typeof collection !== 'string' || (typeof id !== 'string' && typeof id !== 'number')) return []
  return [{ collection, id, since: timeIn(data) }]
}
