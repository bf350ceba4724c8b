import { pickLabel } from '../../shared/cms/labels.ts'
import type { LocalizedText } from '../../shared/cms/schema-model.ts'
import type { TextContext } from '../../shared/fields/field-type.ts'
import { isWritableDate, type DateShape } from '../../shared/fields/date/date-shape.ts'
import { formatDistance, offsetName, sampleAgos, writeAgo, writeDate, writeMoment } from './dates.ts'
import { useSiteWords, useTranslator, type SiteWords } from './language-context.tsx'
import { isolated } from './isolated.ts'
import { directionOf } from './languages.ts'
import { writeSize } from './sizes.ts'
import { numberIn, readNumber, writeNumber, type NumberReading } from './numbers.ts'
import type { Translate, Translator } from './translator.ts'

export type UseT = {
  /** `namespace:key` of Payload or `galley:part.key`; with a number as `count` the plural form of S9.22. */
  t: Translate
  /** A label of the site in the UI language. */
  label: (text: LocalizedText | null) => string
  language: string
  /** Of the language, for Intl. */
  tag: string
  dir: 'ltr' | 'rtl'
  /**
   * All of it in the site's date format or as the language writes it, or as `shape` says; in this computer's time zone
   * unless another one is named. What is not a date, and one of a year beyond 9999, comes back as it is.
   */
  formatDate: (iso: string, shape?: Partial<DateShape>) => string
  /** A moment in one short form: of today `9:41 AM`, of this year without the year. */
  formatMoment: (iso: string) => string
  /** `9.6 KB`, of a file. */
  formatSize: (bytes: number) => string
  /** `3 hours ago`; the day, where it is longer than a week ago. */
  formatAgo: (iso: string) => string
  /** What `formatAgo` says at its longest. */
  sampleAgos: () => readonly string[]
  /** `GMT+2`, of a time in a zone. */
  formatOffset: (iso: string, timeZone: string | undefined) => string
  /** `about 2 hours`, without `ago`. */
  formatDistance: (iso: string) => string
  /** `9:41 AM` or `09:41`, as the language counts hours; of this computer's clock. */
  formatTime: (iso: string) => string
  /** `1,284`, with the separators of the language. */
  formatNumber: (value: number) => string
  /** What somebody typed as a number, by the signs of the language. */
  readNumber: (text: string) => NumberReading
  /** The same, null where it says no number or one of two. */
  numberIn: (text: string) => number | null
  /** `1284.5` with the decimal sign of the language: a value, to be read and typed on. */
  writeNumber: (value: number) => string
  /** How values of fields are said in this language, wherever that is: lists, titles, rows, differences. */
  valueWords: Omit<TextContext, 'nameOf'>
  /** `a, b, c`, with the commas of the language. */
  formatList: (parts: string[]) => string
}

const WHOLE: DateShape = { parts: 'whole', pattern: null, timeZone: undefined }

/** One for each language, date format and fallback: hundreds of cells ask for the same, and formatters are costly to make. */
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
    // The order of the list is the page's, that of each part its own.
    formatList: (parts) => lists.format(directionOf(language) === 'rtl' ? parts.map(isolated) : parts),
  }
}
