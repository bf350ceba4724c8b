import type { Localization } from './schema-model.ts'

/** The locales that the site falls back to, in order, where this one has no value. */
export function fallbacksOf(localization: Localization | null, locale: string | null): readonly string[] {
  return localization?.locales.find(({ code }) => code === locale)?.fallbacks ?? []
}

/**
 * The locale that a person starts in: the site's default or the first that is offered; null: there are no
 * locales.
 */
export function firstLocale(localization: Localization | null): string | null {
  if (localization === null) return null
  const offered = localization.locales.filter(({ hidden }) => hidden !== true).map(({ code }) => code)
  return offered.includes(localization.defaultLocale)
    ? localization.defaultLocale
    : (offered[0] ?? localization.defaultLocale)
}
