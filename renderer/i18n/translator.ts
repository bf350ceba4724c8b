import { importDateFNSLocale } from '@payloadcms/translations'
import type { Locale } from 'date-fns'
import { enUS } from 'date-fns/locale/en-US'
import { createInstance, type i18n as I18next } from 'i18next'
import { directionOf, languages } from './languages.ts'
import { loadGalleyMessages } from './messages.ts'
import { pluralKey } from './plural.ts'

export type TranslateVars = Readonly<Record<string, string | number>>
export type Translate = (key: string, vars?: TranslateVars) => string

export type Translator = { language: string; tag: string; t: Translate; dateLocale: Locale }

const i18next: I18next = createInstance()
const ready = i18next.init({
  lng: 'en',
  fallbackLng: false,
  load: 'currentOnly',
  defaultNS: 'general',
  resources: {},
  interpolation: { escapeValue: false, skipOnVariables: true },
  // A placeholder without a value stays as it is (A.4).
  missingInterpolationHandler: (_text: string, match: RegExpExecArray) => match[0],
})
const loaded = new Map<string, Promise<Locale>>()

/**
 * Loads a language (and English, which fills its gaps) and gives its translate function.
 * @throws Error `Language {key} not supported` (S8.13)
 */
export async function loadTranslator(language: string): Promise<Translator> {
  const entry = languages[language]
  if (entry === undefined) throw new Error(`Language ${language} not supported`)
  await ready
  const [dateLocale] = await Promise.all([loadOnce(language), loadOnce('en')])
  return { language, tag: entry.tag, dateLocale, t: translateIn(language) }
}

function loadOnce(language: string): Promise<Locale> {
  let loading = loaded.get(language)
  if (loading === undefined) {
    loading = load(language)
    loaded.set(language, loading)
    // A language that could not be read is tried again the next time.
    loading.catch(() => loaded.delete(language))
  }
  return loading
}

async function load(language: string): Promise<Locale> {
  const entry = languages[language]
  if (entry === undefined) throw new Error(`Language ${language} not supported`)
  const [payload, galley] = await Promise.all([entry.load(), loadGalleyMessages(language)])
  for (const [namespace, texts] of Object.entries(payload.translations)) {
    i18next.addResourceBundle(language, namespace, texts)
  }
  i18next.addResourceBundle(language, 'galley', galley)
  // Two languages have no date locale; theirs are written as in English (S9.21).
  if (payload.dateFNSKey === 'en-US') return enUS
  return (await importDateFNSLocale(payload.dateFNSKey)) ?? enUS
}

/** English where the language lacks the key; a key that is nowhere is shown as itself and reported (S8.12). */
function translateIn(language: string): Translate {
  const isRtl = directionOf(language) === 'rtl'
  /** Texts without variables, kept: a list asks for the same few hundreds of times. */
  const plain = new Map<string, string>()
  return (key, vars) => {
    const kept = vars === undefined ? plain.get(key) : undefined
    if (kept !== undefined) return kept
    const text = find(key, vars ?? {})
    if (text === null) {
      console.warn(`key not found: ${key}`)
      return key
    }
    if (vars === undefined) plain.set(key, text)
    return text
  }

  function find(key: string, vars: TranslateVars): string | null {
    const count = vars['count']
    for (const lngs of [[language], ['en']]) {
      const exists = (wanted: string) => i18next.exists(wanted, { lngs })
      const chosen = typeof count === 'number' ? pluralKey(key, count, exists) : key
      if (!exists(chosen)) continue
      // Numbers go in as text: i18next must not choose a plural of its own.
      const texts = Object.fromEntries(
        Object.entries(vars).map(([name, value]) => [name, asText(value, isRtl)]),
      )
      return i18next.t(chosen, { ...texts, lngs })
    }
    return null
  }
}

/**
 * What is put into a text that runs from right to left keeps its own order: `فشل: Write traveller, not tourist.` ends
 * with the point, not with it at the start.
 */
function asText(value: string | number, isolated: boolean): string {
  const text = String(value)
  return isolated && typeof value === 'string' && text !== '' ? `\u2068${text}\u2069` : text
}
