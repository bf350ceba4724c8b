import type { DocRef } from '../../shared/cms/doc-ref.ts'
import type { Collection, Global } from '../../shared/cms/schema-model.ts'
import { effectiveDocument } from '../../shared/document/effective.ts'
import { documentTitle } from '../../shared/document/title.ts'
import type { FieldTypes } from '../../shared/fields/field-type.ts'
import type { DocumentView } from '../../shared/ipc.ts'
import type { JsonObject } from '../../shared/json.ts'
import { useContentLocale } from './content-locale.ts'
import { useFieldTypes } from './field-types-context.ts'
import { useDocumentQuery } from './queries.ts'
import { useSchema } from './schema-context.tsx'
import { useT } from '../i18n/use-t.ts'

/**
 * What a document that is not open is called, with the edits of this computer; a global by its label. `otherwise`: what
 * is known of the document where it is not on this computer.
 */
export function useStoredTitle(
  ref: DocRef,
  entity: Collection | Global,
  otherwise: JsonObject | null = null,
): string {
  const { t, label, valueWords } = useT()
  const schema = useSchema()
  const types = useFieldTypes()
  const { locale } = useContentLocale()
  const document = useDocumentQuery(ref).data
  if (entity.kind === 'global') return label(entity.label) || entity.slug
  return documentTitle(types, {
    collection: entity,
    data: document == null ? (otherwise ?? {}) : shownData(types, entity, document),
    locale,
    ref,
    untitled: `[${t('general:untitled')}]`,
    fallbackLocale: schema.localization?.defaultLocale ?? null,
    words: valueWords,
  })
}

/** The document with the edits of this computer, which its title has everywhere else, too. */
function shownData(types: FieldTypes, { fields }: Collection, view: DocumentView): JsonObject {
  const { base, entries, draft, adjusted } = view
  return effectiveDocument({ fields, types }, { base: base.data, entries, draft, adjusted }).data
}
