import { firstLocale } from '../../shared/cms/locales.ts'
import type { SiteSchema } from '../../shared/cms/schema-model.ts'

/**
 * Returns the locale of an address, else the last one chosen, each only if it is offered; else the site's default, or
 * the first one offered if the default is hidden; null without localization.
 */
export function localeOf(
  localization: SiteSchema['localization'],
  params: URLSearchParams,
  lastChosen: string | null,
): string | null {
  if (localization === null) return null
  const isOffered = (wanted: string | null): boolean =>
    localization.locales.some(({ code, hidden }) => code === wanted && hidden !== true)
  return [params.get('locale'), lastChosen].find(isOffered) ?? firstLocale(localization)
}

/** Returns the suffix of a screen's path for a content locale; '' for null. */
export function localeSuffix(locale: string | null): string {
  return locale === null ? '' : `?locale=${encodeURIComponent(locale.toWellFormed())}`
}
