import * as v from 'valibot'
import { docRef } from '../cms/doc-ref.ts'
import { savedDifference, sentCell } from '../document/compare-saved.ts'
import { writeMode } from './entry.ts'

/** A value that the server does not have as it was sent, with the entry that sent it. */
export const openDifference = v.object({
  ...savedDifference.entries,
  /** Key of the entry. */
  key: v.string(),
  /** Time of this computer. */
  savedAt: v.string(),
})
export type OpenDifference = v.InferOutput<typeof openDifference>

/** What was done: a write of a document, or a move of it among others. */
export const sentMode = v.picklist([...writeMode.options, 'move'])
export type SentMode = v.InferOutput<typeof sentMode>

/** An entry that reached the server, as it is kept for the outbox's history. */
export const sentEntry = v.object({
  key: v.string(),
  ref: docRef,
  create: v.boolean(),
  mode: sentMode,
  locale: v.nullable(v.string()),
  /** What was sent, what a person has to know of first; at most 100. */
  cells: v.array(sentCell),
  /** What the server said although it did it; null: nothing, or it was seen. */
  words: v.nullable(v.string()),
  createdAt: v.string(),
  sentAt: v.string(),
})
export type SentEntry = v.InferOutput<typeof sentEntry>
