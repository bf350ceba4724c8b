import { firstLocale } from '../../shared/cms/locales.ts'
import type { SiteSchema } from '../../shared/cms/schema-model.ts'

/** The locale asked for by an address where the person is offered it, else their first one; null: no localization. */
export function localeOf(localization: SiteSchema['localization'], params: URLSearchParams): string | null {
  if (localization === null) return null
  const asked = params.get('locale')
  const isOffered = localization.locales.some(({ code, hidden }) => code === asked && hidden !== true)
  return isOffered ? asked : firstLocale(localization)
}

/** What follows a screen's path so that it shows this content locale; null: that of the site. */
export function localeSuffix(locale: string | null): string {
  return locale === null ? '' : `?locale=${encodeURIComponent(locale.toWellFormed())}`
}
