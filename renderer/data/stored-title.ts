import type { DocRef } from '../../shared/cms/doc-ref.ts'
import type { Collection, Global } from '../../shared/cms/schema-model.ts'
import { effectiveDocument } from '../../shared/document/effective.ts'
import type { FieldTypes } from '../../shared/fields/field-type.ts'
import type { DocumentView } from '../../shared/ipc.ts'
import type { JsonObject } from '../../shared/json.ts'
import { useContentLocale } from './content-locale.ts'
import { useFieldTypes } from './field-types-context.ts'
import { useDocumentQuery } from './queries.ts'
import { useTitleOf } from './use-title-of.ts'
import { useT } from '../i18n/use-t.ts'

/**
 * Returns the title of a document that is not open, local edits included; a global's is its label. `otherwise`: data
 * to use if the document is not on this computer.
 */
export function useStoredTitle(
  ref: DocRef,
  entity: Collection | Global,
  otherwise: JsonObject | null = null,
): string {
  const { label } = useT()
  const titleOf = useTitleOf()
  const types = useFieldTypes()
  const { locale } = useContentLocale()
  const document = useDocumentQuery(ref).data
  if (entity.kind === 'global') return label(entity.label) || entity.slug
  const data = document == null ? (otherwise ?? {}) : shownData(types, entity, document)
  return titleOf(entity, { ref, data }, locale)
}

/** Returns the document with local edits, from which its title is made everywhere. */
function shownData(types: FieldTypes, { fields }: Collection, view: DocumentView): JsonObject {
  const { base, entries, draft, adjusted } = view
  return effectiveDocument({ fields, types }, { base: base.data, entries, draft, adjusted }).data
}
