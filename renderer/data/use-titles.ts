import { useCallback } from 'react'
import type { DocRef } from '../../shared/cms/doc-ref.ts'
import { fallbacksOf } from '../../shared/cms/locales.ts'
import type { Collection, Global } from '../../shared/cms/schema-model.ts'
import { documentTitle } from '../../shared/document/title.ts'
import type { JsonObject } from '../../shared/json.ts'
import { useFieldTypes } from './field-types-context.ts'
import { useSchema } from './schema-context.tsx'
import { useT } from '../i18n/use-t.ts'
import { effectiveDocument } from '../../shared/document/effective.ts'
import type { FieldTypes } from '../../shared/fields/field-type.ts'
import type { DocumentView } from '../../shared/ipc.ts'
import { useContentLocale } from './content-locale.tsx'
import { useDocumentQuery } from './queries.ts'

export type TitleOf = (
  collection: Collection,
  document: { ref: DocRef; data: JsonObject },
  locale: string | null,
  /** `untitled`: replaces the text for a missing title; `orId` false: the id does not count as a title. */
  otherwise?: { untitled?: string; orId?: boolean },
) => string

/**
 * Returns a function for titles of documents: in the locale, else in its fallback locales, else the id, else
 * `[Untitled]` in the user's language.
 */
export function useTitleOf(): TitleOf {
  const { t, valueWords } = useT()
  const types = useFieldTypes()
  const { localization } = useSchema()
  return useCallback(
    (collection, { ref, data }, locale, otherwise = {}) =>
      documentTitle(types, {
        collection,
        data,
        locale,
        ref,
        untitled: `[${t('general:untitled')}]`,
        fallbacks: fallbacksOf(localization, locale),
        words: valueWords,
        ...otherwise,
      }),
    [t, valueWords, types, localization],
  )
}

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
