import type { DocumentView } from '../../../shared/ipc.ts'
import { isPerLocale, statusIn } from '../../../shared/document/locale-status.ts'
import {
  queuedPublish,
  queuedStatus,
  shownStatus,
  statusInLocale,
  type ShownStatus,
} from '../../../shared/document/shown-status.ts'
import type { OutboxEntry } from '../../../shared/sync/entry.ts'
import { allows } from '../../../shared/sync/ways-out.ts'

/**
 * Returns the status: draft, published, changed since, or to be published while a publish is queued (SY16). Null
 * without drafts. `locale`: if each locale has its own status.
 */
export function documentStatus(
  { base, entries }: DocumentView,
  dirty: boolean,
  drafts: boolean,
  locale: string | null = null,
): ShownStatus | null {
  return drafts ? shownStatus(base, entries.map(queuedStatus), dirty, locale) : null
}

/**
 * True unless it is known that no published version exists. With a status per locale: true if the locale is
 * known to be published.
 */
export function isPublishedIn(base: DocumentView['base'], locale: string | null): boolean {
  const own = base.data['_status']
  if (!isPerLocale(own)) return base.status === 'published' || base.hasPublished !== false
  return (
    locale !== null && (statusIn(own, locale) === 'published' || base.publishedIn?.includes(locale) === true)
  )
}

/** Returns the waiting publish, if it can be made a draft again. */
export function publishToTakeBack(view: DocumentView): OutboxEntry | null {
  const publish = queuedPublish(view.entries)
  return publish !== null && allows(publish, 'take-back-publish') ? publish : null
}

/** True if an entry has a conflict. */
export function hasConflict(view: DocumentView): boolean {
  return view.entries.some(({ problem }) => problem?.code === 'conflict')
}

/** True if publishing would change the server, in any of the locales. */
export function canPublishSomething(
  view: DocumentView,
  dirty: boolean,
  locales: readonly (string | null)[] = [],
): boolean {
  const all = locales.length > 0 ? locales : [null]
  const last = view.entries.at(-1)
  const isAsked =
    last?.mode === 'publish' ||
    (last?.mode === 'publish-locale' && all.every((locale) => locale === last.locale))
  if (isAsked && !dirty) return false
  return all.some((locale) => documentStatus(view, dirty, true, locale) !== 'published')
}

/** True if there is a published version, and no unpublish is queued. */
export function canUnpublish(view: DocumentView): boolean {
  const published = view.base.status === 'published' || view.base.hasPublished === true
  return published && !view.entries.some((entry: OutboxEntry) => entry.mode === 'unpublish')
}

/** True if that locale can be unpublished, in a document with a status per locale. */
export function canUnpublishIn(view: DocumentView, locale: string | null): boolean {
  const own = view.base.data['_status']
  if (!isPerLocale(own)) return false
  const { status, hasPublished } = statusInLocale(view.base, own, locale)
  const isAsked = view.entries.some(
    (entry) => entry.mode === 'unpublish' || (entry.mode === 'unpublish-locale' && entry.locale === locale),
  )
  return (status === 'published' || hasPublished === true) && !isAsked
}
