import { isPlainJson } from '../json.ts'
import type { Json } from '../json.ts'

/**
 * The status of documents that have one per locale (`versions.drafts.localizeStatus`): in all locales `_status` is an
 * object then, in which a locale that was never written is missing.
 */
export type PlainStatus = 'draft' | 'published'

/** Whether a `_status` is one per locale. */
export function isPerLocale(status: Json | undefined): status is { [locale: string]: Json } {
  return isPlainJson(status)
}

/** The status in a locale; what was never written there is a draft. */
export function statusIn(status: { [locale: string]: Json }, locale: string | null): PlainStatus {
  return locale !== null && status[locale] === 'published' ? 'published' : 'draft'
}

/** The locales that are published, by a `_status` of all of them; in the order of their codes. */
export function publishedLocales(status: { [locale: string]: Json }): string[] {
  return Object.keys(status)
    .filter((locale) => status[locale] === 'published')
    .toSorted()
}

/** One status for all: published where nothing in it is a draft. */
export function overallStatus(status: { [locale: string]: Json }): PlainStatus {
  const published = publishedLocales(status)
  return published.length > 0 && published.length === Object.keys(status).length ? 'published' : 'draft'
}
