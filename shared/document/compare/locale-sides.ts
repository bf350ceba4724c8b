import { isPlainJson, own, type Json } from '../../json.ts'

/** The values of two documents at one path in one locale. */
export type Sides = { locale: string | null; before: Json | undefined; after: Json | undefined }

/** The locales of a comparison. `shown`: the selected ones of all that the site has. */
export type ComparedLocales = { all: readonly string[]; shown: readonly string[] }

/**
 * The two values of a localized field, one pair for each shown locale. Values in unknown locales, and those stored
 * before the field was localized, are included.
 */
export function localeSides(
  before: Json | undefined,
  after: Json | undefined,
  { all, shown }: ComparedLocales,
): Sides[] {
  const [old, now] = [slotsOf(before, all), slotsOf(after, all)]
  const strange = [...new Set([...old.keys(), ...now.keys()])].filter(
    (code) => code === null || !all.includes(code),
  )
  return [...shown, ...strange].map((locale) => ({
    locale,
    before: old.get(locale),
    after: now.get(locale),
  }))
}

/** The values by locale; a value that is not an object of locales is under null. */
function slotsOf(value: Json | undefined, all: readonly string[]): Map<string | null, Json> {
  if (value === undefined || value === null) return new Map()
  return isPerLocale(value, all) ? new Map(Object.entries(value)) : new Map([[null, value]])
}

function isPerLocale(value: Json, all: readonly string[]): value is { [code: string]: Json } {
  if (!isPlainJson(value)) return false
  return Object.keys(value).length === 0 || all.some((code) => own(value, code) !== undefined)
}

/** The two values of a field that the schema lacks, one pair per locale if they look localized. */
export function unknownSides(
  before: Json | undefined,
  after: Json | undefined,
  locales: ComparedLocales,
): Sides[] {
  const looksLocalized = [before, after].every(
    (value) =>
      value === undefined ||
      value === null ||
      (isPlainJson(value) && Object.keys(value).every((code) => locales.all.includes(code))),
  )
  const hasKeys = [before, after].some((value) => isPlainJson(value) && Object.keys(value).length > 0)
  return looksLocalized && hasKeys ? localeSides(before, after, locales) : [{ locale: null, before, after }]
}
