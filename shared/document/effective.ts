import type { Field } from '../cms/schema-model.ts'
import type { JsonObject } from '../json.ts'
import { applyChanges } from './apply.ts'
import type { Change, LostRows } from './change.ts'
import type { DocumentSchema } from '../fields/field-type.ts'
import { rebaseChanges } from './rebase.ts'
import type { Rebased } from './rebase.ts'
import type { ServerAdjusted } from './server-adjusted.ts'

/** The layers of a document, the lowest first. */
export type DocumentLayers = {
  /** The base: all locales, depth 0. */
  base: JsonObject
  /** The queued entries, in order. */
  entries: readonly { changes: readonly Change[] }[]
  /** The draft, not rebased. */
  draft: { changes: readonly Change[]; lost: LostRows } | null
  adjusted: readonly ServerAdjusted[]
}

export type EffectiveDocument = {
  /** Base and entries: the document below the draft. */
  queued: JsonObject
  /** The document that the screen shows. */
  data: JsonObject
  /** The draft, rebased on `queued`. */
  draft: Rebased
}

/** Returns a base with the changes of entries that were rebased on it, in order. */
export function queuedDocument(
  fields: Field[],
  base: JsonObject,
  entries: DocumentLayers['entries'],
): JsonObject {
  return entries.reduce((data, { changes }) => applyChanges(fields, data, changes), base)
}

/** Computes the effective document: base, entries and draft (DM4). */
export function effectiveDocument(schema: DocumentSchema, layers: DocumentLayers): EffectiveDocument {
  const { fields } = schema
  const queued = queuedDocument(fields, layers.base, layers.entries)
  const { draft: made, adjusted, base } = layers
  const draft = rebaseChanges(schema, queued, made?.changes ?? [], { lost: made?.lost ?? {}, adjusted, base })
  return { queued, data: applyChanges(fields, queued, draft.changes), draft }
}
