import { useMemo } from 'react'
import { hasLocalizedFields } from '../../../../shared/cms/fields.ts'
import type { Collection, Global } from '../../../../shared/cms/schema-model.ts'
import { useContentLocale, type ContentLocaleOption } from '../../../data/content-locale.tsx'
import { localPreference, useLocalPreference } from '../../../data/local-preference.ts'

/** Code of the second locale chosen last; null: none. It stays from document to document. */
const preference = localPreference('second-locale', (stored) => (typeof stored === 'string' ? stored : null))

/** Element id of the locale menu on the screen, which also opens the second locale. */
export const LOCALE_MENU_ID = 'document-locale'

export type SecondLocale = {
  /** The second locale; null: none. */
  second: ContentLocaleOption | null
  /** Locales that can be chosen. */
  choices: readonly ContentLocaleOption[]
  choose: (code: string | null) => void
  toggle: () => void
}

/** Returns the second locale of a document's screen; only for documents with localized fields. */
export function useSecondLocale(entity: Collection | Global): SecondLocale {
  const { locale, locales } = useContentLocale()
  const [chosen, choose] = useLocalPreference(preference)
  return useMemo(() => {
    const first = locales.find(({ code }) => code === locale)
    const hasTexts = first !== undefined && hasLocalizedFields(entity.fields)
    const choices = hasTexts ? locales.filter(({ code }) => code !== locale) : []
    const usual = choices.find(({ code }) => code === first?.source) ?? choices[0]
    const second = chosen === null ? null : (choices.find(({ code }) => code === chosen) ?? usual ?? null)
    return {
      second,
      choices,
      choose,
      toggle: () => choose(second === null ? (usual?.code ?? null) : null),
    }
  }, [locale, locales, chosen, choose, entity])
}
