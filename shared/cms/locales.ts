import type { Localization } from './schema-model.ts'

/** The locales whose values the site shows where this one has none, in the order in which they are asked. */
export function fallbacksOf(localization: Localization | null, locale: string | null): readonly string[] {
  return localization?.locales.find(({ code }) => code === locale)?.fallbacks ?? []
}
