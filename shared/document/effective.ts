import type { Field } from '../cms/schema-model.ts'
import type { JsonObject } from '../json.ts'
import { applyChanges } from './apply.ts'
import type { Change, LostRows } from './change.ts'
import type { DocumentSchema } from './document-schema.ts'
import { rebaseChanges } from './rebase.ts'
import type { Rebased } from './rebase.ts'
import type { ServerAdjusted } from './server-adjusted.ts'

/** The layers of a document, the lowest first; all of them are needed to say what it is. */
export type DocumentLayers = {
  /** What the server last said: all locales, depth 0. */
  base: JsonObject
  /** What is queued, in order. */
  entries: readonly { changes: readonly Change[] }[]
  /** What is not queued yet, as it was made. */
  draft: { changes: readonly Change[]; lost: LostRows } | null
  adjusted: readonly ServerAdjusted[]
}

export type EffectiveDocument = {
  /** Base and queue: what the draft lies on. */
  queued: JsonObject
  /** What the screen shows. */
  data: JsonObject
  /** The draft on top of what is there now. */
  draft: Rebased
}

/** A base with the changes of these entries on it, in order. They lie on it: the store rebases the queue with it. */
export function queuedDocument(
  fields: Field[],
  base: JsonObject,
  entries: DocumentLayers['entries'],
): JsonObject {
  return entries.reduce((data, { changes }) => applyChanges(fields, data, changes), base)
}

/** A document as it is with everything that was done to it on this computer (DM4). */
export function effectiveDocument(schema: DocumentSchema, layers: DocumentLayers): EffectiveDocument {
  const { fields } = schema
  const queued = queuedDocument(fields, layers.base, layers.entries)
  const { draft: made, adjusted, base } = layers
  const draft = rebaseChanges(schema, queued, made?.changes ?? [], { lost: made?.lost ?? {}, adjusted, base })
  return { queued, data: applyChanges(fields, queued, draft.changes), draft }
}
