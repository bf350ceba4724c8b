import type { SiteSchema } from '../../shared/cms/schema-model.ts'

/** The locale asked for by an address where the site has it, else the default one; null: no localization. */
export function localeOf(localization: SiteSchema['localization'], params: URLSearchParams): string | null {
  if (localization === null) return null
  const asked = params.get('locale')
  const known = localization.locales.some(({ code }) => code === asked)
  return known ? asked : localization.defaultLocale
}

/** What follows a screen's path so that it shows this content locale; null: that of the site. */
export function localeSuffix(locale: string | null): string {
  return locale === null ? '' : `?locale=${encodeURIComponent(locale.toWellFormed())}`
}
