import { createContext, useContext, useEffect, useMemo, useState, type ReactNode } from 'react'
import { I18nProvider } from 'react-aria-components'
import { DEFAULT_DATE_FORMAT } from './dates.ts'
import { directionOf, languages } from './languages.ts'
import { loadTranslator, type Translator } from './translator.ts'

const TranslatorContext = createContext<Translator | null>(null)
/** The site's settings for dates and labels. */
export type SiteWords = { dateFormat: string; fallbackLanguages: readonly string[] }
const ENGLISH = ['en'] as const
const SiteWordsContext = createContext<SiteWords>({
  dateFormat: DEFAULT_DATE_FORMAT,
  fallbackLanguages: ENGLISH,
})

/** Provides the site's settings; without a schema the usual defaults. */
export function SiteWordsProvider({ site, children }: { site: SiteWords | null; children: ReactNode }) {
  const dateFormat = site?.dateFormat ?? DEFAULT_DATE_FORMAT
  const fallbackLanguages = site?.fallbackLanguages ?? ENGLISH
  const words = useMemo(() => ({ dateFormat, fallbackLanguages }), [dateFormat, fallbackLanguages])
  return <SiteWordsContext value={words}>{children}</SiteWordsContext>
}

/** Loads the UI language and provides it; the previous one stays meanwhile. */
export function LanguageProvider({ language, children }: { language: string; children: ReactNode }) {
  const wanted = language in languages ? language : 'en'
  const [translator, setTranslator] = useState<Translator | null>(null)

  useEffect(() => {
    let stopped = false
    const show = (loaded: Translator) => {
      if (stopped) return
      document.documentElement.lang = loaded.tag.split('-u-')[0] ?? 'en'
      document.documentElement.dir = directionOf(loaded.language)
      setTranslator(loaded)
    }
    loadTranslator(wanted).then(show, (error: unknown) => {
      console.error('Language not loaded', error)
      void loadTranslator('en').then(show)
    })
    return () => {
      stopped = true
    }
  }, [wanted])

  const content = useMemo(
    () =>
      translator && (
        <I18nProvider locale={translator.tag}>
          <TranslatorContext value={translator}>{children}</TranslatorContext>
        </I18nProvider>
      ),
    [translator, children],
  )
  return content
}

export function useTranslator(): Translator {
  const translator = useContext(TranslatorContext)
  if (translator === null) throw new Error('useT is used outside of LanguageProvider')
  return translator
}

export function useSiteWords(): SiteWords {
  return useContext(SiteWordsContext)
}
