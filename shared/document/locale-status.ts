import { isPlainJson } from '../json.ts'
import type { Json } from '../json.ts'

/**
 * The status of one locale. If each locale has its own (`versions.drafts.localizeStatus`), `_status` of
 * all-locales data is an object, without the locales that were never written.
 */
export type PlainStatus = 'draft' | 'published'

/** True if a `_status` has one value per locale. */
export function isPerLocale(status: Json | undefined): status is { [locale: string]: Json } {
  return isPlainJson(status)
}

/** The status in a locale; one that was never written is a draft. */
export function statusIn(status: { [locale: string]: Json }, locale: string | null): PlainStatus {
  return locale !== null && status[locale] === 'published' ? 'published' : 'draft'
}

/** The published locales of a per-locale `_status`, sorted by code. */
export function publishedLocales(status: { [locale: string]: Json }): string[] {
  return Object.keys(status)
    .filter((locale) => status[locale] === 'published')
    .toSorted()
}

/** One status for all locales: published if every written locale is, and at least one is written. */
export function overallStatus(status: { [locale: string]: Json }): PlainStatus {
  const published = publishedLocales(status)
  return published.length > 0 && published.length === Object.keys(status).length ? 'published' : 'draft'
}
