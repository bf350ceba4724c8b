import { pickLabel } from '../../shared/cms/labels.ts'
import type { LocalizedText } from '../../shared/cms/schema-model.ts'
import type { TextContext } from '../../shared/fields/field-type.ts'
import { isWritableDate, type DateShape } from '../../shared/fields/date/date-shape.ts'
import { formatDistance, offsetName, sampleAgos, writeAgo, writeDate, writeMoment } from './dates.ts'
import { useSiteWords, useTranslator, type SiteWords } from './language-context.tsx'
import { isolated, type Translate, type Translator } from './translator.ts'
import { directionOf } from './languages.ts'
import { writeSize, numberIn, readNumber, writeNumber, type NumberReading } from './numbers.ts'

export type UseT = {
  /** Translates `namespace:key` of Payload or `galley:part.key`; a number `count` picks the plural form of S9.22. */
  t: Translate
  /** Returns a label of the site in the UI language. */
  label: (text: LocalizedText | null) => string
  language: string
  /** BCP 47 tag for Intl. */
  tag: string
  dir: 'ltr' | 'rtl'
  /**
   * Formats a time in full, in the site's format, the language's or that of `shape`; by default in this computer's
   * time zone. An invalid date, or a year beyond 9999, comes back unchanged.
   */
  formatDate: (iso: string, shape?: Partial<DateShape>) => string
  /** Formats a moment in short: today `9:41 AM`, this year without the year. */
  formatMoment: (iso: string) => string
  /** Formats the size of a file, `9.6 KB`. */
  formatSize: (bytes: number) => string
  /** Formats an age, `3 hours ago`; after a week the date. */
  formatAgo: (iso: string) => string
  /** Returns texts of `formatAgo`, the longest ones among them. */
  sampleAgos: () => readonly string[]
  /** Returns the offset of a time in a zone, `GMT+2`. */
  formatOffset: (iso: string, timeZone: string | undefined) => string
  /** Formats a distance, `about 2 hours`, without `ago`. */
  formatDistance: (iso: string) => string
  /** Formats a time of day in this computer's time zone, as the language counts hours: `9:41 AM` or `09:41`. */
  formatTime: (iso: string) => string
  /** Formats `1,284`, with the separators of the language. */
  formatNumber: (value: number) => string
  /** Reads a typed number in the language's notation. */
  readNumber: (text: string) => NumberReading
  /** Reads a number; null if it is none, ambiguous or inexact. */
  numberIn: (text: string) => number | null
  /** Formats a number for editing: `1284.5` with the language's decimal sign. */
  writeNumber: (value: number) => string
  /** The texts of field values in lists, titles, rows and differences. */
  valueWords: Omit<TextContext, 'nameOf'>
  /** Joins `a, b, c`, with the commas of the language. */
  formatList: (parts: string[]) => string
}

const WHOLE: DateShape = { parts: 'whole', pattern: null, timeZone: undefined }

/** Cached by language, date format and fallbacks: hundreds of cells share one, and formatters are costly. */
const made = new WeakMap<Translator, Map<string, UseT>>()

export function useT(): UseT {
  const translator = useTranslator()
  const site = useSiteWords()
  const known = made.get(translator) ?? new Map<string, UseT>()
  made.set(translator, known)
  const key = `${site.fallbackLanguages.join()} ${site.dateFormat}`
  const words = known.get(key) ?? makeWords(translator, site)
  known.set(key, words)
  return words
}

function makeWords({ language, tag, t, dateLocale }: Translator, site: SiteWords): UseT {
  // One unreadable date must not take a whole screen with it.
  const orAsItIs = (iso: string, make: () => string) => (isWritableDate(iso) ? make() : iso)
  const numbers = new Intl.NumberFormat(tag)
  const lists = new Intl.ListFormat(tag, { type: 'unit', style: 'short' })
  const label: UseT['label'] = (text) => pickLabel(text, language, site.fallbackLanguages)
  const dateWords = { tag, dateLocale, siteFormat: site.dateFormat }
  const formatDate: UseT['formatDate'] = (iso, shape = {}) =>
    orAsItIs(iso, () => writeDate(iso, { ...WHOLE, ...shape }, dateWords))
  return {
    t,
    language,
    tag,
    dir: directionOf(language),
    label,
    formatDate,
    formatMoment: (iso) => orAsItIs(iso, () => writeMoment(iso, Date.now(), dateWords)),
    formatSize: (bytes) => writeSize(bytes, tag),
    formatAgo: (iso) => orAsItIs(iso, () => writeAgo(iso, Date.now(), tag)),
    sampleAgos: () => sampleAgos(tag),
    formatOffset: (iso, timeZone) => offsetName(new Date(iso), tag, timeZone),
    valueWords: { label, formatDate, formatNumber: (value) => writeNumber(tag, value) },
    formatDistance: (iso) => orAsItIs(iso, () => formatDistance(iso, new Date(), dateLocale)),
    formatTime: (iso) => formatDate(iso, { parts: 'time' }),
    formatNumber: (value) => numbers.format(value),
    readNumber: (text) => readNumber(tag, text),
    numberIn: (text) => numberIn(tag, text),
    writeNumber: (value) => writeNumber(tag, value),
    // The list follows the page's direction, each part its own.
    formatList: (parts) => lists.format(directionOf(language) === 'rtl' ? parts.map(isolated) : parts),
  }
}
