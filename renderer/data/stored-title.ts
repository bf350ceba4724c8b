import type { DocRef } from '../../shared/cms/doc-ref.ts'
import type { Collection, Global } from '../../shared/cms/schema-model.ts'
import { effectiveDocument } from '../../shared/document/effective.ts'
import { documentTitle } from '../../shared/document/title.ts'
import type { FieldTypes } from '../../shared/fields/field-type.ts'
import type { DocumentView } from '../../shared/ipc.ts'
import type { JsonObject } from '../../shared/json.ts'
import { useT } from '../i18n/use-t.ts'
import { useContentLocale } from './content-locale.ts'
import { useFieldTypes } from './field-types-context.ts'
import { useDocumentQuery } from './queries.ts'
import { useSchema } from './schema-context.tsx'

/** The title of a document that is not open in a form, as it is on this computer; a global is called by its name. */
export function useStoredTitle(ref: DocRef, entity: Collection | Global): string {
  const { t, label, valueWords } = useT()
  const types = useFieldTypes()
  const { locale } = useContentLocale()
  const { localization } = useSchema()
  const document = useDocumentQuery(ref).data
  if (entity.kind === 'global') return label(entity.label) || entity.slug
  return documentTitle(types, {
    collection: entity,
    data: document == null ? {} : shownData(types, entity, document),
    locale,
    ref,
    untitled: `[${t('general:untitled')}]`,
    fallbackLocale: localization?.defaultLocale ?? null,
    words: valueWords,
  })
}

/** The document with the edits of this computer, which its title has everywhere else, too. */
function shownData(types: FieldTypes, { fields }: Collection, view: DocumentView): JsonObject {
  const { base, entries, draft, adjusted } = view
  return effectiveDocument({ fields, types }, { base: base.data, entries, draft, adjusted }).data
}
