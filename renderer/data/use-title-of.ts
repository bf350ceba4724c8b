import { useCallback } from 'react'
import type { DocRef } from '../../shared/cms/doc-ref.ts'
import { fallbacksOf } from '../../shared/cms/locales.ts'
import type { Collection } from '../../shared/cms/schema-model.ts'
import { documentTitle } from '../../shared/document/title.ts'
import type { JsonObject } from '../../shared/json.ts'
import { useFieldTypes } from './field-types-context.ts'
import { useSchema } from './schema-context.tsx'
import { useT } from '../i18n/use-t.ts'

export type TitleOf = (
  collection: Collection,
  document: { ref: DocRef; data: JsonObject },
  locale: string | null,
  /** `untitled`: instead of the word for it; `orId` false: its id is not taken for a title. */
  otherwise?: { untitled?: string; orId?: boolean },
) => string

/** Titles of documents in the words of the window, in a locale or in those that the site asks where it has none. */
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
