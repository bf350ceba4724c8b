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
 * Draft, published, or published with newer edits. What waits to be published is not published yet: the server has to
 * say so first (SY16). Null for documents without drafts. Where each locale has a status of its own, that of `locale`.
 */
export function documentStatus(
  { base, entries }: DocumentView,
  dirty: boolean,
  drafts: boolean,
  locale: string | null = null,
): ShownStatus | null {
  return drafts ? shownStatus(base, entries.map(queuedStatus), dirty, locale) : null
}

/** Whether something is published that can be looked at: as far as is known, or in that locale where each has a status. */
export function isPublishedIn(base: DocumentView['base'], locale: string | null): boolean {
  const own = base.data['_status']
  if (!isPerLocale(own)) return base.status === 'published' || base.hasPublished !== false
  return (
    locale !== null && (statusIn(own, locale) === 'published' || base.publishedIn?.includes(locale) === true)
  )
}

/** The publish that has not left yet, where it can be made a draft again. */
export function publishToTakeBack(view: DocumentView): OutboxEntry | null {
  const publish = queuedPublish(view.entries)
  return publish !== null && allows(publish, 'take-back-publish') ? publish : null
}

/** Whether something of this document waits for a person's decision. */
export function hasConflict(view: DocumentView): boolean {
  return view.entries.some(({ problem }) => problem?.code === 'conflict')
}

/** Whether publishing would change anything on the server: in any of the locales, or in that one. */
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

/** Whether there is a published version that could be taken back, and nothing has asked for that yet. */
export function canUnpublish(view: DocumentView): boolean {
  const published = view.base.status === 'published' || view.base.hasPublished === true
  return published && !view.entries.some((entry: OutboxEntry) => entry.mode === 'unpublish')
}

/** The same for one locale, where each has a status of its own. */
export function canUnpublishIn(view: DocumentView, locale: string | null): boolean {
  const own = view.base.data['_status']
  if (!isPerLocale(own)) return false
  const { status, hasPublished } = statusInLocale(view.base, own, locale)
  const isAsked = view.entries.some(
    (entry) => entry.mode === 'unpublish' || (entry.mode === 'unpublish-locale' && entry.locale === locale),
  )
  return (status === 'published' || hasPublished === true) && !isAsked
}
