import type { DocRef } from '../../../shared/cms/doc-ref.ts'
import type { Field, SiteSchema } from '../../../shared/cms/schema-model.ts'
import type { Change } from '../../../shared/document/change.ts'
import { effectiveDocument } from '../../../shared/document/effective.ts'
import type { FieldTypes } from '../../../shared/fields/field-type.ts'
import type { DocumentView } from '../../../shared/ipc.ts'
import type { JsonObject } from '../../../shared/json.ts'
import { entityOf } from '../../unsent/entry-words.ts'

export type DocumentSides = {
  /** Null: the site does not have it any more. */
  fields: Field[] | null
  /** The draft on top of what is there now. */
  changes: readonly Change[]
  /** Without the draft, and with it; all locales. */
  queued: JsonObject
  data: JsonObject
}

/** A document without and with what was typed in it; nothing where it is not read yet. */
export function documentSides(
  schema: SiteSchema,
  types: FieldTypes,
  ref: DocRef,
  view: DocumentView | null,
): DocumentSides {
  const fields = entityOf(schema, ref)?.fields ?? null
  if (view === null) return { fields, changes: [], queued: {}, data: {} }
  const { queued, data, draft } = effectiveDocument(
    { fields: fields ?? [], types },
    { base: view.base.data, entries: view.entries, draft: view.draft, adjusted: view.adjusted },
  )
  return { fields, changes: draft.changes, queued, data }
}
