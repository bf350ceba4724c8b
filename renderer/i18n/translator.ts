import { importDateFNSLocale } from '@payloadcms/translations'
import type { Locale } from 'date-fns'
import { enUS } from 'date-fns/locale/en-US'
import { createInstance, type i18n as I18next } from 'i18next'
import { directionOf, languages } from './languages.ts'

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
})
const loaded = new Map<string, Promise<Locale>>()

/**
 * Loads a language (and English, which fills its gaps) and returns its translate function.
 * @throws Error `Language {key} not supported` (S8.13), or the error of a failed import
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
    // A language that failed to load is loaded again next time.
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
  // Two languages have no date locale; their dates are written as in English (S9.21).
  if (payload.dateFNSKey === 'en-US') return enUS
  return (await importDateFNSLocale(payload.dateFNSKey)) ?? enUS
}

/** Falls back on English; a key without any text is shown as itself and reported (S8.12). */
function translateIn(language: string): Translate {
  const isRtl = directionOf(language) === 'rtl'
  const own = textsIn(language)
  const english = textsIn('en')
  return (key, vars) => {
    const text = find(own, key, vars)
    if (text !== null) return text
    const inEnglish = find(english, key, vars)
    // In a right-to-left page `1 word` would read `word 1`.
    if (inEnglish !== null) return isRtl ? `${LEFT_TO_RIGHT}${inEnglish}${END}` : inEnglish
    console.warn(`key not found: ${key}`)
    return key
  }

  function find(texts: Texts, key: string, vars?: TranslateVars): string | null {
    if (vars === undefined) return texts(key)
    const { count } = vars
    const isThere = (wanted: string) => texts(wanted) !== null
    const text = texts(typeof count === 'number' ? pluralKey(key, count, isThere) : key)
    return text === null ? null : fill(text, vars, isRtl)
  }
}

/** The raw text of a key, with its placeholders; null if the language has none. */
type Texts = (key: string) => string | null

/** Caches the texts of one language: a list asks for the same few hundreds of times. */
function textsIn(language: string): Texts {
  const known = new Map<string, string | null>()
  const lngs = [language]
  return (key) => {
    let text = known.get(key)
    if (text === undefined) {
      text = i18next.exists(key, { lngs }) ? i18next.t(key, { lngs, skipInterpolation: true }) : null
      known.set(key, text)
    }
    return text
  }
}

/** Fills placeholders. One without a value stays (A.4); placeholders inside values are not filled. */
function fill(text: string, vars: TranslateVars, isRtl: boolean): string {
  return text.replaceAll(/\{\{(\w+)\}\}/g, (placeholder, name: string) => {
    const value = vars[name]
    return value === undefined ? placeholder : asText(value, isRtl)
  })
}

/**
 * Isolates a value in a text of the other direction, so that it keeps its order: `فشل: Write traveller, not tourist.`
 * ends with the point.
 */
function asText(value: string | number, inRtl: boolean): string {
  const isOther = typeof value === 'string' && value !== '' && (inRtl || RIGHT_TO_LEFT.test(value))
  return isOther ? isolated(value) : String(value)
}

const FORMS: Readonly<Record<number, string>> = {
  0: 'zero',
  1: 'one',
  2: 'two',
  3: 'few',
  4: 'few',
  5: 'few',
}

/**
 * Payload's fixed plural rule (S9.22): 0 zero, 1 one, 2 two, 3-5 few, more than 5 many, anything else other; each only
 * if that form of the key exists, else `_other`, else the bare key.
 */
export function pluralKey(key: string, count: number, exists: (key: string) => boolean): string {
  const form = FORMS[count] ?? (count > 5 ? 'many' : 'other')
  if (exists(`${key}_${form}`)) return `${key}_${form}`
  return exists(`${key}_other`) ? `${key}_other` : key
}

/** Invisible Unicode characters: text between one of the first two and END keeps its own direction. */
export const LEFT_TO_RIGHT = '\u2066'
const AS_IT_BEGINS = '\u2068'
export const END = '\u2069'

/** Letters of Hebrew, Arabic and other scripts from right to left. */
export const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/

/** Isolates a value within a sentence, in the direction of its first letter. */
export function isolated(value: string): string {
  return `${AS_IT_BEGINS}${value}${END}`
}

type Messages = { [key: string]: string | Messages }
type MessageModule = { default: Messages }

/** Galley's own texts: galley/<language>/<part>.json. English is always there, the others load with their language. */
const english = import.meta.glob<MessageModule>('./galley/en/*.json', { eager: true })
const others = import.meta.glob<MessageModule>(['./galley/*/*.json', '!./galley/en/*.json'])

/** Returns all of Galley's texts in a language; {} if it is not translated. */
export async function loadGalleyMessages(language: string): Promise<Messages> {
  if (language === 'en') return join(Object.values(english))
  const wanted = Object.entries(others).filter(([path]) => path.startsWith(`./galley/${language}/`))
  return join(await Promise.all(wanted.map(([, read]) => read())))
}

function join(modules: MessageModule[]): Messages {
  return Object.fromEntries(modules.flatMap((module) => Object.entries(module.default)))
}
