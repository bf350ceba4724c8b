import { firstLocale } from '../../shared/cms/locales.ts'
import type { SiteSchema } from '../../shared/cms/schema-model.ts'

/**
 * The locale asked for by an address, else the one that was chosen last, where the person is offered it, else their
 * first one; null: no localization.
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

/** What follows a screen's path so that it shows this content locale; null: that of the site. */
export function localeSuffix(locale: string | null): string {
  return locale === null ? '' : `?locale=${encodeURIComponent(locale.toWellFormed())}`
}
