import * as v from 'valibot'
import { docRef } from '../cms/doc-ref.ts'
import { savedDifference, sentCell } from '../document/saved-difference.ts'
import { writeMode } from './entry.ts'

/** A value that the server does not have as it was sent, with the entry that sent it. */
export const openDifference = v.object({
  ...savedDifference.entries,
  /** Key of the entry. */
  key: v.string(),
  /** ISO time of this computer. */
  savedAt: v.string(),
})
export type OpenDifference = v.InferOutput<typeof openDifference>

/** The action that was sent: a write of a document, or a move in a manual order. */
export const sentMode = v.picklist([...writeMode.options, 'move'])
export type SentMode = v.InferOutput<typeof sentMode>

/** An entry of the outbox's history: it has reached the server. */
export const sentEntry = v.object({
  key: v.string(),
  ref: docRef,
  create: v.boolean(),
  mode: sentMode,
  locale: v.nullable(v.string()),
  /** The cells that were sent, those that a person has to know of first; at most 100. */
  cells: v.array(sentCell),
  /** The server's words about an error after it stored the entry; null: none, or a person has seen them. */
  words: v.nullable(v.string()),
  createdAt: v.string(),
  sentAt: v.string(),
})
export type SentEntry = v.InferOutput<typeof sentEntry>
